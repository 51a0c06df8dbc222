// Drives the application in a browser page by touch, using its test snapshots,
// and records every error.

import { join } from "node:path";

/** Console messages that are allowed: those about software rendering. */
const ALLOWED = [/drawing in software|only supports software rendering/, /GPU stall due to ReadPixels/];

/** Console messages logged by the application, with their level. */
const OWN = /^%c(ERROR|WARN)%c/;

const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

export class AppDriver {
    static #screenshots = 0;
    #page;
    #folder;
    /** Errors so far. */
    wrong = [];
    /** True while requests may fail. */
    offline = false;

    constructor(page, folder) {
        this.#page = page;
        this.#folder = folder;
        page.on("console", (message) => {
            const text = message.text();
            if (!["error", "warning"].includes(message.type()) && !OWN.test(text)) return;
            if (ALLOWED.some((allowed) => allowed.test(text))) return;
            this.wrong.push(`console ${message.type()}: ${text} (${message.location().url})`);
        });
        page.on("pageerror", (error) => this.wrong.push(`page error: ${error.stack ?? error}`));
        page.on("crash", () => this.wrong.push("the page crashed"));
        page.on("requestfailed", (request) => {
            if (this.offline) return;
            this.wrong.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
        });
        page.on("response", (response) => {
            if (response.status() >= 400) this.wrong.push(`${response.status()}: ${response.url()}`);
        });
    }

    get page() {
        return this.#page;
    }

    /** Waits until `test` returns a truthy value and returns it. */
    async until(what, test, seconds = 120) {
        const end = Date.now() + seconds * 1000;
        let last;
        do {
            try {
                const found = await test();
                if (found) return found;
                last = undefined;
            } catch (error) {
                last = error;
            }
            if (this.wrong.some((line) => /crash|page error/.test(line))) break;
            await sleep(100);
        } while (Date.now() < end);
        await this.screenshot("failed").catch(() => {});
        const seen = await this.snapshot().catch(() => undefined);
        const names = seen?.widgets.map((widget) => widget.name).join(" | ");
        throw new Error(
            `timed out waiting for ${what}; on the screen ${seen?.screen}: ${names} ${last ?? ""}` +
                ` ${JSON.stringify(seen?.game)}`,
        );
    }

    /** Opens the page and waits until the application is ready. */
    async open(address) {
        await this.#page.goto(address, { waitUntil: "load" });
        await this.ready();
    }

    /** Reloads the page and waits until the application is ready. */
    async reload() {
        await this.#page.reload({ waitUntil: "load" });
        await this.ready();
    }

    async ready() {
        const cover = this.#page.locator("#cover");
        await this.until("the first screen", () => cover.isHidden(), 180);
        await this.until("the snapshot", () => this.snapshot());
        await this.welcome();
    }

    /** Answers the questions of the very first start, where they are asked. */
    async welcome() {
        if (!(await this.find("Done"))) return;
        await this.tap("Done");
        await this.until("the home page", () => this.find("Puzzles"));
    }

    /** The application's snapshot of the screen, or `undefined` before it was drawn. */
    async snapshot() {
        const ask = () => this.#page.evaluate(() => self.tianyuan.app?.test_snapshot());
        let text = await ask();
        // Snapshots are only taken for a while after a request.
        for (let tries = 0; text === "" && tries < 100; tries++) {
            await sleep(50);
            text = await ask();
        }
        return text ? JSON.parse(text) : undefined;
    }

    /** True while the engine searches; cheaper than a snapshot. */
    async isThinking() {
        return this.#page.evaluate(() => self.tianyuan.app.is_thinking());
    }

    /** Waits for a screen and returns its snapshot. */
    async screen(name) {
        return this.until(`the screen ${name}`, async () => {
            const seen = await this.snapshot();
            return seen?.screen === name && seen;
        });
    }

    /** The enabled widget with this name, visible or not. */
    async find(name, role = undefined) {
        const fits = typeof name === "string" ? (text) => text === name : (text) => name.test(text);
        const seen = await this.snapshot();
        return seen?.widgets.find(
            (widget) => fits(widget.name) && widget.enabled && (!role || widget.role === role)
                && widget.place[2] > 0 && !["Label", "TextRun"].includes(widget.role),
        );
    }

    /** True if a label outside of `own`, such as a toast, covers the point. */
    async isCovered([x, y], own = [x, y, 0, 0]) {
        const seen = await this.snapshot();
        const within = ([left, top, width, height], x, y) =>
            x >= left && x <= left + width && y >= top && y <= top + height;
        return seen.widgets.some(({ role, place: [left, top, width, height] }) =>
            role === "Label" && within([left - 16, top - 12, width + 32, height + 24], x, y)
                && !within(own, left + width / 2, top + height / 2));
    }

    /** Taps the widget with this name, scrolling to it if necessary. */
    async tap(name) {
        const size = this.#page.viewportSize();
        const [margin, foot] = [60, 64];
        const place = await this.until(`"${name}" in sight`, async () => {
            const found = await this.find(name);
            if (!found) return undefined;
            const [x, y, width, height] = found.place;
            const middle = [x + width / 2, y + height / 2];
            const within = middle[1] > 8 && middle[1] < size.height - 8;
            if (within) {
                // Wait until scrolling has stopped.
                await sleep(120);
                const again = await this.find(name);
                const rests = again?.place.join() === found.place.join();
                return rests && !(await this.isCovered(middle, found.place)) && middle;
            }
            const by = middle[1] < 0 ? middle[1] - margin : middle[1] - size.height + foot;
            await this.drag(size.width / 2, -Math.sign(by) * Math.min(420, Math.abs(by) + 20));
            return undefined;
        });
        await this.#page.touchscreen.tap(...place);
        await sleep(80);
    }

    /** Drags vertically by so many pixels. */
    async drag(x, by) {
        const session = await this.#page.context().newCDPSession(this.#page);
        const middle = this.#page.viewportSize().height / 2;
        const at = (y) => [{ x, y }];
        const send = (type, touchPoints) =>
            session.send("Input.dispatchTouchEvent", { type, touchPoints });
        await send("touchStart", at(middle - by / 2));
        for (let step = 1; step <= 8; step++) {
            await send("touchMove", at(middle - by / 2 + (by * step) / 8));
            await sleep(15);
        }
        // A pause before the release avoids kinetic scrolling.
        await sleep(150);
        await send("touchEnd", []);
        await session.detach();
        await sleep(200);
    }

    /** Taps a point of the board. */
    async point(name) {
        const seen = await this.snapshot();
        const at = seen.points[name];
        if (!at) throw new Error(`there is no point ${name} on the board`);
        await this.until("nothing over the board", async () => !(await this.isCovered(at)));
        await this.#page.touchscreen.tap(...at);
    }

    /** Saves a screenshot. */
    async screenshot(name) {
        AppDriver.#screenshots += 1;
        const number = String(AppDriver.#screenshots).padStart(2, "0");
        await this.#page.screenshot({ path: join(this.#folder, `${number}-${name}.png`) });
    }

    /** Fails the test if there was an error. */
    check(when) {
        if (this.wrong.length > 0) throw new Error(`${when}:\n  ${this.wrong.join("\n  ")}`);
    }
}
