// What went wrong with the cards of a real table, as the floor reports it. What it comes to is the server's to say.
import { useState } from "preact/hooks";
import type { DealError } from "../protocol";

type Field = "seat" | "card" | "count" | "other" | "yes";
interface Given {
  seat: number;
  place: number;
  count: number;
  other: number | null;
  yes: boolean;
}
interface Kind {
  name: string;
  needs: Field[];
  /** What the number or the box means here. */
  label?: string;
  make(given: Given): DealError;
}

const KINDS: Kind[] = [
  { name: "A card was exposed", needs: ["seat", "card"], make: ({ seat, place }) => ({ Exposed: { seat, place } }) },
  { name: "A card went off the table", needs: ["seat", "card"], make: ({ seat, place }) => ({ OffTable: { seat, place } }) },
  {
    name: "Boxed cards, the last in a hand", needs: ["seat", "card", "count"], label: "How many",
    make: ({ seat, place, count: cards }) => ({ Boxed: { cards, at: { Hand: { seat, place } } } }),
  },
  {
    name: "Boxed cards, the last on the board", needs: ["card", "count"], label: "How many",
    make: ({ place, count: cards }) => ({ Boxed: { cards, at: { Board: place } } }),
  },
  { name: "Boxed cards, the last in the stub", needs: ["count"], label: "How many", make: ({ count: cards }) => ({ Boxed: { cards, at: "Stub" } }) },
  { name: "Boxed cards, the last was burned", needs: ["count"], label: "How many", make: ({ count: cards }) => ({ Boxed: { cards, at: "Burn" } }) },
  { name: "Dealt out of order", needs: [], make: () => "OutOfSequence" },
  { name: "Cards to a seat without a hand", needs: ["count"], label: "Which seat", make: ({ count }) => ({ NotEntitled: count - 1 }) },
  { name: "A seat was left out", needs: ["seat"], make: ({ seat }) => ({ LeftOut: seat }) },
  { name: "Too many or too few cards", needs: ["seat", "count"], label: "How many", make: ({ seat, count: cards }) => ({ CardCount: { seat, cards } }) },
  { name: "A card of another game, in a hand", needs: ["seat"], make: ({ seat }) => ({ NonStandard: seat }) },
  { name: "A card of another game, in the stub", needs: [], make: () => ({ NonStandard: null }) },
  { name: "Two equal cards", needs: [], make: () => ({ FouledDeck: "TwoEqual" }) },
  { name: "A card with another back", needs: [], make: () => ({ FouledDeck: "OtherBack" }) },
  { name: "Another back, in the stub", needs: [], make: () => ({ FouledDeck: "OtherBackInStub" }) },
  { name: "A card is missing", needs: [], make: () => ({ FouledDeck: "Missing" }) },
  { name: "A flop of four cards", needs: ["yes"], label: "The burn is known", make: ({ yes }) => ({ FourCardFlop: yes }) },
  { name: "A flop without a burn", needs: ["yes"], label: "Its cards were turned over", make: ({ yes }) => ({ NoBurn: yes }) },
  {
    name: "A wrong number of burns", needs: ["count", "yes"], label: "Cards were turned over",
    make: ({ count: burned, yes: exposed }) => ({ Burns: { burned, exposed } }),
  },
  { name: "Cards came too early", needs: ["count"], label: "Actions since", make: ({ count }) => ({ Premature: count }) },
  { name: "Dropped stub, rebuilt", needs: [], make: () => ({ DroppedStub: "Rebuilt" }) },
  { name: "Dropped stub, out of order", needs: [], make: () => ({ DroppedStub: "Disordered" }) },
  { name: "Dropped stub, in the muck", needs: [], make: () => ({ DroppedStub: "Mixed" }) },
  {
    name: "A hand was touched", needs: ["seat", "other", "yes"], label: "Its cards are known for certain",
    make: ({ seat, other, yes: identified }) => ({ Touched: { seat, other, identified } }),
  },
  {
    name: "The dealer took a hand", needs: ["seat", "yes"], label: "Its cards are known for certain",
    make: ({ seat, yes: identified }) => ({ TakenByDealer: { seat, identified } }),
  },
];

/** At a plain table the room deals: nothing else can be wrong. */
const AT_ANY_TABLE = KINDS.filter((kind) => kind.name === "Two equal cards");

interface Reporting {
  hybrid: boolean;
  seats: { seat: number; name: string }[];
  report(error: DealError, reason: string): void;
}

export const DealErrorForm = ({ hybrid, seats, report }: Reporting) => {
  const kinds = hybrid ? KINDS : AT_ANY_TABLE;
  const [chosen, choose] = useState(0);
  const [seat, setSeat] = useState(seats[0]?.seat ?? 0);
  const [place, setPlace] = useState(0);
  const [count, setCount] = useState("0");
  const [other, setOther] = useState<number | null>(null);
  const [yes, setYes] = useState(false);
  const [reason, setReason] = useState("");
  const kind = kinds[chosen];
  const needs = (field: Field): boolean => kind?.needs.includes(field) ?? false;
  const send = (event: Event): void => {
    event.preventDefault();
    if (kind) report(kind.make({ seat, place, count: Number(count) || 0, other, yes }), reason || kind.name);
  };
  return (
    <form class="command" aria-label="Report an error of the deal" onSubmit={send}>
      <label>
        What went wrong
        <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {kinds.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {needs("seat") && (
        <label>
          Whose cards
          <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
            {seats.map((each) => (
              <option key={each.seat} value={each.seat}>
                {each.seat + 1}: {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {needs("card") && (
        <label>
          Which card
          <select value={place} onChange={(event) => setPlace(Number(event.currentTarget.value))}>
            {[0, 1, 2, 3, 4, 5, 6].map((each) => (
              <option key={each} value={each}>
                {each + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {needs("other") && (
        <label>
          Into whose hand
          <select value={other ?? ""} onChange={(event) => setOther(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}>
            <option value="">the muck</option>
            {seats.map((each) => (
              <option key={each.seat} value={each.seat}>
                {each.seat + 1}: {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {needs("count") && (
        <label>
          {needs("yes") ? "How many" : kind?.label}
          <input inputMode="numeric" required value={count} onInput={(event) => setCount(event.currentTarget.value)} />
        </label>
      )}
      {needs("yes") && (
        <label class="check">
          <input type="checkbox" checked={yes} onChange={(event) => setYes(event.currentTarget.checked)} />
          {kind?.label}
        </label>
      )}
      <label>
        Why
        <input maxLength={280} value={reason} onInput={(event) => setReason(event.currentTarget.value)} placeholder="what was seen" />
      </label>
      <button class="primary">Report it</button>
    </form>
  );
};
