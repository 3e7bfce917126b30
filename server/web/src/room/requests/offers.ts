// The answers to a table's offers beside the turn: showing cards, boards, games and rabbit hunts.
import type { Card } from "cardroom-bot/protocol";
import { type Connection, Refusal } from "cardroom-bot/connection";
import type { Screen } from "../screen";
import type { Table } from "../table";

export class Offers {
  /** Books known not to allow rabbit hunting. */
  readonly noRabbits = new Set<string>(["online"]);

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
  ) {}

  show(table: Table, show: boolean): void {
    const then = table.moment;
    delete table.offers.show;
    delete table.offers.showdown;
    void this.line.try("ShowOrMuck", { table: table.id, show }, null, then);
  }
  /** Shows cards of the last hand to the whole table. */
  showCards(table: Table, cards: Card[]): void {
    void this.line.try("ShowCards", { table: table.id, cards }, null, table.moment);
  }
  askToSee(table: Table, seat: number): void {
    void this.line.try("AskToSee", { table: table.id, seat }, null, table.moment);
  }
  runIt(table: Table, boards: number): void {
    const then = table.moment;
    delete table.offers.runIt;
    void this.line.try("RunIt", { table: table.id, boards }, null, then);
  }
  choose(table: Table, game: number): void {
    const then = table.moment;
    delete table.offers.choose;
    void this.line.try("ChooseGame", { table: table.id, game }, null, then);
  }
  /**
   * Requests the cards that would have come. If the book does not allow it, the page does not offer
   * it again.
   */
  async rabbitHunt(table: Table): Promise<void> {
    const refused = await this.line.ask("RabbitHunt", { table: table.id }).then(() => null, (error: unknown) => error);
    if (refused instanceof Refusal) {
      if (refused.code === "no_rabbit_hunt") this.noRabbits.add(table.info.rulebook);
      this.screen.toast(refused.message, true);
    } else if (refused) throw refused;
    this.screen.changed();
  }
  rabbitConsent(table: Table, agrees: boolean): void {
    const then = table.moment;
    delete table.offers.rabbit;
    void this.line.try("RabbitConsent", { table: table.id, agrees }, null, then);
  }
}
