// The form in which a game is set up, and the records that are opened.

import { element, option } from "./elements.js";
import { ask, upload } from "./server.js";

const PERSON = "person";

export class Setup {
  /**
   * @param {(table: object) => void} enter called with what the server tells of the game that was started or opened
   * @param {(work: () => Promise<void>) => Promise<void>} attempt does something and tells the person if it fails
   */
  constructor(enter, attempt) {
    this.enter = enter;
    this.attempt = attempt;
    this.offers = [];
    this.fields = {};
    element("game").addEventListener("change", () => this.#showGame());
    element("players").addEventListener("change", () => this.#showSeats());
    element("order").addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => this.#start());
    });
    element("record").addEventListener("change", () => attempt(() => this.#openRecord()));
  }

  /** Ask what there is, and show it as the command line proposes. */
  async load() {
    const { games, proposed } = await ask("/api/games");
    this.offers = games;
    element("game").replaceChildren(...games.map((game) => option(game.title, game.id)));
    element("game").value = proposed.game ?? games[0].id;
    this.#showGame(proposed);
  }

  get #game() {
    return this.offers.find((game) => game.id === element("game").value);
  }

  #showGame(proposed = {}) {
    const game = this.#game;
    const players = element("players");
    players.replaceChildren(...game.players.map((count) => option(String(count), count)));
    players.value = proposed.players ?? game.default_players;
    this.fields = {};
    element("variants").replaceChildren(
      ...game.variants.map((variant) => this.#variantField(variant, proposed.variants?.[variant.name]))
    );
    element("seed").value = proposed.seed ?? "";
    this.#showSeats(proposed.seats);
  }

  #variantField(variant, proposed) {
    const field = variant.choices === null ? document.createElement("input") : document.createElement("select");
    if (variant.choices === null) {
      field.placeholder = JSON.stringify(variant.default);
      field.value = proposed === undefined ? "" : JSON.stringify(proposed);
    } else {
      field.replaceChildren(...variant.choices.map((value) => option(words(value), JSON.stringify(value))));
      field.value = JSON.stringify(proposed ?? variant.default);
    }
    this.fields[variant.name] = field;
    const label = Object.assign(document.createElement("label"), { className: "field" });
    label.hidden = variant.choices?.length === 1;
    const meaning = Object.assign(document.createElement("span"), { className: "note", textContent: variant.meaning });
    label.append(variant.name, field, meaning);
    return label;
  }

  #showSeats(proposed = null) {
    const count = Number(element("players").value);
    const names = [PERSON, ...this.#game.policies];
    const seats = Array.from({ length: count }, (_, seat) => {
      const chosen = proposed?.[seat] ?? (seat === 0 ? PERSON : names[1]);
      const select = document.createElement("select");
      const known = names.includes(chosen) ? names : [...names, chosen];
      select.replaceChildren(...known.map((name) => option(name, name)));
      select.value = chosen;
      const label = Object.assign(document.createElement("label"), { className: "field" });
      label.append(`Seat ${seat}`, select);
      return label;
    });
    element("seats").replaceChildren(...seats);
  }

  async #start() {
    const seats = [...element("seats").querySelectorAll("select")].map((select) => select.value);
    const seed = element("seed").value;
    const variants = {};
    for (const variant of this.#game.variants) {
      const text = this.fields[variant.name].value;
      if (variant.choices !== null) {
        variants[variant.name] = JSON.parse(text);
      } else if (text.trim() !== "") {
        variants[variant.name] = text; // the server reads it as the command line does
      }
    }
    const order = { game: this.#game.id, players: seats.length, seats, variants, seed: seed === "" ? null : Number(seed) };
    const button = element("start");
    button.disabled = true;
    button.textContent = "Setting the table … (the first game is compiled)";
    try {
      this.enter(await ask("/api/games", order));
    } finally {
      button.disabled = false;
      button.textContent = "Start the game";
    }
  }

  async #openRecord() {
    const [file] = element("record").files;
    if (file === undefined) {
      return;
    }
    const recorded = element("recorded");
    recorded.textContent = "Checking the record …";
    try {
      const { games } = await upload("/api/records", file);
      recorded.replaceChildren(...games.map((game, number) => recordedGame(game, number)));
      if (games.length === 1) {
        this.enter(games[0]);
      }
    } catch (refusal) {
      recorded.replaceChildren();
      throw refusal;
    } finally {
      element("record").value = "";
    }
  }
}

function recordedGame(game, number) {
  const line = document.createElement("li");
  const scores = game.result.scores.join(" – ");
  const link = Object.assign(document.createElement("a"), {
    className: "button",
    href: `#${game.id}`,
    textContent: `Game ${number + 1}: ${game.title}, ${game.moments} decisions, ${scores}`,
  });
  line.append(link);
  return line;
}

function words(value) {
  return typeof value === "string" ? value : { true: "yes", false: "no", null: "none" }[JSON.stringify(value)] ?? JSON.stringify(value);
}
