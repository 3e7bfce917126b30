// The text of a PDF that the browser printed, page by page. It reads what Chromium writes and no
// more: plain objects, compressed streams, and fonts that say which character each glyph is.
import { inflateSync } from "node:zlib";

interface Item {
  head: string;
  stream: string;
}

/** Reads the objects of a file, by number. */
const objects = (file: Buffer): Map<number, Item> => {
  const text = file.toString("latin1");
  const found = new Map<number, Item>();
  const begins = /(\d+) \d+ obj\b/g;
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const from = begins.lastIndex;
    const end = text.indexOf("endobj", from);
    const head = text.slice(from, end).split(/\bstream\r?\n/)[0] ?? "";
    const item: Item = { head, stream: "" };
    const length = /\/Length (\d+)/.exec(head)?.[1];
    const at = from + head.length + (/^stream\r?\n/.exec(text.slice(from + head.length, from + head.length + 8))?.[0].length ?? 0);
    if (length && at > from + head.length) {
      const bytes = file.subarray(at, at + Number(length));
      item.stream = (head.includes("FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
      begins.lastIndex = at + Number(length);
    }
    found.set(Number(match[1]), item);
  }
  return found;
};

const refs = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));

const character = (hex: string): string => String.fromCodePoint(...(hex.match(/.{4}/g) ?? []).map((part) => Number.parseInt(part, 16)));

/** Returns the characters of a font's glyphs. */
const glyphs = (cmap: string): Map<number, string> => {
  const found = new Map<number, string>();
  for (const [, block = ""] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", to = ""] of block.matchAll(/<(\w+)> <(\w+)>/g)) found.set(Number.parseInt(glyph, 16), character(to));
  }
  for (const [, block = ""] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = "", last = "", to = ""] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [from, until, start] = [first, last, to].map((hex) => Number.parseInt(hex, 16)) as [number, number, number];
      for (let glyph = from; glyph <= until; glyph += 1) found.set(glyph, String.fromCodePoint(start + glyph - from));
    }
  }
  return found;
};

/** Returns the texts of each page, in the order in which they were drawn. */
export const pagesOf = (file: Buffer): string[][] => {
  const all = objects(file);
  const head = (number: number): string => all.get(number)?.head ?? "";
  const leaves = (number: number): number[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(head(number))?.[1];
    return kids === undefined ? [number] : refs(kids).flatMap(leaves);
  };
  const root = [...all.values()].find((item) => /\/Type \/Catalog/.test(item.head));
  const [top = 0] = refs(/\/Pages (\d+ 0 R)/.exec(root?.head ?? "")?.[1] ?? "");
  return leaves(top).map((page) => {
    const its = head(page);
    const named = /\/Resources (\d+) 0 R/.exec(its)?.[1];
    const fontList = /\/Font <<([\s\S]*?)>>/.exec(named ? head(Number(named)) : its)?.[1] ?? "";
    const fonts = new Map([...fontList.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = "", font]) => {
      const [cmap = 0] = refs(/\/ToUnicode (\d+ 0 R)/.exec(head(Number(font)))?.[1] ?? "");
      // A font of outlines has glyphs of one byte, any other of two.
      return [name, { digits: /\/Type3/.test(head(Number(font))) ? 2 : 4, of: glyphs(all.get(cmap)?.stream ?? "") }];
    }));
    const content = refs(/\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(its)?.[1] ?? "").map((number) => all.get(number)?.stream ?? "").join("\n");
    const texts: string[] = [];
    let font: { digits: number; of: Map<number, string> } | undefined;
    for (const [, name, hex, placed] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|(\bTm\b)/g)) {
      // A text begins wherever one is placed on the page.
      if (placed) texts.push("");
      else if (name) font = fonts.get(name);
      else {
        const read = (hex?.match(font?.digits === 2 ? /.{2}/g : /.{4}/g) ?? []).map((glyph) => font?.of.get(Number.parseInt(glyph, 16)) ?? "");
        texts.push((texts.pop() ?? "") + read.join(""));
      }
    }
    return texts;
  });
};
