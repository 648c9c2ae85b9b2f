// The list of legal actions: always all of them, numbered, with a box to find one in a long list, and keys.

import { actionButton, element, inList } from "./elements.js";

const LONG = 12;
const DIGITS_TOGETHER = 800; // milliseconds in which digits make one number

export class Actions {
  /**
   * @param {(action: string) => void} choose called with the action that a person chooses
   * @param {(action: string | null) => void} point called with the action at which a person points
   */
  constructor(choose, point) {
    this.list = element("actions");
    this.filter = element("filter");
    this.choose = choose;
    this.buttons = [];
    this.digits = "";
    this.filter.addEventListener("input", () => this.#filterNow());
    this.filter.addEventListener("keydown", (event) => this.#filterKey(event));
    for (const [event, of] of [["pointerover", true], ["pointerleave", false], ["focusin", true], ["focusout", false]]) {
      this.list.addEventListener(event, ({ target }) => {
        point(of ? (target.closest("button")?.dataset.action ?? null) : null);
      });
    }
  }

  /** Show these actions, which are all that are legal. */
  show(actions) {
    const hadFocus = this.list.contains(document.activeElement) || document.activeElement === this.filter;
    this.buttons = actions.map((action, number) => actionButton(number + 1, action, this.choose));
    this.list.replaceChildren(...this.buttons.map(inList));
    this.filter.hidden = actions.length <= LONG;
    this.filter.value = "";
    this.digits = "";
    if (hadFocus) {
      this.buttons[0]?.focus();
    }
  }

  /** Mark the actions that a hint names. */
  advise(actions) {
    for (const button of this.buttons) {
      button.classList.toggle("advised", actions.includes(button.dataset.action));
    }
  }

  /** What a key does that was pressed outside of fields: numbers and up and down go to an action, Enter chooses it. */
  pressed(event) {
    const shown = this.#shown;
    const place = shown.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const first = step === 1 ? 0 : shown.length - 1;
      shown[place === -1 ? first : (place + step + shown.length) % shown.length]?.focus();
      event.preventDefault();
    } else if (/^[0-9]$/.test(event.key)) {
      this.#digit(event.key);
    }
  }

  get #shown() {
    return this.buttons.filter((button) => !button.parentElement.hidden);
  }

  #digit(digit) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.digits = ""), DIGITS_TOGETHER);
    const together = Number(this.digits + digit);
    this.digits = together <= this.buttons.length ? String(together) : digit;
    this.buttons[Number(this.digits) - 1]?.focus();
  }

  #filterNow() {
    const wanted = this.filter.value.toLowerCase().split(/\s+/);
    for (const button of this.buttons) {
      button.parentElement.hidden = !wanted.every((word) => button.dataset.action.toLowerCase().includes(word));
    }
  }

  #filterKey(event) {
    if (event.key === "ArrowDown") {
      this.#shown[0]?.focus();
      event.preventDefault();
    } else if (event.key === "Enter" && this.#shown.length === 1) {
      this.choose(this.#shown[0].dataset.action);
    }
  }
}
