// The package as people get it: packed, installed in an empty folder, and played with, in a live
// room and in matches.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { BIN, PACKAGE, Room, installed, needsRoom, node, run, websocket } from "./rooms.mjs";

/** The code blocks of README.md in a language. */
const blocks = (language) =>
  [...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].filter(([, of]) => of === language).map(([, , code]) => code);

let place, files;
// The folder goes when the process ends.
before((t) => ({ place, files } = installed(t)));

const written = (name, code) => {
  writeFileSync(join(place, name), code);
  return join(place, name);
};

test("the package has its modules, its types and its page, and depends on nothing", () => {
  const modules = readdirSync(join(PACKAGE, "src")).map((name) => name.replace(/\.ts$/, ""));
  const expected = ["README.md", "package.json", ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])];
  assert.deepEqual(files.filter((name) => !name.startsWith("LICENSE")).sort(), expected.sort());
  assert.deepEqual(readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith(".")), ["cardroom-bot"]);
});

test("no module needs more than a browser has", () => {
  for (const name of files.filter((path) => path.endsWith(".js"))) {
    const text = readFileSync(join(PACKAGE, name), "utf8");
    for (const [, from] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) assert.match(from, /^\.\//, name);
  }
});

test("the first bot of README.md plays a match", needsRoom, async () => {
  const mine = written("mine.mjs", blocks("js")[0]);
  const { status, stdout, stderr } = await run(BIN, ["match", "--a", `exec:node ${mine}`, "--b", "brain:tight-aggressive", "--deals", "40"]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /mine .* ± /);
  assert.match(stdout, /faults +none/);
});

test("it plays every game of the room by lines, with draws and offers", needsRoom, async () => {
  const code = `import { Bot, main } from "cardroom-bot";
class Random extends Bot {
  hands = 0;
  act(table, legal) {
    if (table.decision === null || table.cards.length === 0) throw new Error("the table lacks something");
    const choices = [legal.checkOrCall(), legal.checkOrFold(), legal.minWager(), legal.maxWager()].filter((action) => action !== null);
    return choices[Math.floor(Math.random() * choices.length)];
  }
  runIt(table, most) { return most; }
}
await main(Random);`;
  const random = written("random.mjs", code);
  for (const game of ["ten-game", "omaha8-5", "crazy-pineapple", "dealers-choice"]) {
    const { status, stdout, stderr } = await run(BIN, ["match", "--a", `exec:node ${random}`, "--b", "brain:random", "--deals", "40", "--game", game]);
    assert.equal(status, 0, `${game}: ${stderr}`);
    assert.match(stdout, /faults +none/, game);
  }
});

test("it plays a match over a socket, too", needsRoom, async () => {
  const mine = written("mine.mjs", blocks("js")[0]);
  const command = ["node", ...websocket, mine].join(" ");
  const { status, stdout, stderr } = await run(BIN, ["match", "--a", `room:${command}`, "--b", "brain:tight-aggressive", "--deals", "10"]);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /faults +none/);
});

test("an illegal answer is a sentence with what is legal, and the bot checks or folds", () => {
  const code = 'import { Bot, main } from "cardroom-bot";\nawait main(class Bold extends Bot { act() { return { RaiseTo: 1 }; } });';
  const page = readFileSync(join(PACKAGE, "../../protocol/LINES.md"), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("→ ")).map((line) => line.slice(2));
  const { status, stdout, stderr } = spawnSync(process.execPath, [written("bold.mjs", code)], { input: `${lines.join("\n")}\n`, encoding: "utf8" });
  assert.equal(status, 0);
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers, [{ ready: { events: true, offers: true } }, { id: 1, action: "Fold" }, { id: 2, action: "Check" }]);
  const [first, second, last] = stderr.trim().split("\n");
  assert.equal(first, 'Bold answered {"RaiseTo":1}. Legal is Fold, Call (50), RaiseTo 200 to 20000. The bot folds instead.');
  assert.equal(second, 'Bold answered {"RaiseTo":1}. Legal is Fold, Check, Bet 100 to 19700. The bot checks instead.');
  assert.equal(last, "2 answers were not legal.");
});

test("the other blocks of README.md run in a room", needsRoom, async (t) => {
  const room = await Room.opened(t);
  for (const [number, code] of blocks("js").entries()) {
    const words = code.includes("main(") ? ["--hands", "2"] : [];
    const { status, stderr } = await node(written(`block${number}.mjs`, code), words, { env: { CARDROOM_URL: room.url } });
    assert.equal(status, 0, `block ${number + 1}: ${stderr}`);
  }
});

test("the TypeScript of README.md passes tsc --strict", () => {
  const [code] = blocks("ts");
  written("typed.ts", code);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false", "typed.ts"];
  const tsc = spawnSync(join(PACKAGE, "node_modules/.bin/tsc"), [...options, "--types", ""], { cwd: place, encoding: "utf8" });
  assert.equal(tsc.stdout, "");
  assert.equal(tsc.status, 0);
});

/** A bot that prints every turn and every end of a hand, and thinks for a while. */
const PRINTS = `import { Bot, play } from "cardroom-bot";
const say = (line) => console.log(JSON.stringify(line));
class Prints extends Bot {
  act(table, legal) { say({ acts: table.hand.number, cards: table.cards.join(" ") }); return legal.checkOrCall(); }
  thinkTime() { return Number(process.env.THINK_MS); }
  handEnded(table, result) { say({ ended: result.hand, voided: result.voided, dealtIn: result.dealtIn }); }
}
say({ summary: await play(() => new Prints(), { url: process.env.CARDROOM_URL, hands: 3 }) });`;

