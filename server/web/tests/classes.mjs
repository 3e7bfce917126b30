// No class of the page becomes the object that does everything: `npm run check` counts what each one
// can do. That is its methods and getters, its reactions to events, and the functions whose first
// parameter it is.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** The most that one class may have. `Table` has 69. Split a larger one by subject, each part with its own state. */
const MOST = 75;

/** Returns the source without comments, and with empty strings, so that every brace counts. */
const bare = (source) =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![*/\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*(?=[.,;)\s])/g, (found) =>
    found.startsWith("/") ? " " : '""',
  );

/** Returns the text from a brace to the one that closes it. */
const block = (text, from) => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}" && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  throw new Error(`a brace is never closed: ${text.slice(from, from + 80)}`);
};

/** Lines of a class that begin a method, a getter or a reaction, by their indentation. */
const METHOD = /^ {2}(?:(?:private|protected|static|async|override|get|set) )*(?!constructor\b)[\w#]+(?:<[^=;]*>)?\(/gm;
const REACTION = /^ {4}[A-Z]\w*(?:: (?:async )?\(|\()/gm;
const FUNCTION = /(?:const|function) \w+(?: =)? ?(?:async )?(?:<[^=;]*?>)?\(\s*(?:\w+|\{[^()]*?\}): (?:Readonly<)?(\w+)\b/g;

/** Returns how much each class of some sources can do. */
const counts = (sources) => {
  const texts = sources.map(bare);
  const found = new Map();
  for (const text of texts) {
    for (const { 1: name, index } of text.matchAll(/\bclass (\w+)[^{]*/g)) {
      const body = block(text, text.indexOf("{", index));
      found.set(name, [METHOD, REACTION].reduce((sum, line) => sum + [...body.matchAll(line)].length, found.get(name) ?? 0));
    }
  }
  for (const text of texts) for (const [, type] of text.matchAll(FUNCTION)) if (found.has(type)) found.set(type, found.get(type) + 1);
  return found;
};

const tooLarge = (sources) => [...counts(sources)].filter(([, count]) => count > MOST).map(([name, count]) => `${name} has ${count}`);

const src = join(import.meta.dirname, "../src");
const page = readdirSync(src, { recursive: true })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(src, name), "utf8"));

test("no class of the page does everything", () => {
  assert.deepEqual(tooLarge(page), []);
});

test("a class that does everything is found", () => {
  const methods = Array.from({ length: MOST - 2 }, (_, index) => `  private async ask${index}(table: { id: number }): Promise<void> {\n    await send("}");\n  }\n`);
  const own = "  get name(): string {\n    return `{${this.table}`; // }\n  }\n  readonly on: Messages = {\n    Step: ({ seq }) => this.take(seq),\n  };\n";
  const room = `class Room extends Base {\n  table = 1;\n${methods.join("")}${own}}\n`;
  assert.deepEqual(tooLarge([room]), []);
  assert.deepEqual(tooLarge([room, "export const useRoom = ({ table }: Room): number => table;"]), [`Room has ${MOST + 1}`]);
});
