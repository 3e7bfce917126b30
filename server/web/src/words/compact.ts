// Shrinks the catalogs for the page. `vite.config.ts` calls this when it builds; the page itself
// does not contain it.

/** Removes from a Fluent file what a reader needs and a parser does not: comments, blank lines and alignment. */
export const compact = (catalog: string): string =>
  catalog
    .replace(/^#.*\n/gm, "")
    // A value that goes on in the next line stays indented. Variants and closing braces need no
    // indentation.
    .replace(/\n\s*(\n|$)/g, "\n")
    .replace(/^ +(?=\*?\[|\})/gm, "")
    .replace(/^ +/gm, " ")
    .replace(/^([a-z][\w-]*) =[ \n]*/gm, "$1=")
    .replace(/^(\*?\[[^\]\n]*\]) +/gm, "$1")
    .replace(/\{ (?=[$A-Z])/g, "{")
    .replace(/(?<=\{[^{}\n]*) \}/g, "}")
    .trim();
