// A thread of the application: runs the module of the page beside it. The
// first message brings the module and the role; what comes before the module
// runs is handed on when it does.

import init, { attend } from "./tianyuan.js";

const waiting = [];
let hear = (data) => waiting.push(data);

async function begin({ module, role }) {
    await init({ module_or_path: module });
    hear = attend(role);
    for (const data of waiting.splice(0)) hear(data);
}

self.onmessage = ({ data: first }) => {
    self.onmessage = ({ data }) => hear(data);
    begin(first).catch((error) => {
        // Only what is thrown outside of a promise is told to the page.
        setTimeout(() => { throw error; });
    });
};
