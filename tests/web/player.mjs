// Somebody with a finger on a small screen: sees what the application says is
// there, taps at it, and notes everything that goes wrong.

import { join } from "node:path";

/** What may be said on the console: that the test draws in software. */
const ALLOWED = [/drawing in software|only supports software rendering/, /GPU stall due to ReadPixels/];

/** What the application itself says there is plain text after its level. */
const OWN = /^%c(ERROR|WARN)%c/;

const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

export class Player {
    static #shots = 0;
    #page;
    #folder;
    /** What went wrong so far. */
    wrong = [];
    /** Whether requests may fail now. */
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

    /** Waits until `test` returns something true and returns that. */
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
        await this.shot("failed").catch(() => {});
        const seen = await this.outline().catch(() => undefined);
        const names = seen?.widgets.map((widget) => widget.name).join(" | ");
        throw new Error(
            `waited for ${what} in vain; on the screen ${seen?.screen}: ${names} ${last ?? ""}` +
                ` ${JSON.stringify(seen?.game)}`,
        );
    }

    /** Opens the page and waits until the application stands. */
    async open(address) {
        await this.#page.goto(address, { waitUntil: "load" });
        await this.ready();
    }

    /** Loads the page again and waits until the application stands. */
    async reload() {
        await this.#page.reload({ waitUntil: "load" });
        await this.ready();
    }

    async ready() {
        const cover = this.#page.locator("#cover");
        await this.until("the first screen", () => cover.isHidden(), 180);
        await this.until("the outline", () => this.outline());
    }

    /** What is on the screen, or `undefined` before it was drawn. */
    async outline() {
        const ask = () => this.#page.evaluate(() => self.tianyuan.app?.outline());
        let text = await ask();
        // After a while in which nobody asked it is drawn first.
        for (let tries = 0; text === "" && tries < 100; tries++) {
            await sleep(50);
            text = await ask();
        }
        return text ? JSON.parse(text) : undefined;
    }

    /** Whether the computer thinks; costs the page less than its outline. */
    async thinks() {
        return this.#page.evaluate(() => self.tianyuan.app.thinks());
    }

    /** Waits for a screen. */
    async screen(name) {
        return this.until(`the screen ${name}`, async () => {
            const seen = await this.outline();
            return seen?.screen === name && seen;
        });
    }

    /** What has this name and can be pressed, in sight or not. */
    async find(name, role = undefined) {
        const fits = typeof name === "string" ? (text) => text === name : (text) => name.test(text);
        const seen = await this.outline();
        return seen?.widgets.find(
            (widget) => fits(widget.name) && widget.enabled && (!role || widget.role === role)
                && widget.place[2] > 0 && !["Label", "TextRun"].includes(widget.role),
        );
    }

    /** Whether words lie there that are not within `own`: a message that passes. */
    async covered([x, y], own = [x, y, 0, 0]) {
        const seen = await this.outline();
        const within = ([left, top, width, height], x, y) =>
            x >= left && x <= left + width && y >= top && y <= top + height;
        return seen.widgets.some(({ role, place: [left, top, width, height] }) =>
            role === "Label" && within([left - 16, top - 12, width + 32, height + 24], x, y)
                && !within(own, left + width / 2, top + height / 2));
    }

    /** Taps what has this name; scrolls to it where it is out of sight. */
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
                // It stays where it is when the screen has come to rest.
                await sleep(120);
                const again = await this.find(name);
                const rests = again?.place.join() === found.place.join();
                return rests && !(await this.covered(middle, found.place)) && middle;
            }
            const by = middle[1] < 0 ? middle[1] - margin : middle[1] - size.height + foot;
            await this.drag(size.width / 2, -Math.sign(by) * Math.min(420, Math.abs(by) + 20));
            return undefined;
        });
        await this.#page.touchscreen.tap(...place);
        await sleep(80);
    }

    /** Moves what is under the finger up or down. */
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
        // Without a last moment of rest it would glide on.
        await sleep(150);
        await send("touchEnd", []);
        await session.detach();
        await sleep(200);
    }

    /** Taps a point of the board. */
    async point(name) {
        const seen = await this.outline();
        const at = seen.points[name];
        if (!at) throw new Error(`there is no point ${name} on the board`);
        await this.until("nothing over the board", async () => !(await this.covered(at)));
        await this.#page.touchscreen.tap(...at);
    }

    /** Keeps a picture of the screen. */
    async shot(name) {
        Player.#shots += 1;
        const number = String(Player.#shots).padStart(2, "0");
        await this.#page.screenshot({ path: join(this.#folder, `${number}-${name}.png`) });
    }

    /** Stops the test if anything went wrong. */
    check(when) {
        if (this.wrong.length > 0) throw new Error(`${when}:\n  ${this.wrong.join("\n  ")}`);
    }
}
