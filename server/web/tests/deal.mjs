// The page's verifier of deals over the published vectors, in shared/deal/vectors beside the repository. Without them the
// tests say that they were skipped. `npm run check` runs them in Node, which has no secure context and no page.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the folder of the vectors, in a folder above this one. */
const find = (from) => {
  const folder = join(from, "shared/deal/vectors");
  if (existsSync(folder)) return folder;
  return dirname(from) === from ? undefined : find(dirname(from));
};

const vectors = find(here);
const skip = vectors === undefined ? "SKIPPED: shared/deal/vectors is not there" : false;
const temporary = mkdtempSync(join(tmpdir(), "cardroom-deal-"));
let deal;
let sha2;
let signature;

/** Compiles a module of the page with everything it imports, and loads it. */
const load = async (path) => {
  const entry = join(here, "../src/deal", path);
  const options = { write: false, minify: false, lib: { entry, formats: ["es"] } };
  const [{ output }] = [await build({ configFile: false, logLevel: "error", build: options })].flat();
  const file = join(temporary, `${path}.mjs`);
  writeFileSync(file, output[0].code);
  return import(pathToFileURL(file).href);
};

before(async () => {
  deal = await load("index.ts");
  sha2 = await load("sha2.ts");
  signature = await load("signature.ts");
});
after(() => rmSync(temporary, { recursive: true }));

const json = (path) => JSON.parse(readFileSync(join(vectors, path), "utf8"));
const known = () => ({ keys: [Uint8Array.from(Buffer.from(json("room_key.json").key, "hex"))] });
const proofs = (folder) => readdirSync(join(vectors, folder)).filter((name) => name.endsWith(".json") && !["primitives.json", "room_key.json"].includes(name));
const bytes = (text) => new TextEncoder().encode(text);

/** Returns the code with which a file fails, `unreadable`, or `verified`. */
const outcome = (file, knows) => {
  try {
    deal.verifyFile(file, knows);
    return "verified";
  } catch (error) {
    if (error instanceof deal.Fraud) return error.code;
    if (error instanceof deal.Unreadable) return "unreadable";
    throw error;
  }
};

test("the hashes are those of Node", () => {
  for (let length = 0; length < 300; length += 1) {
    const message = new Uint8Array(length).map((_, at) => at * 7 + length);
    for (const name of ["sha256", "sha512"]) {
      assert.equal(Buffer.from(sha2[name](message)).toString("hex"), createHash(name).update(message).digest("hex"), `${name} of ${length} bytes`);
    }
  }
});

test("a signature that holds only times the cofactor is refused", () => {
  const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
  const isSigned = (hex) => signature.isSigned(bytesOf("ef4f62f8479733ad879cfaced3c89a9c39dd4fc795ef2efa1c3eafe4d729a081"), bytes("m"), bytesOf(hex));
  const good = "9902023927de8e064113e230b3a755ef8ed5b28275852d11fb717f431a6d570db9d3ab6f7d6dd4571e4c39525c100b2a5a1f99c67304697fb322e92babc9900e";
  assert.ok(isSigned(good));
  assert.ok(!isSigned(good.replace("ab6f", "ab6e")));
  // The same with a point of order 8 added to the first half.
  assert.ok(!isSigned("3f35ac6094a0dfbf1ef9fd20480584369d9da48e347dce84bd22e3307717b0e182732e9de222fc59026f920dc4cafbaf4552d394061279b359b5cd2bc049d601"));
});

test("every proof is verified", { skip }, () => {
  const files = proofs(".");
  assert.ok(files.length >= 12);
  for (const name of files) {
    const rounds = deal.verifyFile(readFileSync(join(vectors, name)), known());
    assert.ok(rounds.length > 0 && rounds.every((round) => round.isLogged), name);
  }
  const [holdem] = deal.verifyFile(readFileSync(join(vectors, "holdem6.json")), known());
  assert.equal(holdem.compare, "NS3X");
  const [audited] = deal.verifyFile(readFileSync(join(vectors, "audited.json")), known());
  assert.deepEqual(audited.audit.held.get(3), ["8h", "Qs"]);
});

test("every fraud fails with its code", { skip }, () => {
  const files = proofs("frauds");
  assert.ok(files.length >= 28);
  for (const name of files) {
    const file = readFileSync(join(vectors, "frauds", name));
    assert.equal(outcome(file, known()), json(join("frauds", name)).code, name);
  }
});

test("no proof with a changed field is verified", { skip }, () => {
  const notCovered = ["after_ms", "added", "timed_out"];
  const fields = (value, path) => {
    if (value === null || typeof value !== "object") return [path];
    return Object.keys(value).flatMap((name) => (notCovered.includes(name) ? [] : fields(value[name], [...path, name])));
  };
  const changed = (value) => {
    if (value === null) return "00".repeat(32);
    if (typeof value === "boolean") return !value;
    if (typeof value === "number") return value + 1;
    if (value.length === 2) return value === "As" ? "Kd" : "As";
    const middle = Math.floor(value.length / 2);
    return `${value.slice(0, middle)}${value[middle] === "0" ? "1" : "0"}${value.slice(middle + 1)}`;
  };
  let changes = 0;
  for (const name of ["holdem6.json", "triple_draw_reshuffled.json", "stud_scrambled.json"]) {
    const whole = json(name);
    fields(whole, []).forEach((path, at) => {
      // Nodes of paths are most of the fields, and of one kind.
      if (path.includes("path") && at % 10 !== 0) return;
      const other = structuredClone(whole);
      const parent = path.slice(0, -1).reduce((value, part) => value[part], other);
      parent[path.at(-1)] = changed(parent[path.at(-1)]);
      assert.notEqual(outcome(bytes(JSON.stringify(other)), known()), "verified", `${name}: ${path.join(".")}`);
      changes += 1;
    });
  }
  assert.ok(changes > 400, `${changes}`);
});

test("a file that is no proof is refused with its line", () => {
  const line = (text) => {
    try {
      deal.readFile(bytes(text));
    } catch (error) {
      assert.ok(error instanceof deal.Unreadable, String(error));
      return error.line;
    }
    return assert.fail(`${text.slice(0, 40)} was read`);
  };
  assert.equal(line(""), 1);
  assert.equal(line("[]"), 1);
  assert.equal(line('{\n"format": "cardroom-deal-1",\n"more": 1}'), 3);
  assert.equal(line('{\n"format": 1,\n"format": 1}'), 3);
  assert.equal(line('{\n"format": "unended'), 2);
  assert.equal(line(`\n${"[".repeat(500_000)}`), 2);
  assert.equal(line(" ".repeat(2 ** 20 + 1)), 1);
});

test("a page that joins anew in a hand counts each toss once", async () => {
  const { Gathered } = await load("gathered.ts");
  const gathered = new Gathered({ roster: [], roots: [] }, {});
  const cards = (seq, seat) => ({ seq, cards: [], skips: [], tosses: [{ seat, count: 1, commitment: "07".repeat(32) }], picks: [] });
  gathered.open(cards(4, 0), false);
  // Step 5 opens nothing. The room's answer to the page has the round so far.
  gathered.beginAgain();
  gathered.open(cards(5, 0), false);
  gathered.open(cards(6, 3), false);
  assert.deepEqual(gathered.tosses.map(({ seat }) => seat), [0, 3]);
});
