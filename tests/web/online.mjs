// Plays over a network in a headless browser: the program serves the page and the games, a player
// without a window offers one, and the phone that opens its link plays it to the end, across a
// reload of the page.
//
//     node online.mjs FOLDER_OF_THE_SITE FOLDER_FOR_PICTURES PROGRAM

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { AppDriver } from "./app_driver.mjs";
import { launch } from "./browser.mjs";

const [site, pictures, program] = process.argv.slice(2);

const say = (text) => console.log(`web-test: ${text}`);
const must = (holds, text) => {
    if (!holds) throw new Error(text);
};

/** Starts the program; its lines are kept and waited for. */
function start(...options) {
    const process = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = [];
    createInterface({ input: process.stdout }).on("line", (line) => lines.push(line));
    const line = async (pattern, seconds = 60) => {
        for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
            const found = lines.map((line) => pattern.exec(line)).find(Boolean);
            if (found) return found;
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`${options.join(" ")}: no line ${pattern} among\n${lines.join("\n")}`);
    };
    return { line, stop: () => process.kill("SIGKILL") };
}

rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const data = mkdtempSync(join(tmpdir(), "tianyuan-online-"));
const server = start("serve", "--port", "0", "--hidden", "--data", data, "--web", site);
const browser = await launch("--force-device-scale-factor=2");
let failed = false;
try {
    const port = (await server.line(/:(\d+)\//))[1];
    const address = `127.0.0.1:${port}`;
    const other = start(
        "online", address, "--name", "Bo", "--challenge", "tictactoe", "--time", "300+2", "--rated",
    );
    const link = (await other.line(/(http\S+#challenge=\S+)/))[1];
    const context = await browser.newContext({
        viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true,
        locale: "en-US",
    });
    const app = new AppDriver(await context.newPage(), pictures);
    try {
        await app.page.goto(link, { waitUntil: "load" });
        await app.until("the game", async () => (await app.snapshot())?.screen === "Play", 180);
        say("the link of a challenge opens the game in a browser");
        await app.page.waitForTimeout(700);
        await app.screenshot("online-play");
        for (let turn = 0; ; turn++) {
            const seen = await app.until("the own turn", async () => {
                const seen = await app.snapshot();
                return (seen?.game?.turn === "Human" || seen?.game?.over) && seen;
            });
            if (seen.game.over) break;
            if (turn === 1) {
                // The page forgets the link, but knows that a game runs there, and goes back to it.
                await app.page.goto(`http://${address}/`, { waitUntil: "load" });
                await app.ready();
                const again = await app.until("the game again", async () => {
                    const seen = await app.snapshot();
                    return seen?.screen === "Play" && seen.game?.moves.length > 1 && seen;
                });
                must(
                    again.game.moves.join() === seen.game.moves.join(),
                    `another game was found: ${again.game.moves.join(" ")}`,
                );
                say("after a reload the game goes on");
            }
            await app.until("the move", async () => {
                const now = await app.snapshot();
                if (now.game.moves.length > seen.game.moves.length) return true;
                // A notice may have been over the board.
                await app.point(now.game.legal.find((name) => now.points[name]));
                await app.page.waitForTimeout(1000);
                return false;
            });
        }
        await app.until("the rematch", () => app.find("Rematch"));
        await app.page.waitForTimeout(700);
        await app.screenshot("online-end");
        app.check("while playing over a network");
        say("a game over a network was played to its end");
    } finally {
        other.stop();
    }
} catch (error) {
    failed = true;
    console.error(`web-test: ${error.stack ?? error}`);
} finally {
    await browser.close();
    server.stop();
    rmSync(data, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
