// A minimal static server. Like some real ones it has no content type for
// WebAssembly.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
    ".png": "image/png", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
};

/** Serves `folder` under `path` on a free port of this machine. */
export async function serve(folder, path, port = 0) {
    const asked = [];
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        asked.push(pathname);
        const name = pathname.startsWith(path) && decodeURIComponent(pathname.slice(path.length));
        const file = name === false ? "" : join(folder, normalize(name || "index.html"));
        const found = file.startsWith(folder) && statSync(file, { throwIfNoEntry: false });
        if (!found || !found.isFile()) {
            response.writeHead(404).end();
            return;
        }
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type, "content-length": found.size });
        createReadStream(file).pipe(response);
    });
    await new Promise((done) => server.listen(port, "127.0.0.1", done));
    return {
        port: server.address().port,
        address: `http://127.0.0.1:${server.address().port}${path}`,
        asked,
        stop: () => new Promise((done) => {
            server.close(done);
            server.closeAllConnections();
        }),
    };
}
