// What the browser keeps: games that come in as files and texts are there
// after a reload and go out again; what is refused, taken or damaged is told
// in a sentence and stops nothing.
//
//     node keep.mjs FOLDER_OF_THE_SITE FOLDER_FOR_PICTURES

import { mkdirSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

import { Player } from "./player.mjs";
import { serve } from "./server.mjs";

const [site, pictures] = process.argv.slice(2);
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const say = (text) => console.log(`web-test: ${text}`);
const must = (holds, text) => {
    if (!holds) throw new Error(text);
};

const game = (white, moves) => `[White "${white}"]\n[Black "Bo"]\n[Date "2020.05.06"]\n\n1. ${moves} *\n`;
const TWO = game("Anna", "e4 e5") + "\n" + game("Cem", "d4 d5");

/** Waits for words that are shown anywhere. */
const words = (player, what, seconds = 30) =>
    player.until(what, async () => {
        const seen = await player.outline();
        return seen?.widgets.some((widget) => what.test(widget.name ?? "")) && seen;
    }, seconds);

const library = async (player) => {
    await player.screen("Home");
    // A notice may lie over the button; the first tap takes it away.
    await player.until("the library", async () => {
        if ((await player.outline()).screen === "Library") return true;
        await player.tap("Library");
        await player.page.waitForTimeout(2000);
        return (await player.outline()).screen === "Library";
    });
};

/** What the application itself warns of here is wanted. */
const forgive = (player, pattern) => {
    player.wrong = player.wrong.filter((line) => !pattern.test(line));
};

/** Leaves the application for a page of the same address that is none. */
async function beside(player, server) {
    await player.page.goto(`${server.address}words.js`);
    await player.page.waitForTimeout(500);
    // Browsers look for an icon there.
    forgive(player, /favicon/);
}

async function new_player(browser, options = {}, prepare = async () => {}) {
    const context = await browser.newContext({
        // Everything is in sight without scrolling.
        viewport: { width: 600, height: 1500 },
        deviceScaleFactor: 1,
        hasTouch: true,
        isMobile: true,
        locale: "en-US",
        acceptDownloads: true,
        ...options,
    });
    await prepare(context);
    return new Player(await context.newPage(), pictures);
}

async function games_come_in_stay_and_go_out(browser, server) {
    const player = await new_player(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    await player.open(server.address);
    await library(player);
    const chooser = player.page.waitForEvent("filechooser");
    await player.tap("Import files");
    await (await chooser).setFiles({
        name: "two.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(TWO),
    });
    await words(player, /Anna/);
    await words(player, /Cem/);
    await player.shot("library-imported");
    say("a file that was chosen is in the library");

    // A file that is dropped on the page, and a text that is pasted.
    await player.page.evaluate((text) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([text], "three.pgn"));
        const drop = new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true });
        document.body.dispatchEvent(drop);
    }, `${TWO}\n${game("Dora", "c4 c5")}`);
    await words(player, /Dora/);
    await player.page.evaluate((text) => navigator.clipboard.writeText(text), TWO + game("Eve", "g3 g6"));
    await player.tap("Paste");
    await words(player, /Eve/);
    say("so are one that was dropped and a text that was pasted");
    player.check("after files came in");

    const download = player.page.waitForEvent("download");
    await player.tap("Export");
    await player.tap(/^PGN/);
    const file = await download;
    const text = readFileSync(await file.path(), "utf8");
    must(/Anna/.test(text) && /Eve/.test(text), `the download holds ${text.length} letters of something else`);
    say(`they go out as ${file.suggestedFilename()}`);

    await player.reload();
    await library(player);
    for (const name of [/Anna/, /Cem/, /Dora/, /Eve/]) await words(player, name);
    await player.shot("library-after-reload");
    say("after a reload they are all there");
    player.check("after the reload");

    const second = new Player(await player.page.context().newPage(), pictures);
    await second.open(server.address);
    await words(second, /another window of this program/);
    await library(second);
    await second.shot("library-taken");
    second.check("in a second window");
    await second.page.close();
    say("a second window says that the first one has the library");

    // Whatever is in the file, a new library is begun beside it.
    await beside(player, server);
    await player.page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await folder.getFileHandle("library.redb");
        const writer = await file.createWritable();
        await writer.write("this is no library");
        await writer.close();
    });
    await player.open(server.address);
    await words(player, /library\.damaged-1\.redb/);
    forgive(player, /the library is damaged/);
    await library(player);
    await words(player, /No games yet/);
    await player.shot("library-damaged");
    const kept = await player.page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await (await folder.getFileHandle("library.damaged-1.redb")).getFile();
        return file.text();
    });
    must(kept === "this is no library", `the damaged file holds ${kept}`);
    say("a damaged library is kept under another name, and a new one is begun");
    player.check("after the damage");
    await player.page.context().close();
}

async function refused_storage_is_told_of(browser, server) {
    const player = await new_player(browser, {}, (context) =>
        context.addInitScript(() => {
            Object.defineProperty(self, "localStorage", {
                get: () => { throw new DOMException("forbidden", "SecurityError"); },
            });
        }));
    await player.open(server.address);
    await words(player, /keeps nothing for this page/);
    forgive(player, /keeps nothing for this page/);
    await player.shot("storage-refused");
    player.check("without storage");
    say("storage that is refused is told of once, and the program runs");
    await player.page.context().close();
}

async function full_storage_is_told_of(browser, server) {
    const player = await new_player(browser);
    await beside(player, server);
    await player.page.evaluate(() => {
        for (let size = 1 << 22; size > 0; size >>= 1) {
            try {
                for (let part = 0; ; part++) localStorage.setItem(`other/${size}-${part}`, "x".repeat(size));
            } catch {}
        }
    });
    await player.open(server.address);
    await player.screen("Home");
    await player.tap("Settings");
    await player.screen("Settings");
    await player.tap("Show legal moves");
    await words(player, /no more room/);
    forgive(player, /no more room/);
    await player.shot("storage-full");
    player.check("without room");
    say("storage that is full is told of, and the program runs");
    await player.page.context().close();
}

mkdirSync(pictures, { recursive: true });
const server = await serve(site, "/games/tianyuan/");
const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
        "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
});
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
