import { showDrawing, Stepper } from "./board.js";

// A recorded game that steps through itself. Its pictures are packed: see cosmozoo.play.film_page.

const parts = Object.fromEntries(["board", "caption", "log", "play", "view"].map((id) => [id, document.getElementById(id)]));
const film = await unpacked(document.getElementById("film").textContent);
const stepper = new Stepper(document.getElementById("stepper"), show);
let view = null;
let timer = null;

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** The pieces of all pictures of a view, from what changes between them. */
function unfolded(changes) {
  let last = [];
  return changes.map(([begin, pieces, end]) => {
    last = [...last.slice(0, begin), ...pieces, ...last.slice(last.length - end)];
    return last;
  });
}

function choose(number) {
  const chosen = film.views[number];
  view = { ...chosen, pictures: unfolded(chosen.pictures) };
  parts.log.replaceChildren(...view.log.map(entry));
  stepper.set(stepper.moment, view.pictures.length - 1);
  show(stepper.moment);
}

function entry([seat, label, ...seen], moment) {
  const item = document.createElement("li");
  item.append(label === null ? `seat ${seat} decides` : `seat ${seat}: ${label}`);
  item.append(...seen.map((line) => Object.assign(document.createElement("small"), { textContent: line })));
  item.addEventListener("click", () => goTo(moment));
  return item;
}

function show(moment) {
  showDrawing(parts.board, view.pictures[moment].map((piece) => film.pieces[piece]).join(""));
  parts.caption.textContent = view.captions[moment];
  parts.log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = parts.log.children[moment];
  if (item) {
    item.setAttribute("aria-current", "step");
    parts.log.scrollTop = item.offsetTop - parts.log.offsetTop - parts.log.clientHeight / 2;
  }
  if (moment === stepper.last) {
    stop();
  }
}

function goTo(moment) {
  stop();
  stepper.go(moment);
}

function start() {
  if (stepper.moment === stepper.last) {
    stepper.go(0);
  }
  timer = setInterval(() => stepper.go(stepper.moment + 1), 1000 / film.fps);
  tellPlaying();
}

function stop() {
  clearInterval(timer);
  timer = null;
  tellPlaying();
}

function tellPlaying() {
  parts.play.textContent = timer === null ? "play" : "stop";
}

const KEYS = {
  ArrowLeft: () => goTo(stepper.moment - 1),
  ArrowRight: () => goTo(stepper.moment + 1),
  Home: () => goTo(0),
  End: () => goTo(stepper.last),
  " ": toggle,
};

function toggle() {
  (timer === null ? start : stop)();
}

document.addEventListener("keydown", (event) => {
  const takesKeys = event.target.closest("input, select, button") !== null;
  if (event.key in KEYS && !takesKeys && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    KEYS[event.key]();
  }
});
parts.play.addEventListener("click", toggle);
parts.view.append(...film.views.map(({ name }, number) => new Option(name, number)));
parts.view.addEventListener("change", () => choose(Number(parts.view.value)));
tellPlaying();
choose(0);
