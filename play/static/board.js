// Shows drawings of a table and steps through them. Shared by the page to play on and by films as a page:
// it asks no server and knows no game.

const SVG = "image/svg+xml";

/**
 * Show an SVG drawing in an element, in place of what was there.
 *
 * @param {HTMLElement} holder
 * @param {string} svg the drawing; its places are `<g class="place" data-actions='["label", …]'>`
 * @param {((actions: string[]) => void) | null} choose called with the labels of a place that a person chooses;
 *     without it the places are plain parts of the drawing
 */
export function showDrawing(holder, svg, choose = null) {
  const drawing = document.importNode(new DOMParser().parseFromString(svg, SVG).documentElement, true);
  const places = drawing.querySelectorAll(".place");
  for (const place of places) {
    if (choose === null) {
      place.classList.remove("place");
    } else {
      makeChoosable(place, choose);
    }
  }
  if (choose !== null && places.length > 0) {
    drawing.setAttribute("role", "group"); // an image would hide its places from people who hear the page
  }
  holder.replaceChildren(drawing);
}

/** Mark the places of an action in a shown drawing; null marks none. */
export function pointAt(holder, action) {
  for (const place of holder.querySelectorAll(".place")) {
    place.classList.toggle("pointed", action !== null && actionsOf(place).includes(action));
  }
}

function actionsOf(place) {
  return JSON.parse(place.dataset.actions);
}

function makeChoosable(place, choose) {
  const actions = actionsOf(place);
  place.setAttribute("tabindex", "0");
  place.setAttribute("role", "button");
  place.setAttribute("aria-label", place.querySelector("title")?.textContent ?? actions.join(", "));
  place.addEventListener("click", () => choose(actions));
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      choose(actions);
    }
  });
}

/** Buttons and a slider that go through numbered moments: first, back, forward, last. */
export class Stepper {
  /**
   * @param {HTMLElement} holder where the controls are put
   * @param {(moment: number) => void} show called when a person goes to another moment
   */
  constructor(holder, show) {
    this.show = show;
    this.moment = 0;
    this.last = 0;
    this.buttons = [
      this.#button("|◀", "first moment", () => 0),
      this.#button("◀", "one step back", () => this.moment - 1),
      this.#button("▶", "one step forward", () => this.moment + 1),
      this.#button("▶|", "last moment", () => this.last),
    ];
    this.slider = Object.assign(document.createElement("input"), { type: "range", min: 0, step: 1 });
    this.slider.setAttribute("aria-label", "moment of the game");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.words = Object.assign(document.createElement("output"), { className: "moment" });
    holder.classList.add("stepper");
    holder.replaceChildren(...this.buttons.slice(0, 2), this.slider, ...this.buttons.slice(2), this.words);
    this.set(0, 0);
  }

  /** Say where the game stands, without showing it. */
  set(moment, last) {
    this.moment = moment;
    this.last = last;
    this.slider.max = last;
    this.slider.value = moment;
    this.words.textContent = `${moment} / ${last}`;
    this.buttons.forEach((button, place) => {
      button.disabled = place < 2 ? moment <= 0 : moment >= last;
    });
  }

  /** Go to a moment and show it; a number outside the game goes to its nearest end. */
  go(moment) {
    const wanted = Math.min(Math.max(moment, 0), this.last);
    if (wanted !== this.moment) {
      this.set(wanted, this.last);
      this.show(wanted);
    }
  }

  #button(sign, meaning, target) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: sign, title: meaning });
    button.setAttribute("aria-label", meaning);
    button.addEventListener("click", () => this.go(target()));
    return button;
  }
}
