// Private tables as their host arranges them: the terms, the buy-ins that wait for the host, and
// the viewer's own ones. It only follows what the server sends.
import type { BuyInAsked, HostedTerms, ServerMessage } from "cardroom-bot/protocol";

export class Desk {
  /** The terms of each private table that the viewer watches. */
  readonly terms = new Map<number, HostedTerms>();
  /** The buy-ins that wait for the viewer, by table. */
  readonly asked = new Map<number, BuyInAsked[]>();
  /** The viewer's requests that wait for a host, and their tables. */
  private readonly waiting = new Map<number, number>();
  /** The last buy-in that each table announced. A full view announces all of them again. */
  private readonly lastAsk = new Map<number, number>();

  /** The tables where a buy-in of the viewer waits. */
  get waitsAt(): number[] {
    return [...new Set(this.waiting.values())];
  }
  waits(table: number): boolean {
    return this.waitsAt.includes(table);
  }
  asksAt(table: number): BuyInAsked[] {
    return this.asked.get(table) ?? [];
  }

  /** Forgets everything. A new connection sends it again. */
  clear(): void {
    for (const known of [this.terms, this.asked, this.waiting, this.lastAsk]) known.clear();
  }

  /** Follows a message. Returns true if somebody asks the viewer for a buy-in. */
  take(message: ServerMessage): boolean {
    if ("BuyInWaits" in message) {
      this.waiting.set(message.BuyInWaits.request, message.BuyInWaits.table);
      return false;
    }
    const [body] = Object.values(message) as { request?: number }[];
    if (body?.request !== undefined) this.waiting.delete(body.request);
    if ("HostedTerms" in message) {
      const { table } = message.HostedTerms;
      this.terms.set(table, message.HostedTerms);
      // The buy-ins that still wait follow.
      this.asked.delete(table);
    } else if ("BuyInAsked" in message) return this.ask(message.BuyInAsked);
    else if ("BuyInSettled" in message) this.settled(message.BuyInSettled.table, message.BuyInSettled.ask);
    else if ("TableClosed" in message) {
      this.terms.delete(message.TableClosed.table);
      this.asked.delete(message.TableClosed.table);
    }
    return false;
  }

  private ask(asked: BuyInAsked): boolean {
    const others = this.asksAt(asked.table).filter(({ ask }) => ask !== asked.ask);
    this.asked.set(asked.table, [...others, asked]);
    const isNew = asked.ask > (this.lastAsk.get(asked.table) ?? 0);
    if (isNew) this.lastAsk.set(asked.table, asked.ask);
    return isNew;
  }

  /** Removes a buy-in that waits no longer. */
  settled(table: number, ask: number): void {
    this.asked.set(table, this.asksAt(table).filter((each) => each.ask !== ask));
  }
}
