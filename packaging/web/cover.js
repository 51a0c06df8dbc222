// The screen that lies over the board while the application is loaded, and
// when it cannot go on.

import { language, say } from "./words.js";

const at = (id) => document.getElementById(id);
const [cover, bar, line, again] = ["cover", "bar", "line", "again"].map(at);

document.documentElement.lang = language;
again.textContent = say("again");
again.addEventListener("click", () => location.reload());

let stopped = false;

/** Shows how much is there, from 0 to 1. */
export function progress(part) {
    if (stopped) return;
    const percent = Math.floor(Math.min(1, part) * 100);
    bar.firstElementChild.style.transform = `scaleX(${Math.min(1, part)})`;
    bar.setAttribute("aria-valuenow", String(percent));
    line.textContent = part < 1 ? `${say("loading")} ${percent} %` : say("starting");
}

/** Takes the screen away: the application has drawn itself. */
export function uncover() {
    if (stopped) return;
    cover.classList.add("gone");
    // It stays for readers of the screen no longer than for eyes.
    setTimeout(() => { if (!stopped) cover.hidden = true; }, 300);
}

/** Says in one sentence why nothing goes on, with a button to load again. */
export function stop(id, detail) {
    if (stopped) return;
    stopped = true;
    if (detail !== undefined) console.error(detail);
    cover.hidden = false;
    cover.classList.remove("gone");
    bar.hidden = true;
    line.classList.add("wrong");
    line.textContent = say(id);
    again.hidden = false;
    again.focus();
}
