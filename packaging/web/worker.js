// A Web Worker that runs the page's WebAssembly module. The first message
// carries the compiled module and the worker's role; messages that arrive
// before the module runs are queued.

import init, { serve_worker } from "./tianyuan.js";

const queue = [];
let receive = (data) => queue.push(data);

async function start({ module, role }) {
    await init({ module_or_path: module });
    receive = serve_worker(role);
    for (const data of queue.splice(0)) receive(data);
}

self.onmessage = ({ data: first }) => {
    self.onmessage = ({ data }) => receive(data);
    start(first).catch((error) => {
        // Rejected promises are not reported to the page; thrown errors are.
        setTimeout(() => { throw error; });
    });
};
