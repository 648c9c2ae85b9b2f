// The log: what the viewer may know of each decision, newest at the end.

import { element } from "./elements.js";

export class Log {
  constructor() {
    this.list = element("log");
    this.length = 0;
  }

  clear() {
    this.list.replaceChildren();
    this.length = 0;
  }

  /** Take over what a view tells: the log from the decision `since` on. */
  extend(view) {
    while (this.list.children.length > view.since) {
      this.list.lastElementChild.remove();
    }
    this.list.append(...view.log.map((entry) => told(entry, view.seats[entry.seat])));
    this.length = this.list.children.length;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Mark what has happened since a moment, and what happens only after the moment that is shown. */
  mark(since, shown) {
    [...this.list.children].forEach((line, number) => {
      line.classList.toggle("new", number >= since && number < shown);
      line.classList.toggle("later", number >= shown);
    });
  }
}

function told(entry, who) {
  const line = document.createElement("li");
  const did = entry.label === null ? "has decided" : `: ${entry.label}`;
  line.textContent = `${entry.number + 1}. seat ${entry.seat} (${who})${entry.label === null ? " " : ""}${did}`;
  if (entry.seen.length > 0) {
    const seen = document.createElement("ul");
    for (const words of entry.seen) {
      seen.append(Object.assign(document.createElement("li"), { textContent: words }));
    }
    line.append(seen);
  }
  return line;
}