test("after kill -9 of the room it is back in the hand", needsRoom, async (t) => {
  const room = await Room.opened(t);
  const child = spawn(process.execPath, [...websocket, written("prints.mjs", PRINTS)], {
    env: { ...process.env, CARDROOM_URL: room.url, THINK_MS: "400" }, stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill());
  const lines = [];
  let killed = null;
  let rest = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop();
    lines.push(...parts.map((line) => JSON.parse(line)));
    const first = lines.find((line) => line.acts);
    if (!first || killed !== null) continue;
    killed = first;
    await room.kill();
    await room.open();
  }
  const after = lines.slice(lines.indexOf(killed) + 1);
  const ended = after.find((line) => line.ended === killed.acts);
  assert.deepEqual({ voided: ended?.voided, dealtIn: ended?.dealtIn }, { voided: false, dealtIn: true }, JSON.stringify(lines));
  const again = after.filter((line) => line.acts === killed.acts);
  for (const line of again) assert.equal(line.cards, killed.cards, "the cards are the same");
  const { summary } = lines.at(-1);
  assert.ok(summary.totals.reconnects >= 1 && summary.outcomes[0].ok, JSON.stringify(summary));
});

test("a token that the room does not know is a sentence", needsRoom, async (t) => {
  const room = await Room.opened(t);
  const mine = written("mine.mjs", blocks("js")[0]);
  const { status, stderr } = await node(mine, [room.url], { env: { CARDROOM_TOKEN: `cr_${"0".repeat(64)}` } });
  assert.equal(status, 1);
  assert.match(stderr, /^The room does not accept this token: .* Check CARDROOM_TOKEN, or make another token\.\n$/);
});

/** Makes an account and an API token, and plays with it at a table that lets no bots play. */
const WITH_TOKEN = `import { Bot, play } from "cardroom-bot";
import { Connection } from "cardroom-bot/connection";
class Idle extends Bot { act(_, legal) { return legal.checkOrFold(); } }
const url = process.env.CARDROOM_URL;
const password = "difference engine";
const sentences = { noConnection: String, noAnswer: String, refusal: (_, text) => text };
const nothing = () => undefined;
const { token, tables } = await new Promise((resolve) => {
  const line = new Connection({ url, client: "test", sentences }, {
    message: nothing, frameEnded: nothing, changed: nothing, show: nothing,
    async opened() {
      await line.ask("Register", { name: "Ada", password });
      const made = await line.ask("CreateApiToken", { label: "test", scopes: ["Play"], ends_at: null, password, code: null });
      const all = { game: null, plays: null, betting: null, min_big_blind: null, max_big_blind: null, open_seats: false };
      const listed = await line.ask("ListTables", { filter: all });
      line.close();
      resolve({ token: made.ApiToken.token, tables: listed.TableList.tables });
    },
  });
  line.open();
});
for (const isAllowed of [false, true]) {
  const table = tables.find((info) => info.bots_allowed === isAllowed && info.bots > 0 === isAllowed);
  const { outcomes } = await play(() => new Idle(), { url, token, tables: [table.table], hands: 1 });
  console.log(outcomes[0].sentence);
}`;

test("with an API token it plays where bots may, and a table without bots is a sentence", needsRoom, async (t) => {
  const room = await Room.opened(t);
  const { status, stdout, stderr } = await node(written("token.mjs", WITH_TOKEN), [], { env: { CARDROOM_URL: room.url } });
  assert.equal(status, 0, stderr);
  const [refused, played] = stdout.split("\n");
  assert.match(refused, /^The bot can sit at none of the tables \d+\. .* does not let bots play\.$/);
  assert.equal(played, "The bot played its hands.");
});

test("six of them play a tournament to its end", needsRoom, async (t) => {
  const room = await Room.opened(t);
  const code = `import { Bot, play } from "cardroom-bot";
class Gambler extends Bot { act(_, legal) { return Math.random() < 0.5 ? (legal.maxWager() ?? legal.checkOrCall()) : legal.checkOrFold(); } }
const one = (_, number) => play(() => new Gambler(), { url: process.env.CARDROOM_URL, name: "Six" + number, tournament: "Sit & go for six" });
const all = await Promise.all(Array.from({ length: 6 }, one));
console.log(JSON.stringify(all.flatMap(({ results }) => results.map(({ place }) => place)).sort()));`;
  const { status, stdout, stderr } = await node(written("six.mjs", code), [], { env: { CARDROOM_URL: room.url } });
  assert.equal(status, 0, stderr);
  const places = JSON.parse(stdout);
  assert.ok(places.length === 6 && places[0] === 1 && places.every((place) => place >= 1 && place <= 6), stdout);
});

test("an address that is no room is a sentence", async () => {
  const mine = written("mine.mjs", blocks("js")[0]);
  const wrong = async (address) => {
    const { status, stderr } = await node(mine, [address]);
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(await wrong("http://127.0.0.1:7777"), /is a page to look at\. Bots connect to ws:\/\/127\.0\.0\.1:7777\/ws\.\n$/);
  assert.match(await wrong("tcp://127.0.0.1:7777"), /is no address of a room\. Write ws:\/\/ or wss:\/\/ before the host\.\n$/);
});

test("without a match and without an address it says what to set", async () => {
  const { status, stderr } = await node(written("mine.mjs", blocks("js")[0]));
  assert.equal(status, 1);
  assert.equal(stderr, "Nothing came on standard input, where a match asks. To play in a room, set CARDROOM_URL to its address.\n");
});
