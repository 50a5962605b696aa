// @ts-check
/** Puts the page together. */

import { app } from "./app.js";
import { mountAnimation } from "./map/animate.js";
import { mountBanner } from "./status/banner.js";
import { mountCurtain } from "./status/curtain.js";
import { mountDice } from "./status/dice.js";
import { composing } from "./decisions/composing.js";
import { mountControls, register } from "./decisions/controls.js";
import { flying, joining } from "./decisions/flying.js";
import { loading } from "./decisions/loading.js";
import { dividing } from "./decisions/dividing.js";
import { byId } from "./lib/dom.js";
import { attacking, claiming, targeting } from "./decisions/fighting.js";
import { mountForesight } from "./decisions/foresight.js";
import { mountInfo } from "./map/info.js";
import { mountLobby } from "./lobby/lobby.js";
import { mountMap } from "./map/map.js";
import { moving, onTheWay } from "./decisions/moving.js";
import { mount as mountPanels } from "./panels/tabs.js";
import { placing } from "./decisions/placing.js";
import { mountPrompt } from "./decisions/prompt.js";
import { choosing, ordering, retreating } from "./decisions/results.js";
import { mountReveal } from "./status/reveal.js";
import { mountStocks } from "./status/stocks.js";
import { mountToast } from "./status/toast.js";
import { mountTrack } from "./status/track.js";
import { mountVictory } from "./status/victory.js";
import { withdrawing } from "./decisions/withdrawing.js";
import { mountYourMove } from "./status/yourmove.js";
import { mountRecap } from "./status/recap.js";
import { mountUnitCard } from "./status/unitcard.js";
import { mountWhy } from "./status/why.js";

for (const handler of [
  moving, onTheWay, targeting, attacking, claiming, choosing, retreating, ordering, placing,
  composing, dividing, withdrawing, flying, joining, loading,
]) {
  register(handler);
}
mountControls();
mountAnimation(); // before the map: a unit on its way is not drawn where it goes
mountMap();
mountTrack();
mountStocks();
mountReveal();
mountInfo();
mountForesight();
mountPrompt();
mountToast();
mountCurtain();
mountVictory();
mountBanner();
mountDice();
mountYourMove();
mountWhy();
mountRecap();
mountUnitCard();
mountPanels(byId("side"));
mountLobby(byId("lobby"));

const [, page, table] = location.pathname.split("/");
if (page === "game" && table) app.open(table);
else if (page === "join" || page === "mine" || page === "confirm") app.emit(page);
else if (page === "edit") void import("./editor/editor.js").then((editor) => editor.start());
else if (page === "learn") void import("./coach/coach.js").then((coach) => coach.start());
else if (page === "board") void import("./analysis/board.js").then((board) => board.start());
else app.emit("lobby");
