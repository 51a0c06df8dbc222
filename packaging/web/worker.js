// A thread of the application: runs the module of the page beside it. The
// first message brings the module and the role; what comes before the module
// runs is handed on when it does.

import init, { attend } from "./tianyuan.js";

const waiting = [];
const wait = (event) => {
    event.stopImmediatePropagation();
    waiting.push(event.data);
};

async function begin({ data: { module, role } }) {
    self.addEventListener("message", wait);
    await init({ module_or_path: module });
    await attend(role);
    self.removeEventListener("message", wait);
    for (const data of waiting) self.dispatchEvent(new MessageEvent("message", { data }));
}

self.addEventListener("message", (event) => {
    event.stopImmediatePropagation();
    begin(event).catch((error) => self.postMessage({ failed: String(error?.stack ?? error) }));
}, { once: true });
