// One game: the board, whose turn it is, what may be chosen, what has happened.

import { Actions } from "./actions.js";
import { pointAt, showDrawing, Stepper } from "./board.js";
import { actionButton, element, inList, option } from "./elements.js";
import { Log } from "./log.js";
import { ask, Outdated } from "./server.js";

const EVERYTHING = "all";
const SIZES = [1, 1.5, 2, 3];

export class GameTable {
  /** @param {(work: () => Promise<void>) => Promise<void>} attempt does something and tells the person if it fails */
  constructor(attempt) {
    this.attempt = attempt;
    this.view = null; // of now, never of an earlier moment
    this.busy = false;
    this.asked = 0;
    this.size = 0;
    this.board = element("board");
    this.log = new Log();
    this.actions = new Actions(
      (action) => this.#decide(action),
      (action) => pointAt(this.board, action)
    );
    this.stepper = new Stepper(element("stepper"), (moment) => attempt(() => this.#showMoment(moment)));
    element("viewer").addEventListener("change", ({ target }) => {
      const viewer = target.value === EVERYTHING ? EVERYTHING : Number(target.value);
      attempt(() => this.#lookAs(viewer));
    });
    element("undo").addEventListener("click", () => this.#do(() => this.#undo()));
    element("hint").addEventListener("click", () => this.#do(() => this.#hint()));
    element("smaller").addEventListener("click", () => this.#resize(-1));
    element("larger").addEventListener("click", () => this.#resize(1));
    element("which").addEventListener("click", ({ target }) => target === element("which") && target.close());
    element("cover").addEventListener("cancel", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Sit down at a table. */
  async open(id) {
    this.leave();
    this.id = id;
    this.about = await this.#ask("");
    element("title").textContent = this.about.title;
    this.since = this.about.moments;
    element("variant").textContent = Object.entries(this.about.variants)
      .filter(([, value]) => value !== false && value !== null)
      .map(([name, value]) => (value === true ? name : `${name}: ${value}`))
      .join(" · ");
    element("download").href = `/api/games/${id}/record`;
    const advisers = await this.#advisers();
    element("adviser").replaceChildren(...advisers.map((name) => option(name, name)));
    await this.#goOn(this.about);
  }

  /** Get up: nothing of the game stays on the page. */
  leave() {
    this.id = null;
    this.view = null;
    this.since = 0;
    this.asked += 1;
    this.#clear();
    for (const dialog of [element("which"), element("cover")]) {
      dialog.close();
    }
  }

  #clear() {
    this.board.replaceChildren();
    this.log.clear();
    this.actions.show([]);
    element("scores").tBodies[0].replaceChildren();
    element("turn").textContent = "";
    element("advice").textContent = "";
  }

  // ---- Whose turn it is

  /** After something has happened: let policies play on, then show the table to whoever has to decide. */
  async #goOn(about) {
    let known = about;
    while (known.waiting) {
      element("turn").textContent = `seat ${known.to_move} (${known.seats[known.to_move]}) is thinking …`;
      known = await this.#ask("/advance", {});
    }
    const viewer = this.#nextViewer(known);
    if (viewer !== this.view?.viewer && this.#isShared(known)) {
      await this.#cover(viewer);
    }
    await this.#lookAs(viewer);
  }

  #nextViewer(known) {
    if (known.over || known.persons.length === 0) {
      return EVERYTHING;
    }
    return known.persons.includes(known.to_move) ? known.to_move : known.persons[0];
  }

  /** Whether several persons with hands of their own look at one screen. */
  #isShared(known) {
    return known.hides && known.persons.length > 1 && !known.over;
  }

  /** Hide everything until the next person says that nobody else can see the screen. */
  #cover(seat) {
    this.#clear();
    this.view = null;
    element("next").textContent = `Seat ${seat} is next`;
    const cover = element("cover");
    cover.showModal();
    return new Promise((resolve) => {
      element("uncover").onclick = () => {
        cover.close();
        resolve();
      };
    });
  }

  // ---- What is shown

  async #lookAs(viewer) {
    if (viewer !== this.view?.viewer) {
      this.log.clear();
    }
    const view = await this.#ask(`/view?viewer=${viewer}&since=${this.log.length}`);
    this.#show(view);
  }

  #show(view) {
    this.view = view;
    this.log.extend(view);
    this.stepper.set(view.moment, view.moments);
    this.#showViewers(view);
    this.#showTable(view);
    element("advice").textContent = "";
    element("download").hidden = !view.can_download;
    element("undo").disabled = !view.can_undo;
    element("choice").hidden = view.persons.length === 0 || view.over;
  }

  async #showMoment(moment) {
    const asked = ++this.asked;
    const now = moment === this.view.moments;
    const view = now ? this.view : await this.#ask(`/view?viewer=${this.view.viewer}&moment=${moment}&since=${this.log.length}`);
    if (asked === this.asked) {
      this.#showTable(view);
    }
  }

  /** Board, turn, choice and scores of a view, of now or of an earlier moment. */
  #showTable(view) {
    const yours = view.legal.length > 0;
    showDrawing(this.board, view.svg, yours ? (actions) => this.#choose(actions) : null);
    this.actions.show(view.legal);
    this.log.mark(this.since, view.moment);
    this.#showTurn(view, yours);
    this.#showScores(view);
    element("hint").disabled = !yours;
    element("filter").disabled = !yours;
  }

  #showTurn(view, yours) {
    const turn = element("turn");
    turn.classList.toggle("yours", yours);
    if (view.moment < view.moments) {
      turn.textContent = `looking back: before decision ${view.moment + 1} of ${view.moments}`;
    } else if (view.over) {
      const winners = view.result.ranks.flatMap((rank, seat) => (rank === 0 ? [`seat ${seat}`] : []));
      turn.textContent = `The game is over: ${winners.join(" and ")} ${winners.length > 1 ? "are" : "is"} first`;
    } else if (yours) {
      turn.textContent = `Your turn, seat ${view.viewer}`;
    } else {
      turn.textContent = `seat ${view.to_move} (${view.seats[view.to_move]}) has to decide`;
    }
  }

