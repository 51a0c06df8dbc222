// The service worker: caches every file of one version and serves from that
// cache only, so that the application starts offline and never mixes two
// versions. A new version is downloaded beside the old one and activated when
// the application is started the next time.

const VERSION = "@VERSION@";

importScripts("files.js");

const { version, files } = self.tianyuan;
const CACHE = `tianyuan-${VERSION}`;
const INDEX = "index.html";
const LIST = "files.js";
const EXPECTED = new Map(files.map(([path, , hash]) => [path, hash]));

const address = (path) => new URL(path, self.registration.scope).href;

/** The path of a URL in the file list, or `undefined` if it is not in it. */
function cachedPath(url) {
    const { origin, pathname } = new URL(url);
    const scope = new URL(self.registration.scope);
    if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
    const path = decodeURIComponent(pathname.slice(scope.pathname.length)) || INDEX;
    return path === LIST || EXPECTED.has(path) ? path : undefined;
}

async function sha256(bytes) {
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches a file and caches it if its hash is the one of this version. */
async function fetchAndCache(cache, path) {
    const response = await fetch(address(path), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if ((await sha256(bytes)) !== EXPECTED.get(path)) throw new Error(`${path} is of another version`);
    const type = path.endsWith(".wasm") ? "application/wasm" : response.headers.get("content-type");
    const cached = new Response(bytes, { headers: { "content-type": type ?? "application/octet-stream" } });
    await cache.put(address(path), cached.clone());
    return cached;
}

/** Caches the files that the page has not cached yet. */
async function install() {
    if (version !== VERSION) throw new Error("the list of files is of another version");
    const cache = await caches.open(CACHE);
    const text = `self.tianyuan = ${JSON.stringify({ version, files })};`;
    await cache.put(address(LIST), new Response(text, { headers: { "content-type": "text/javascript" } }));
    for (const [path] of files) {
        if (!(await cache.match(address(path)))) await fetchAndCache(cache, path);
    }
}

/** Deletes the caches of earlier versions. */
async function activate() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("tianyuan-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
}

async function respond(path) {
    const cache = await caches.open(CACHE);
    return (await cache.match(address(path))) ?? (await fetchAndCache(cache, path));
}

/** Activates at once if no other page still runs the old version. */
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
    const path = event.request.method === "GET" ? cachedPath(event.request.url) : undefined;
    if (path) event.respondWith(respond(path));
});
