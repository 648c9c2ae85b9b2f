// Small helpers for the elements of the page.

export function element(id) {
  return document.getElementById(id);
}

export function option(text, value) {
  return Object.assign(document.createElement("option"), { textContent: text, value });
}

/** A button in a list: a number and an action. */
export function actionButton(number, action, choose) {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  const place = Object.assign(document.createElement("span"), { className: "number", textContent: number });
  button.dataset.action = action;
  button.append(place, action);
  button.addEventListener("click", () => choose(action));
  return button;
}

export function inList(child) {
  const line = document.createElement("li");
  line.append(child);
  return line;
}
