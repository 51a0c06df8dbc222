// Loads and starts the application on the canvas and forwards page events to
// it: visibility, the back button and the safe area insets.

import { showProgress, showError, hideCover } from "./cover.js";
import { setPageHidden } from "./sound.js";
import { VersionMismatch, load, serveFromMemory } from "./load.js";

const canvas = document.getElementById("tianyuan");

/** Session storage key: set while reloading once after a version mismatch. */
const RETRY_KEY = "tianyuan-again";

/** The smallest WebAssembly module with a SIMD instruction, for feature detection. */
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

/** Message id of a feature that the browser lacks, if any. */
function missingFeature() {
    if (!self.WebAssembly?.validate(SIMD)) return "no-script";
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) return "no-graphics";
    // Browsers limit the number of live WebGL contexts.
    probe.getExtension("WEBGL_lose_context")?.loseContext();
    return undefined;
}

/** Activates a waiting service worker, and with it a new version, before loading. */
async function activateWaitingVersion() {
    const workers = navigator.serviceWorker;
    const registration = await workers?.getRegistration().catch(() => undefined);
    if (!registration?.waiting || !workers.controller) return;
    const changed = new Promise((done) => {
        workers.addEventListener("controllerchange", () => done(true), { once: true });
        // Another page may still run the old version; then so does this one.
        setTimeout(() => done(false), 1500);
    });
    registration.waiting.postMessage("take over");
    if (await changed) {
        location.reload();
        await new Promise(() => {});
    }
}

/** Suspends the application while the page is hidden and resumes it afterwards. */
function watchVisibility(app) {
    let away = false;
    const look = (hidden) => {
        if (hidden === away) return;
        away = hidden;
        setPageHidden(hidden);
        if (hidden) app.suspend();
        else app.resume();
    };
    document.addEventListener("visibilitychange", () => look(document.hidden));
    self.addEventListener("pagehide", () => look(true));
    self.addEventListener("pageshow", () => look(document.hidden));
}

/** Forwards the safe area insets whenever they change. */
function watchSafeArea(app) {
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
 * Forwards the back button to the application. A history entry is pushed on
 * the first user gesture, since browsers skip entries pushed without one;
 * going back pops it, and it is pushed again as long as the application has
 * handled the step.
 */
function watchBackNavigation(app) {
    let pushed = history.state === "within";
    const push = () => {
        if (pushed) return;
        pushed = true;
        history.pushState("within", "");
    };
    self.addEventListener("popstate", (event) => {
        pushed = event.state === "within";
        if (pushed) return;
        if (app.back()) push();
        else history.back();
    });
    for (const gesture of ["pointerup", "keydown"]) self.addEventListener(gesture, push, true);
}

/** Shows an error message for failures that cannot be recovered from. */
function watchErrors() {
    canvas.addEventListener("webglcontextlost", () => showError("context-lost"));
    const failed = (error) => {
        if (error instanceof WebAssembly.RuntimeError) showError("failed");
    };
    self.addEventListener("error", (event) => failed(event.error));
    self.addEventListener("unhandledrejection", (event) => failed(event.reason));
}

async function boot() {
    const lacking = missingFeature();
    if (lacking) return showError(lacking);
    await activateWaitingVersion();
    showProgress(0);
    const { module, assets } = await load(showProgress);
    const app = await import("./tianyuan.js");
    sessionStorage.removeItem(RETRY_KEY);
    serveFromMemory(assets);
    showProgress(1);
    await app.default({ module_or_path: module });
    watchErrors();
    self.addEventListener("tianyuan-ready", hideCover, { once: true });
    app.start();
    watchVisibility(app);
    watchSafeArea(app);
    watchBackNavigation(app);
    self.tianyuan.app = app;
    // Service workers exist only in secure contexts.
    await navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => {});
}

function handleLoadError(error) {
    if (error instanceof VersionMismatch && !sessionStorage.getItem(RETRY_KEY)) {
        // The browser had cached an older file list.
        sessionStorage.setItem(RETRY_KEY, "yes");
        return location.reload();
    }
    sessionStorage.removeItem(RETRY_KEY);
    if (error instanceof VersionMismatch) return showError("changed", error);
    showError(error instanceof WebAssembly.CompileError ? "no-script" : "no-network", error);
}

document.addEventListener("contextmenu", (event) => event.preventDefault());
// A pinch zooms the board, not the page.
document.addEventListener("gesturestart", (event) => event.preventDefault());

boot().catch(handleLoadError);
