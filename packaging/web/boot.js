// Starts the application: loads it, opens it on the canvas, and tells it what
// only a page can know: that nobody looks, that one goes back, where the
// screen has its notch.

import { progress, stop, uncover } from "./cover.js";
import { hush } from "./sound.js";
import { Changed, load, serve } from "./load.js";

const canvas = document.getElementById("tianyuan");

/** Whether this is the second try after a change of the version. */
const AGAIN = "tianyuan-again";

/** The smallest module that works on several numbers at once. */
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

/** What is missing here, if anything. */
function missing() {
    if (!self.WebAssembly?.validate(SIMD)) return "no-script";
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) return "no-graphics";
    // Browsers allow few of these at a time.
    probe.getExtension("WEBGL_lose_context")?.loseContext();
    return undefined;
}

/** Lets a version that was fetched last time take over, before anything is loaded. */
async function takeNewVersion() {
    const workers = navigator.serviceWorker;
    const registration = await workers?.getRegistration().catch(() => undefined);
    if (!registration?.waiting || !workers.controller) return;
    const changed = new Promise((done) => {
        workers.addEventListener("controllerchange", () => done(true), { once: true });
        // Another page may still run the old one; then so does this.
        setTimeout(() => done(false), 1500);
    });
    registration.waiting.postMessage("take over");
    if (await changed) {
        location.reload();
        await new Promise(() => {});
    }
}

/** Nobody looks, or somebody looks again. */
function watchSight(app) {
    let away = false;
    const look = (hidden) => {
        if (hidden === away) return;
        away = hidden;
        hush(hidden);
        if (hidden) app.suspend();
        else app.resume();
    };
    document.addEventListener("visibilitychange", () => look(document.hidden));
    self.addEventListener("pagehide", () => look(true));
    self.addEventListener("pageshow", () => look(document.hidden));
}

/** Tells how much of each edge the device keeps for itself. */
function watchEdges(app) {
    const safe = document.getElementById("safe");
    let told = "";
    const measure = () => {
        const style = getComputedStyle(safe);
        const edges = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft];
        if (edges.join() === told) return;
        told = edges.join();
        app.safe_area(...edges.map(parseFloat));
    };
    measure();
    self.addEventListener("resize", measure);
    screen.orientation?.addEventListener("change", measure);
}

/**
 * Hands the way back to the application. One entry lies above the page in the
 * history, from the first touch on, since browsers pass over entries that
 * nobody has asked for; going back takes it away, and it is laid there again
 * as long as the application has somewhere to go back to.
 */
function watchWayBack(app) {
    let laid = history.state === "within";
    const lay = () => {
        if (laid) return;
        laid = true;
        history.pushState("within", "");
    };
    self.addEventListener("popstate", (event) => {
        laid = event.state === "within";
        if (laid) return;
        if (app.back()) lay();
        else history.back();
    });
    for (const gesture of ["pointerup", "keydown"]) self.addEventListener(gesture, lay, true);
}

/** What goes wrong for good is told in a sentence. */
function watchFailure() {
    canvas.addEventListener("webglcontextlost", () => stop("context-lost"));
    const failed = (error) => {
        if (error instanceof WebAssembly.RuntimeError) stop("failed");
    };
    self.addEventListener("error", (event) => failed(event.error));
    self.addEventListener("unhandledrejection", (event) => failed(event.reason));
}

async function boot() {
    const lack = missing();
    if (lack) return stop(lack);
    await takeNewVersion();
    progress(0);
    const { module, assets } = await load(progress);
    const app = await import("./tianyuan.js");
    sessionStorage.removeItem(AGAIN);
    serve(assets);
    progress(1);
    await app.default({ module_or_path: module });
    watchFailure();
    self.addEventListener("tianyuan-ready", uncover, { once: true });
    app.start();
    watchSight(app);
    watchEdges(app);
    watchWayBack(app);
    self.tianyuan.app = app;
    // A page without a secure connection has none.
    await navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => {});
}

function explain(error) {
    if (error instanceof Changed && !sessionStorage.getItem(AGAIN)) {
        // The browser had kept an older list of files.
        sessionStorage.setItem(AGAIN, "yes");
        return location.reload();
    }
    sessionStorage.removeItem(AGAIN);
    if (error instanceof Changed) return stop("changed", error);
    stop(error instanceof WebAssembly.CompileError ? "no-script" : "no-network", error);
}

document.addEventListener("contextmenu", (event) => event.preventDefault());
// Two fingers zoom the board, not the page.
document.addEventListener("gesturestart", (event) => event.preventDefault());

boot().catch(explain);
