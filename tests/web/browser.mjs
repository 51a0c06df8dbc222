// The headless browser of the tests.

import { chromium } from "playwright-core";

/** Starts a browser that draws in software, with these arguments besides. */
export const launch = (...more) =>
    chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            ...more,
        ],
    });
