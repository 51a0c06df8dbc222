// The loading and error screen that covers the canvas.

import { language, message } from "./messages.js";

const byId = (id) => document.getElementById(id);
const [cover, bar, line, again] = ["cover", "bar", "line", "again"].map(byId);

document.documentElement.lang = language;
again.textContent = message("again");
again.addEventListener("click", () => location.reload());

let failed = false;

/** Shows the loaded fraction, from 0 to 1. */
export function showProgress(part) {
    if (failed) return;
    const percent = Math.floor(Math.min(1, part) * 100);
    bar.firstElementChild.style.transform = `scaleX(${Math.min(1, part)})`;
    bar.setAttribute("aria-valuenow", String(percent));
    line.textContent = part < 1 ? `${message("loading")} ${percent} %` : message("starting");
}

/** Removes the screen once the application has drawn its first frames. */
export function hideCover() {
    if (failed) return;
    cover.classList.add("gone");
    // Hidden from screen readers as well once the fade has ended.
    setTimeout(() => { if (!failed) cover.hidden = true; }, 300);
}

/** Shows an error message and a button that reloads the page. */
export function showError(id, detail) {
    if (failed) return;
    failed = true;
    if (detail !== undefined) console.error(detail);
    cover.hidden = false;
    cover.classList.remove("gone");
    bar.hidden = true;
    line.classList.add("wrong");
    line.textContent = message(id);
    again.hidden = false;
    again.focus();
}
