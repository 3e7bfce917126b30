// Chat and emotes at a table. The viewer can mute a player there, or report one to the floor.
import type { EmoteKind } from "cardroom-bot/protocol";
import type { Answer, Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import type { Table } from "../table";

const MUTED = "cardroom.muted";

export class Chat {
  /** The players whose chat this browser does not show. */
  readonly muted = new Set<string>(JSON.parse(localStorage.getItem(MUTED) ?? "[]") as string[]);

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
  ) {}

  say(table: number, text: string): Promise<Answer | null> {
    return this.line.try("Chat", { table, text });
  }
  emote(table: number, emote: EmoteKind): void {
    void this.line.try("Emote", { table, emote });
  }
  mute(name: string): void {
    if (!this.muted.delete(name)) this.muted.add(name);
    localStorage.setItem(MUTED, JSON.stringify([...this.muted]));
    this.screen.changed();
  }
  /** Reports a player to the floor. */
  report(table: number, player: string, hand: number | null, text: string): Promise<Answer> {
    return this.line.ask("ReportPlayer", { table, player, hand, text });
  }

  readonly on: Messages<[table: Table]> = {
    ChatLine: (line, table) => {
      if (!this.muted.has(line.name)) table.talk.speak(line, table.seats);
    },
    Emoted: ({ seat, emote }, table) => table.talk.emote(seat, emote),
  };
}
