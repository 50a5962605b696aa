// @ts-check
/** Puts the page together. */

import { app } from "./app.js";
import { mountAnimation } from "./animate.js";
import { mountBanner } from "./banner.js";
import { mountCurtain } from "./curtain.js";
import { mountDesk, register } from "./desk.js";
import { byId } from "./dom.js";
import { attacking, claiming, targeting } from "./fighting.js";
import { mountInfo } from "./info.js";
import { mountLobby } from "./lobby.js";
import { mountMap } from "./map.js";
import { moving, onTheWay } from "./moving.js";
import { mount as mountPanels } from "./panels/tabs.js";
import { placing } from "./placing.js";
import { mountPrompt } from "./prompt.js";
import { choosing, ordering, retreating } from "./results.js";
import { mountToast } from "./toast.js";
import { mountTrack } from "./track.js";
import { mountVictory } from "./victory.js";
import { mountYourMove } from "./yourmove.js";
import { mountWhy } from "./why.js";

for (const handler of [
  moving, onTheWay, targeting, attacking, claiming, choosing, retreating, ordering, placing,
]) {
  register(handler);
}
mountDesk();
mountAnimation(); // before the map: a unit on its way is not drawn where it goes
mountMap();
mountTrack();
mountInfo();
mountPrompt();
mountToast();
mountCurtain();
mountVictory();
mountBanner();
mountYourMove();
mountWhy();
mountPanels(byId("side"));
mountLobby(byId("lobby"));

const [, page, table] = location.pathname.split("/");
if (page === "game" && table) app.open(table);
else if (page === "join") app.emit("join");
else app.emit("lobby");
