// The five winning cards, for one board and games that the high hand wins. The server names the
// hand, and this only finds its cards on the felt.
import type { Card } from "cardroom-bot/protocol";
import { bestFive } from "../room/best-five";
import type { Table } from "../room/table";

/** Returns the cards of the hands that won at a showdown. Null if they cannot be determined. */
export const winningCards = (table: Table): Set<Card> | null => {
  const { hand } = table;
  const [half, ...more] = hand?.game.showdown ?? [];
  if (!hand?.result.length || hand.boards.length > 1 || half?.ranking !== "High" || more.length) return null;
  const winners = table.seats.all.flatMap((seat) => {
    const cards = seat?.hand?.tabled ?? (seat && seat.seat === table.seats.you?.seat ? table.seats.you.cards : []);
    return seat?.hand?.won && seat.hand.wonWith && cards.length ? bestFive(cards, hand.boards[0] ?? [], half.hole) : [];
  });
  return winners.length ? new Set(winners) : null;
};
