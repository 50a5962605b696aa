// @ts-check
/**
 * This player's part in the dice: a secret that the browser draws, pledges by its hash, and opens when all
 * have pledged. The player need not do anything.
 */

import { app } from "../app.js";

const SHARES = "hexfront.shares";
const MOST = 200;
let sent = "";

/** Whether this browser can take part: hashing needs HTTPS, or one's own machine. */
export const canShare = typeof crypto !== "undefined" && !!crypto.subtle;

export function mountDice() {
  app.on("state", () => void takePart());
}

/** @returns {[string, string][]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(SHARES) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** What this browser adds to the dice of a game. @param {string} table @param {string} side */
export function myShare(table, side) {
  return kept().find(([key]) => key === `${table} ${side}`)?.[1] ?? null;
}

/** @param {string} table @param {string} side */
function newShare(table, side) {
  const key = `${table} ${side}`;
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(SHARES, JSON.stringify([...kept().filter(([one]) => one !== key), [key, share]].slice(-MOST)));
  return share;
}

async function takePart() {
  const { table, side } = app;
  const { sharing, ended } = app.state ?? {};
  if (!canShare || !table || !side || !sharing || ended || !app.state?.me.includes(side)) return;
  if (!sharing.missing.includes(side)) return;
  const pledged = sharing.pledges[side];
  const share = myShare(table, side);
  if (!pledged) {
    const mine = sharing.restarts === 0 && share ? share : newShare(table, side);
    await once("pledge", { pledge: await hash(mine) }, sharing.restarts);
  } else if (share && pledged === await hash(share)) {
    const all = [...sharing.missing, ...sharing.opened].every((one) => sharing.pledges[one]);
    if (all) await once("share", { share }, sharing.restarts);
  }
}

/**
 * Send something once for each time the dice are begun.
 * @param {"pledge" | "share"} what
 * @param {object} fields
 * @param {number} time
 */
async function once(what, fields, time) {
  const key = JSON.stringify([app.table, app.side, what, fields, time]);
  if (key === sent) return;
  sent = key;
  const reply = await app.ask(what, fields);
  if (!reply.ok) sent = "";
}

/** Whether the secret was lost with another browser, so that the dice wait for it. */
export async function shareIsLost() {
  const { table, side } = app;
  const { sharing } = app.state ?? {};
  if (!canShare || !table || !side || !sharing?.missing.includes(side)) return false;
  const pledged = sharing.pledges[side];
  const share = myShare(table, side);
  return !!pledged && (!share || pledged !== await hash(share));
}

/** Begin the dice anew with another secret: everybody pledges again. */
export async function pledgeAnew() {
  const { table, side } = app;
  if (table && side) await app.act("pledge", { pledge: await hash(newShare(table, side)) });
}

/** @param {string} share */
async function hash(share) {
  const bytes = Uint8Array.from(share.match(/../g) ?? [], (two) => parseInt(two, 16));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
