// The hash chain of a player: a link for every opening that the player answers. It lives in memory
// only. A browser copies stored data into a duplicated tab, whose copy would answer an index that
// the room has seen.

import { type Hash, tagged, u32 } from "./hash.ts";

/** The number of links: enough for some hours of fast play. */
export const LINKS = 1_024;

export class Chain {
  private readonly links: readonly Hash[];
  private used = 0;

  /** Computes the chain that ends in a secret of 32 random bytes. */
  constructor(secret: Hash, length = LINKS) {
    const links = [secret];
    for (let index = length; index > 0; index -= 1) links.push(tagged(0x05, u32(index), links.at(-1)!));
    this.links = links.reverse();
  }

  /** Link 0, which the player commits to. */
  get anchor(): Hash {
    return this.links[0]!;
  }
  /** The last link that was lent, or the anchor. */
  get below(): Hash {
    return this.links[this.used]!;
  }
  /** Index of the next link. */
  get next(): number {
    return this.used + 1;
  }

  /** Lends the next link with its voucher for an opening. Returns `null` at the end of the chain. */
  lend(digest: Hash): { link: Hash; ack: Hash } | null {
    const [link, after] = [this.links[this.used + 1], this.links[this.used + 2]];
    if (!link || !after) return null;
    this.used += 1;
    return { link, ack: tagged(0x15, after, digest) };
  }
}
