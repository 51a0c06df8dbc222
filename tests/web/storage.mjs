// Storage in the browser: games imported from files and text survive a reload
// and can be exported; refused, locked or damaged storage is reported and does
// not stop the application.
//
//     node storage.mjs FOLDER_OF_THE_SITE FOLDER_FOR_PICTURES

import { mkdirSync, readFileSync } from "node:fs";

import { AppDriver } from "./app_driver.mjs";
import { launch } from "./browser.mjs";
import { serve } from "./server.mjs";

const [site, pictures] = process.argv.slice(2);

const say = (text) => console.log(`web-test: ${text}`);
const must = (holds, text) => {
    if (!holds) throw new Error(text);
};

const game = (white, moves) => `[White "${white}"]\n[Black "Bo"]\n[Date "2020.05.06"]\n\n1. ${moves} *\n`;
const TWO = game("Anna", "e4 e5") + "\n" + game("Cem", "d4 d5");

/** Waits for text that is shown anywhere. */
const words = (app, what, seconds = 30) =>
    app.until(what, async () => {
        const seen = await app.snapshot();
        return seen?.widgets.some((widget) => what.test(widget.name ?? "")) && seen;
    }, seconds);

const library = async (app) => {
    await app.screen("Home");
    // A toast may cover the button; the first tap dismisses it.
    await app.until("the library", async () => {
        if ((await app.snapshot()).screen === "Library") return true;
        await app.tap("Library");
        await app.page.waitForTimeout(2000);
        return (await app.snapshot()).screen === "Library";
    });
};

/** Removes expected warnings of the application. */
const forgive = (app, pattern) => {
    app.wrong = app.wrong.filter((line) => !pattern.test(line));
};

/** Leaves the application for another document of the same origin. */
async function beside(app, server) {
    await app.page.goto(`${server.address}messages.js`);
    await app.page.waitForTimeout(500);
    // Browsers request a favicon there.
    forgive(app, /favicon/);
}

async function openBrowser(browser, options = {}, prepare = async () => {}) {
    const context = await browser.newContext({
        // Large enough to show everything without scrolling.
        viewport: { width: 600, height: 1500 },
        deviceScaleFactor: 1,
        hasTouch: true,
        isMobile: true,
        locale: "en-US",
        acceptDownloads: true,
        ...options,
    });
    await prepare(context);
    return new AppDriver(await context.newPage(), pictures);
}

async function games_come_in_stay_and_go_out(browser, server) {
    const app = await openBrowser(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await app.open(server.address);
    await library(app);
    const chooser = app.page.waitForEvent("filechooser");
    await app.tap("Import files");
    await (await chooser).setFiles({
        name: "two.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(TWO),
    });
    await words(app, /Anna/);
    await words(app, /Cem/);
    await app.screenshot("library-imported");
    say("a file that was chosen is in the library");

    // A file dropped on the page, and pasted text.
    await app.page.evaluate((text) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([text], "three.pgn"));
        const drop = new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true });
        document.body.dispatchEvent(drop);
    }, `${TWO}\n${game("Dora", "c4 c5")}`);
    await words(app, /Dora/);
    await app.page.evaluate((text) => navigator.clipboard.writeText(text), TWO + game("Eve", "g3 g6"));
    await app.tap("Paste");
    await words(app, /Eve/);
    say("so are one that was dropped and a text that was pasted");
    app.check("after files came in");

    const download = app.page.waitForEvent("download");
    await app.tap("Export");
    await app.tap(/^PGN/);
    const file = await download;
    const text = readFileSync(await file.path(), "utf8");
    must(/Anna/.test(text) && /Eve/.test(text), `the download holds ${text.length} letters of something else`);
    say(`they go out as ${file.suggestedFilename()}`);

    await app.reload();
    await library(app);
    for (const name of [/Anna/, /Cem/, /Dora/, /Eve/]) await words(app, name);
    await app.screenshot("library-after-reload");
    say("after a reload they are all there");
    app.check("after the reload");

    const second = new AppDriver(await app.page.context().newPage(), pictures);
    await second.open(server.address);
    await words(second, /another window of Tianyuan/);
    await library(second);
    await second.screenshot("library-taken");
    second.check("in a second window");
    await second.page.close();
    say("a second window says that the first one has the library");

    // A damaged library is set aside, and a new one is created.
    await beside(app, server);
    await app.page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await folder.getFileHandle("library.redb");
        const writer = await file.createWritable();
        await writer.write("this is no library");
        await writer.close();
    });
    await app.open(server.address);
    await words(app, /library\.damaged-1\.redb/);
    forgive(app, /the library is damaged/);
    await library(app);
    await words(app, /No games yet/);
    await app.screenshot("library-damaged");
    const kept = await app.page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await (await folder.getFileHandle("library.damaged-1.redb")).getFile();
        return file.text();
    });
    must(kept === "this is no library", `the damaged file holds ${kept}`);
    say("a damaged library is kept under another name, and a new one is begun");
    app.check("after the damage");
    await app.page.context().close();
}

async function refused_storage_is_told_of(browser, server) {
    const app = await openBrowser(browser, {}, (context) =>
        context.addInitScript(() => {
            Object.defineProperty(self, "localStorage", {
                get: () => { throw new DOMException("forbidden", "SecurityError"); },
            });
        }));
    await app.open(server.address);
    await words(app, /does not save data for this page/);
    await app.screenshot("storage-refused");
    // It is told as often as something is to be saved.
    forgive(app, /does not save data for this page/);
    app.check("without storage");
    say("storage that is refused is told of once, and the program runs");
    await app.page.context().close();
}

async function full_storage_is_told_of(browser, server) {
    const app = await openBrowser(browser);
    await beside(app, server);
    await app.page.evaluate(() => {
        for (let size = 1 << 22; size > 0; size >>= 1) {
            try {
                for (let part = 0; ; part++) localStorage.setItem(`other/${size}-${part}`, "x".repeat(size));
            } catch {}
        }
    });
    await app.open(server.address);
    await app.screen("Home");
    await app.tap("Settings");
    await app.screen("Settings");
    // In sight without scrolling, which could move a slider and have the failure told before.
    await app.tap("Dark");
    await words(app, /Storage is full/);
    await app.screenshot("storage-full");
    // It is told as often as something is to be saved.
    forgive(app, /Storage is full/);
    app.check("without room");
    say("storage that is full is told of, and the program runs");
    await app.page.context().close();
}

mkdirSync(pictures, { recursive: true });
const server = await serve(site, "/games/tianyuan/");
const browser = await launch();
let failed = false;
try {
    await games_come_in_stay_and_go_out(browser, server);
    await refused_storage_is_told_of(browser, server);
    await full_storage_is_told_of(browser, server);
} catch (error) {
    failed = true;
    console.error(`web-test: ${error.message}`);
} finally {
    await browser.close();
    await server.stop().catch(() => {});
}
process.exit(failed ? 1 : 0);
