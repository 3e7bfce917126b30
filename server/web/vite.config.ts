// How the page is built: one script, one style sheet, one font; nothing inline, nothing from elsewhere.
import { defineConfig, type Plugin } from "vite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const room = process.env.CARDROOM_URL ?? "http://127.0.0.1:7777";

/** Writes a compressed copy beside every script and style sheet, so that the server need not compress. It reads the
 * finished files: Vite still rewrites scripts with dynamic imports after other plugins have seen them. */
const compressed = (): Plugin => ({
  name: "compressed",
  writeBundle({ dir = "" }, bundle) {
    for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
      const file = join(dir, fileName);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    }
  },
});

export default defineConfig({
  plugins: [compressed()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // The room forbids inline scripts and data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // One script for the lobby and the tables; every other page is a script of its own, beside it.
        codeSplitting: { groups: [{ name: "shared", test: /node_modules|\/src\/(room|parts|table|words\/words|words\/english)/ }] },
      },
    },
  },
  // `npm run dev` shows the sources as they are saved, in front of a room that runs.
  server: {
    proxy: {
      // As the browser asks it: the room lets in the pages of the host that is asked.
      "/ws": { target: room, ws: true },
      "^/(hands[./]|shared/)": { target: room, changeOrigin: true },
    },
  },
});
