// How the page is built: one script, one style sheet, one font; nothing inline, nothing from
// elsewhere.
import { defineConfig, type Plugin } from "vite";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { compact } from "./src/words/compact.ts";

/** The sources of the client library. What `tsconfig.json` has as `paths` must lead there, too. */
const library = join(import.meta.dirname, "../../bot-client/typescript/src");

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

/** The name of the service worker. It must not change, and lies at the top, because it serves what lies below. */
const WORKER = "sw.js";

/** Tells the service worker which files belong to this build. */
const listed = (): Plugin => ({
  name: "listed",
  writeBundle({ dir = "" }) {
    const names = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== WORKER && !entry.name.endsWith(".gz"))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const worker = readFileSync(join(dir, WORKER), "utf8");
    if (/^import\b/.test(worker)) throw new Error("The service worker must be one file: what it imports may be in no other script.");
    const hash = createHash("sha256").update(worker);
    for (const name of names) hash.update(name.slice(dir.length)).update(readFileSync(name));
    const files = names.map((name) => name.slice(dir.length).replaceAll("\\", "/").replace("/index.html", "/"));
    const version = hash.digest("hex").slice(0, 16);
    const text = worker.replaceAll("BUILT_FILES", JSON.stringify(files)).replaceAll("BUILT_VERSION", JSON.stringify(version));
    writeFileSync(join(dir, WORKER), text);
  },
});

/** Loads the catalogs of texts without their comments and alignment. */
const catalogs = (): Plugin => ({
  name: "catalogs",
  enforce: "pre",
  load(id) {
    const [file = "", query] = id.split("?");
    if (!file.endsWith(".ftl") || query !== "raw") return null;
    this.addWatchFile(file);
    return { code: `export default ${JSON.stringify(compact(readFileSync(file, "utf8")))}`, moduleType: "js" };
  },
});

export default defineConfig({
  plugins: [catalogs(), listed(), compressed()],
  resolve: { alias: [{ find: /^cardroom-bot\/(.*)$/, replacement: `${library}/$1.ts` }] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // The room forbids inline scripts and data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: "index.html", worker: "src/worker/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js"),
        // A script with texts is named after its language.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language, texts] = /\/words\/(\w\w)\/(\w+)\.ftl/.exec(facadeModuleId ?? "") ?? [];
          return `assets/${language ? `${language}-${texts}` : "[name]"}-[hash].js`;
        },
        // One script for the lobby and the tables. Every other page has a script of its own, and so
        // have the dialogs that few players open.
        codeSplitting: { groups: [{ name: "shared", test: /node_modules\/(?!uqr|@noble)|\/bot-client\/typescript\/src\/|\/src\/(room(?!\/(awake|push|version|requests\/(administration|api-tokens|floor|integrity|second-factor|statistics))\.)|parts(?!\/(account|api-tokens|deal|look-settings|my-calendar|new-version|newcomer|preset-settings|push-settings|second-factor|settings)\.)|table(?!\/report)|words\/words|words\/english)/ }] },
      },
    },
  },
  // `npm run dev` shows the sources as they are saved, in front of a room that runs.
  server: {
    fs: { allow: [".", library] },
    proxy: {
      // As the browser asks it: the room lets in the pages of the host that is asked.
      "/ws": { target: room, ws: true },
      "^/(hands[./]|shared/)": { target: room, changeOrigin: true },
    },
  },
});
