// Brings the files of this version here: measured while they come, checked
// against the list that the build has made, and kept for when there is no
// network.

const { version, files } = self.tianyuan;

/** Name of the cache of this version; the service worker uses the same. */
export const CACHE = `tianyuan-${version}`;

const MODULE = "tianyuan_bg.wasm";

const TYPES = {
    css: "text/css", html: "text/html", js: "text/javascript", otf: "font/otf", png: "image/png",
    ron: "text/plain;charset=utf-8", svg: "image/svg+xml", ttf: "font/ttf",
    wasm: "application/wasm", webmanifest: "application/manifest+json",
};

/** As many files are asked for at a time. */
const AT_ONCE = 8;

/** Another version lies on the server than the list is of. */
export class Changed extends Error {}

const typeOf = (path) => TYPES[path.split(".").pop()] ?? "application/octet-stream";

async function digest(bytes) {
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a stream; tells of each piece as it comes. */
async function read(stream, arrived) {
    const reader = stream.getReader();
    const pieces = [];
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        pieces.push(value);
        arrived(value.length);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** A response of the same content that says that it is WebAssembly. */
const asModule = (body) => new Response(body, { headers: { "content-type": typeOf(MODULE) } });

/** Compiles while the bytes come, whatever type the server gives them. */
function compiling(response) {
    const typed = (response.headers.get("content-type") ?? "").startsWith(typeOf(MODULE));
    const compiled = typed
        ? WebAssembly.compileStreaming(response.clone())
        : WebAssembly.compileStreaming(asModule(response.clone().body));
    // What is wrong with it is told when its bytes are compiled again.
    return compiled.catch(() => null);
}

/**
 * Loads every file of this version. `progress` is told how much is there,
 * from 0 to 1. Returns the compiled module and the bytes of the assets by
 * their address.
 */
export async function load(progress) {
    const controlled = Boolean(navigator.serviceWorker?.controller);
    const cache = controlled || !self.caches ? null : await caches.open(CACHE).catch(() => null);
    const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
    let here = 0;
    const arrived = (bytes) => progress((here += bytes) / total);
    const assets = new Map();
    let module = null;

    const one = async ([path, length, expected]) => {
        const address = new URL(path, document.baseURI).href;
        const response = await fetch(address, { cache: "no-cache" });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        const early = path === MODULE && WebAssembly.compileStreaming ? compiling(response) : null;
        const bytes = await read(response.body, arrived);
        // Without a secure connection there is nothing to compute hashes with.
        const right = bytes.length === length
            && (!self.crypto?.subtle || (await digest(bytes)) === expected);
        if (!right) throw new Changed(`${path} is of another version`);
        if (cache) {
            const kept = new Response(bytes, { headers: { "content-type": typeOf(path) } });
            // A full disk does not keep anybody from playing.
            await cache.put(address, kept).catch(() => {});
        }
        if (path === MODULE) module = (await early) ?? (await WebAssembly.compile(bytes));
        if (/^(assets|levels)\//.test(path)) assets.set(address, bytes);
    };

    // The longest first, so that the short ones fill the gaps.
    const waiting = [...files].sort((a, b) => b[1] - a[1]);
    const next = async () => {
        for (let file; (file = waiting.shift()); ) await one(file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return { module, assets };
}

/** Hands out assets that are here already instead of asking for them again. */
export function serve(assets) {
    const beyond = self.fetch.bind(self);
    self.fetch = (asked, options) => {
        const address = new URL(asked instanceof Request ? asked.url : asked, document.baseURI).href;
        const bytes = assets.get(address);
        if (!bytes) return beyond(asked, options);
        assets.delete(address);
        return Promise.resolve(new Response(bytes, { headers: { "content-type": typeOf(address) } }));
    };
}
