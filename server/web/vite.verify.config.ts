// How the page that checks proofs is built as one file, which needs no room and no network: script
// and styles are in it, and its policy forbids everything else. `npm run build` prints the file's
// SHA-256, so that it can be published beside a release.
import { defineConfig, type Plugin } from "vite";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compact } from "./src/words/compact.ts";

const here = import.meta.dirname;
const NAME = "cardroom-verify.html";

const hashOf = (text: string, encoding: "hex" | "base64"): string => createHash("sha256").update(text).digest(encoding);

/** Loads the catalogs of texts without their comments and alignment. */
const catalogs = (): Plugin => ({
  name: "catalogs",
  enforce: "pre",
  load(id) {
    const [file = "", query] = id.split("?");
    if (!file.endsWith(".ftl") || query !== "raw") return null;
    return { code: `export default ${JSON.stringify(compact(readFileSync(file, "utf8")))}`, moduleType: "js" };
  },
});

/** Puts the script and the styles into the page, and deletes their files. */
const inOneFile = (): Plugin => ({
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const script = files.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n").replaceAll("</script", "<\\/script").trim();
    const styles = files.flatMap((file) => (file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [])).join("\n").trim();
    for (const name of Object.keys(bundle)) delete bundle[name];
    const policy = `default-src 'none'; script-src 'sha256-${hashOf(script, "base64")}'; style-src 'sha256-${hashOf(styles, "base64")}'; base-uri 'none'; form-action 'none'`;
    const page = readFileSync(join(here, "src/proof/offline/page.html"), "utf8")
      .replace("POLICY", () => policy)
      .replace("STYLES", () => styles)
      .replace("SCRIPT", () => script);
    this.emitFile({ type: "asset", fileName: NAME, source: page });
  },
  writeBundle({ dir = "" }) {
    const text = readFileSync(join(dir, NAME), "utf8");
    const hash = hashOf(text, "hex");
    writeFileSync(join(dir, `${NAME}.sha256`), `${hash}  ${NAME}\n`);
    console.log(`${NAME} SHA-256: ${hash}`);
  },
});

export default defineConfig({
  plugins: [catalogs(), inOneFile()],
  publicDir: false,
  resolve: { alias: [{ find: /^.*\/words\/words$/, replacement: join(here, "src/proof/offline/words.ts") }] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    outDir: "dist-verify",
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: { input: "src/proof/offline/main.tsx", output: { codeSplitting: false } },
  },
});
