// The page: a form to set up a game, and the table at which it is played. The address after # says which game.

import { element } from "./elements.js";
import { Outdated, Refusal } from "./server.js";
import { Setup } from "./setup.js";
import { GameTable } from "./table.js";

async function attempt(work) {
  element("alert").hidden = true;
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) {
      element("alert").textContent = error.message;
      element("alert").hidden = false;
    } else if (!(error instanceof Outdated)) {
      throw error;
    }
  }
}

const table = new GameTable(attempt);
const setup = new Setup((started) => (location.hash = started.id), attempt);

async function follow() {
  const id = location.hash.slice(1);
  element("setup").hidden = id !== "";
  element("table").hidden = id === "";
  if (id !== "") {
    await table.open(id);
  } else {
    table.leave();
    await setup.load();
  }
}

addEventListener("hashchange", () => attempt(follow));
attempt(follow);
