// Downloads the files of this version with progress, verifies them against
// the list made by the build, and caches them for offline use.

const { version, files } = self.tianyuan;

/** Name of the cache of this version; the service worker uses the same. */
export const CACHE = `tianyuan-${version}`;

const MODULE = "tianyuan_bg.wasm";

const MIME_TYPES = {
    css: "text/css", html: "text/html", js: "text/javascript", otf: "font/otf", png: "image/png",
    ron: "text/plain;charset=utf-8", svg: "image/svg+xml", ttf: "font/ttf",
    wasm: "application/wasm", webmanifest: "application/manifest+json",
};

/** Number of files that are downloaded at a time. */
const PARALLEL_REQUESTS = 8;

/**
 * Weights of engines are not part of the start: the game fetches them when it is about to be
 * played. The service worker caches them with everything else, for use offline.
 */
const isDeferred = (path) => path.endsWith(".bin");

/** The server has files of another version than the file list. */
export class VersionMismatch extends Error {}

const mimeType = (path) => MIME_TYPES[path.split(".").pop()] ?? "application/octet-stream";

async function sha256(bytes) {
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads a stream; `onBytes` gets the length of each chunk as it arrives. */
async function read(stream, onBytes) {
    const reader = stream.getReader();
    const pieces = [];
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        pieces.push(value);
        onBytes(value.length);
    }
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** A response of the same content with the content type of WebAssembly. */
const asModule = (body) => new Response(body, { headers: { "content-type": mimeType(MODULE) } });

/** Compiles while the bytes arrive, whatever content type the server sends. */
function compileWhileLoading(response) {
    const typed = (response.headers.get("content-type") ?? "").startsWith(mimeType(MODULE));
    const compiled = typed
        ? WebAssembly.compileStreaming(response.clone())
        : WebAssembly.compileStreaming(asModule(response.clone().body));
    // An invalid module is reported when its bytes are compiled again.
    return compiled.catch(() => null);
}

/**
 * Loads the files with which this version starts. `progress` is called with the loaded
 * fraction, from 0 to 1. Returns the compiled module and a map from URL to
 * the bytes of each asset.
 */
export async function load(progress) {
    const controlled = Boolean(navigator.serviceWorker?.controller);
    const cache = controlled || !self.caches ? null : await caches.open(CACHE).catch(() => null);
    const needed = files.filter(([path]) => !isDeferred(path));
    const total = needed.reduce((sum, [, bytes]) => sum + bytes, 0);
    let loaded = 0;
    const onBytes = (bytes) => progress((loaded += bytes) / total);
    const assets = new Map();
    let module = null;

    const loadFile = async ([path, length, expected]) => {
        const address = new URL(path, document.baseURI).href;
        const response = await fetch(address, { cache: "no-cache" });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        const early = path === MODULE && WebAssembly.compileStreaming ? compileWhileLoading(response) : null;
        const bytes = await read(response.body, onBytes);
        // SubtleCrypto exists only in secure contexts.
        const valid = bytes.length === length
            && (!self.crypto?.subtle || (await sha256(bytes)) === expected);
        if (!valid) throw new VersionMismatch(`${path} is of another version`);
        if (cache) {
            const copy = new Response(bytes, { headers: { "content-type": mimeType(path) } });
            // The game can be played without the cache when the disk is full.
            await cache.put(address, copy).catch(() => {});
        }
        if (path === MODULE) module = (await early) ?? (await WebAssembly.compile(bytes));
        if (/^(assets|levels)\//.test(path)) assets.set(address, bytes);
    };

    // Largest first, so that small files fill the gaps.
    const queue = [...needed].sort((a, b) => b[1] - a[1]);
    const loadNext = async () => {
        for (let file; (file = queue.shift()); ) await loadFile(file);
    };
    await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, loadNext));
    return { module, assets };
}

/** Replaces `fetch` so that loaded assets are not requested again. */
export function serveFromMemory(assets) {
    const networkFetch = self.fetch.bind(self);
    self.fetch = (request, options) => {
        const address = new URL(request instanceof Request ? request.url : request, document.baseURI).href;
        const bytes = assets.get(address);
        if (!bytes) return networkFetch(request, options);
        assets.delete(address);
        return Promise.resolve(new Response(bytes, { headers: { "content-type": mimeType(address) } }));
    };
}