  #showScores(view) {
    const places = view.moment === view.moments ? view.result?.ranks : undefined;
    const scores = view.scores;
    element("scores").classList.toggle("uncounted", scores === null);
    const seats = view.seats.map((_, seat) => seat);
    const lines = (places ? seats.sort((a, b) => places[a] - places[b]) : seats).map((seat) => {
      const line = document.createElement("tr");
      line.classList.toggle("turn", seat === view.to_move && view.moment === view.moments);
      const you = seat === view.viewer && !view.over ? " (you)" : "";
      const cells = [`${seat}`, `${view.seats[seat]}${you}`, `${scores?.[seat] ?? "–"}`, places ? `${places[seat] + 1}` : "–"];
      line.append(...cells.map((textContent) => Object.assign(document.createElement("td"), { textContent })));
      return line;
    });
    element("scores").tBodies[0].replaceChildren(...lines);
  }

  #showViewers(view) {
    const names = view.viewers.map((viewer) => option(viewer === EVERYTHING ? "everybody" : `seat ${viewer}`, viewer));
    element("viewer").replaceChildren(...names);
    element("viewer").value = view.viewer;
    element("viewing").hidden = view.viewers.length < 2 || this.#isShared(view);
  }

  #resize(step) {
    this.size = Math.min(Math.max(this.size + step, 0), SIZES.length - 1);
    this.board.style.setProperty("--zoom", SIZES[this.size]);
  }

  // ---- What a person does

  /** A place of the board was chosen; where it stands for several actions, ask which one. */
  #choose(actions) {
    if (actions.length === 1) {
      this.#decide(actions[0]);
      return;
    }
    const which = element("which");
    const take = (action) => {
      which.close();
      this.#decide(action);
    };
    element("options").replaceChildren(...actions.map((action, number) => inList(actionButton(number + 1, action, take))));
    which.showModal();
  }

  #decide(action) {
    return this.#do(async () => {
      const { viewer, moments } = this.view;
      const view = await this.#ask("/decide", { seat: viewer, moment: moments, action, since: moments });
      this.since = moments;
      this.#show(view);
      if (view.waiting || this.#nextViewer(view) !== viewer) {
        await this.#goOn(view);
      }
    });
  }

  async #undo() {
    const { viewer, moments } = this.view;
    this.#show(await this.#ask("/undo", { seat: viewer, moment: moments, since: moments }));
  }

  async #hint() {
    const { viewer, moments } = this.view;
    const policy = element("adviser").value;
    element("advice").textContent = `${policy} is thinking …`;
    const hint = await this.#ask("/hint", { seat: viewer, moment: moments, policy }).finally(() => {
      element("advice").textContent = "";
    });
    const lines = hint.actions.map(({ label, chance }) => (chance < 1 ? `${Math.round(100 * chance)} %  ${label}` : label));
    element("advice").textContent = `${hint.policy} would choose:\n${lines.join("\n")}`;
    this.actions.advise([hint.actions[0].label]);
  }

  async #advisers() {
    const { games } = await ask("/api/games");
    return games.find((game) => game.id === this.about.game).policies;
  }

  #pressed(event) {
    const away = this.view === null || document.querySelector("dialog[open]") !== null;
    if (away || event.target.closest("input, select, textarea, #log") || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.stepper.go(this.stepper.moment + (event.key === "ArrowRight" ? 1 : -1));
    } else {
      this.actions.pressed(event);
    }
  }

  /** One thing after another: what is asked for while something else is under way is left out. */
  async #do(work) {
    if (this.busy) {
      return;
    }
    this.busy = true;
    document.body.setAttribute("aria-busy", "true");
    await this.attempt(async () => {
      try {
        await work();
      } catch (refusal) {
        if (refusal.status === 409 && this.view !== null) {
          await this.#lookAs(this.view.viewer); // the game has gone on elsewhere
        }
        throw refusal;
      }
    });
    this.busy = false;
    document.body.removeAttribute("aria-busy");
  }

  async #ask(path, value = undefined) {
    const id = this.id;
    const answer = await ask(`/api/games/${id}${path}`, value);
    if (id !== this.id) {
      throw new Outdated();
    }
    return answer;
  }
}
