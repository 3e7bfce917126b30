// A parser of JSON that knows the line of everything, refuses a field that is there twice, and
// does not nest deeper than it is allowed to.

import { Unreadable } from "./fraud.ts";

const MOST_DEEP = 100;

/** A list or an object, and the line where it begins. */
export type List = Readonly<{ line: number; items: readonly Value[] }>;
export type Fields = Readonly<{ line: number; names: ReadonlyMap<string, Value>; lines: ReadonlyMap<string, number> }>;
export type Value = null | boolean | number | string | List | Fields;

export const isList = (value: Value | undefined): value is List => typeof value === "object" && value !== null && "items" in value;
export const isFields = (value: Value | undefined): value is Fields => typeof value === "object" && value !== null && "names" in value;

const TOKEN = /[ \t\r\n]*(?:([[\]{}:,])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|$)/y;

type Token = Readonly<{ mark?: string; value?: null | boolean | number | string; isEnd?: boolean }>;

class Parser {
  private at = 0;
  private line = 1;
  private depth = 0;

  constructor(private readonly source: string) {}

  whole(): Value {
    const value = this.value(this.next());
    if (!this.next().isEnd) this.fail("The file goes on behind its end");
    return value;
  }

  private fail(sentence: string): never {
    throw new Unreadable(this.line, `${sentence}.`);
  }

  private next(): Token {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.source);
    if (found === null) this.fail("The file is no JSON");
    for (const letter of found[0]) if (letter === "\n") this.line += 1;
    this.at += found[0].length;
    const [, mark, quote, number, name] = found;
    if (mark !== undefined) return { mark };
    if (number !== undefined) return { value: Number(number) };
    if (name !== undefined) return { value: name === "null" ? null : name === "true" };
    return quote === undefined ? { isEnd: true } : { value: this.words() };
  }

  /** Returns the string behind an opening quote. */
  private words(): string {
    const begins = this.at - 1;
    for (;;) {
      const letter = this.source[this.at];
      if (letter === undefined) this.fail("The file is no JSON");
      this.at += letter === "\\" ? 2 : 1;
      if (letter === '"') break;
    }
    try {
      return JSON.parse(this.source.slice(begins, this.at)) as string;
    } catch {
      return this.fail("The file is no JSON");
    }
  }

  private value(token: Token): Value {
    if (token.value !== undefined) return token.value;
    if (token.mark !== "[" && token.mark !== "{") this.fail("The file is no JSON");
    this.depth += 1;
    if (this.depth > MOST_DEEP) this.fail(`The file nests deeper than ${MOST_DEEP} levels`);
    const value = token.mark === "[" ? this.list() : this.fields();
    this.depth -= 1;
    return value;
  }

  private list(): List {
    const [line, items]: [number, Value[]] = [this.line, []];
    let token = this.next();
    if (token.mark === "]") return { line, items };
    for (;;) {
      items.push(this.value(token));
      const { mark } = this.next();
      if (mark === "]") return { line, items };
      if (mark !== ",") this.fail("The file is no JSON");
      token = this.next();
    }
  }

  private fields(): Fields {
    const [line, names, lines] = [this.line, new Map<string, Value>(), new Map<string, number>()];
    let token = this.next();
    if (token.mark === "}") return { line, names, lines };
    for (;;) {
      const name = token.value;
      if (typeof name !== "string" || this.next().mark !== ":") this.fail("The file is no JSON");
      if (names.has(name)) this.fail(`The field ${name} is there twice`);
      lines.set(name, this.line);
      names.set(name, this.value(this.next()));
      const { mark } = this.next();
      if (mark === "}") return { line, names, lines };
      if (mark !== ",") this.fail("The file is no JSON");
      token = this.next();
    }
  }
}

/** Parses a text. */
export const parse = (source: string): Value => new Parser(source).whole();
