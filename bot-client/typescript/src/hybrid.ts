// Declared and pending actions at a hybrid table.
import type { HybridView, Limit, Ruled, TableEvent, TicketOpened } from "./protocol.ts";

export class Hybrid {
  /** Whether a floor person is present to rule on tickets. */
  attended = false;
  /** Seats whose action out of turn is held until their turn. */
  held: number[] = [];
  /** Seats whose action out of turn is already binding. */
  bound: number[] = [];
  /** Seats that are limited in their next action, and how. */
  limited: { seat: number; limit: Limit }[] = [];
  /** The question before the floor. Until the ruling nothing else happens. */
  ticket: TicketOpened | null = null;
  /** Whether the clock was called on the player whose turn it is. */
  clockCalled = false;
  /** The last ruling that this bot saw. */
  lastRuling: Ruled | null = null;

  static fromView({ attended, held, bound, limited, ticket, clock_ms }: HybridView): Hybrid {
    return Object.assign(new Hybrid(), {
      attended, held: [...held], bound: [...bound], ticket, clockCalled: clock_ms !== null,
      limited: limited.map(({ seat, limit }) => ({ seat, limit })),
    });
  }

  /** Returns whether this seat has acted out of turn and the action is pending. */
  hasActedOutOfTurn(seat: number): boolean {
    return this.held.includes(seat) || this.bound.includes(seat);
  }
  /** Returns how this seat is limited in its next action. */
  limit(seat: number): Limit | null {
    return this.limited.find((limited) => limited.seat === seat)?.limit ?? null;
  }

  /** Clears what was declared. The presence of the floor stays. */
  newStreet(): void {
    Object.assign(this, { held: [], bound: [], limited: [], clockCalled: false });
  }
  acted(seat: number): void {
    this.settle(seat);
    this.limited = this.limited.filter((limited) => limited.seat !== seat);
    this.clockCalled = false;
  }
  private settle(seat: number): void {
    this.held = this.held.filter((held) => held !== seat);
    this.bound = this.bound.filter((bound) => bound !== seat);
  }

  note(event: TableEvent): void {
    if ("Ruled" in event) this.lastRuling = event.Ruled;
    else if ("TicketOpened" in event) this.ticket = event.TicketOpened;
    else if ("TicketClosed" in event) this.ticket = null;
    else if ("ActionHeld" in event) this.held.push(event.ActionHeld.seat);
    else if ("HeldBinds" in event) this.bound.push(event.HeldBinds.seat);
    else if ("HeldSettled" in event) this.settle(event.HeldSettled.seat);
    else if ("Limited" in event) this.limited.push({ seat: event.Limited.seat, limit: event.Limited.limit });
    else if ("ChipsMoved" in event) this.limited.push({ seat: event.ChipsMoved.seat, limit: "Wager" });
    else if ("FloorAttended" in event) this.attended = event.FloorAttended.attended;
    else if ("ClockCalled" in event) this.clockCalled = true;
  }
}
