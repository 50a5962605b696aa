// @ts-check
/** "Your move" where a player sees it who is looking at something else: title, icon, a notice. */

import { app } from "../app.js";
import { ending } from "./people.js";

const WANTED = "hexfront.notices";
const ICON = "/web/icon.svg";
const ICON_MOVE = "/web/icon-move.svg";
let before = false;

export function mountYourMove() {
  app.on("state", update);
  app.on("hosted", update);
  app.on("mode", update);
  app.on("gone", update);
}

function update() {
  if (!app.hosted || !app.state || app.mode === "lobby") return;
  const title = app.board?.title ?? "Hexfront";
  const me = app.state.me;
  const mine = !app.gone && !ending() && app.deciding.some((side) => me.includes(side));
  document.title = mine ? `● Your move: ${title}` : `${title} · Hexfront`;
  badge(mine);
  if (mine && !before && document.hidden) tell(title);
  before = mine;
}

/** @param {boolean} on */
export function badge(on) {
  const icon = document.querySelector("link[rel=icon]");
  const wanted = on ? ICON_MOVE : ICON;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

/** Whether the browser may show notices, and the player wants them. */
export function noticesOn() {
  return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(WANTED) === "yes";
}

/** Ask for permission, or give notices up. @param {boolean} on */
export async function wantNotices(on) {
  localStorage.setItem(WANTED, on ? "yes" : "no");
  if (on && "Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  return noticesOn();
}

/** @param {string} title */
function tell(title) {
  if (!noticesOn()) return;
  const view = app.state?.view;
  const phase = view ? (app.board?.phase_names[view.phase] ?? view.phase) : "";
  const words = { body: `${title}, turn ${view?.turn}: ${phase}.`, tag: app.table ?? "", icon: ICON };
  try {
    const notice = new Notification("Your move", words);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch { // phones show notices only through the service worker
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification("Your move", words));
  }
}
