// A player's answers to offers other than the turn: show or muck, run it more than once, choose
// the next game.
import type { Place } from "./place.ts";
import type { TableEvent } from "./protocol.ts";
import type { HandResult } from "./table.ts";

/** Answers an offer when it is made, or when the player reconnects. A bot that fails declines. */
export const offered = async (place: Place, event: TableEvent): Promise<void> => {
  const { table, bot } = place;
  const hero = table?.hero();
  if (!table || !hero) return;
  const id = table.info.table;
  try {
    if ("ShowOffered" in event && event.ShowOffered.seat === hero.seat) {
      place.tell("ShowOrMuck", { table: id, show: (await bot.show(table)) === true });
    } else if ("ShowdownOpened" in event && hero.isLive() && !hero.inHand?.tabled) {
      place.tell("ShowOrMuck", { table: id, show: (await bot.showDown(table)) === true });
    } else if ("RunItOffered" in event && hero.isLive()) {
      const { most } = event.RunItOffered;
      const boards = Math.trunc(await bot.runIt(table, most));
      place.tell("RunIt", { table: id, boards: Math.min(Math.max(boards || 1, 1), Math.max(most, 1)) });
    } else if ("ChoiceOffered" in event && event.ChoiceOffered.seat === hero.seat) {
      const game = await bot.chooseGame(table);
      if (game !== null && table.info.games[game]) place.tell("ChooseGame", { table: id, game });
    }
  } catch (error) {
    place.settings.log(`${bot.name} failed at an offer: ${String(error)}. The bot declines.`);
  }
};

/** Shows the cards that the bot chooses when a hand is over. */
export const handOver = async (place: Place, result: HandResult): Promise<void> => {
  const { table, bot } = place;
  if (!table?.toShow.length) return;
  try {
    const chosen = await bot.showAfter(table, result);
    const cards = table.toShow.filter((card) => chosen.includes(card));
    if (cards.length) place.tell("ShowCards", { table: table.info.table, cards });
  } catch (error) {
    place.settings.log(`${bot.name} failed to show cards: ${String(error)}. The bot shows none.`);
  }
};
