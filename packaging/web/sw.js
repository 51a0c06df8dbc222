// The service worker: keeps every file of one version, and answers from them
// alone, so that the application starts without a network and is never made
// of two versions. A new version is fetched beside the old one and taken when
// the application is started the next time.

const VERSION = "@VERSION@";

importScripts("files.js");

const { version, files } = self.tianyuan;
const CACHE = `tianyuan-${VERSION}`;
const INDEX = "index.html";
const LIST = "files.js";
const EXPECTED = new Map(files.map(([path, , digest]) => [path, digest]));

const address = (path) => new URL(path, self.registration.scope).href;

/** The path of a file of ours, or `undefined`. */
function ours(url) {
    const { origin, pathname } = new URL(url);
    const scope = new URL(self.registration.scope);
    if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
    const path = decodeURIComponent(pathname.slice(scope.pathname.length)) || INDEX;
    return path === LIST || EXPECTED.has(path) ? path : undefined;
}

async function digest(bytes) {
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches a file and keeps it, if it is the one of this version. */
async function take(cache, path) {
    const response = await fetch(address(path), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if ((await digest(bytes)) !== EXPECTED.get(path)) throw new Error(`${path} is of another version`);
    const type = path.endsWith(".wasm") ? "application/wasm" : response.headers.get("content-type");
    const kept = new Response(bytes, { headers: { "content-type": type ?? "application/octet-stream" } });
    await cache.put(address(path), kept.clone());
    return kept;
}

/** Keeps what the page has not yet kept. */
async function install() {
    if (version !== VERSION) throw new Error("the list of files is of another version");
    const cache = await caches.open(CACHE);
    const text = `self.tianyuan = ${JSON.stringify({ version, files })};`;
    await cache.put(address(LIST), new Response(text, { headers: { "content-type": "text/javascript" } }));
    for (const [path] of files) {
        if (!(await cache.match(address(path)))) await take(cache, path);
    }
}

/** Forgets the versions before this one. */
async function activate() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("tianyuan-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(path) {
    const cache = await caches.open(CACHE);
    return (await cache.match(address(path))) ?? (await take(cache, path));
}

/** Takes over at once if no other page still runs the old version. */
async function takeOver() {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length <= 1) await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
    if (event.data === "take over") event.waitUntil(takeOver());
});
self.addEventListener("fetch", (event) => {
    const path = event.request.method === "GET" ? ours(event.request.url) : undefined;
    if (path) event.respondWith(answer(path));
});
