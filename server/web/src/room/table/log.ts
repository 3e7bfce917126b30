// The log of a table: a line for each event that a player should read.
import { type Arguments, Line, type LineKind } from "../line";
import type { Value } from "../money";

/** What a line needs to know of the table. */
interface Stamp {
  /** The number of the hand in progress. */
  hand: number | null;
  step: number;
  bigBlind: number;
  value: Value;
}

export class Log {
  lines: Line[] = [];

  constructor(private readonly stamp: () => Stamp) {}

  /** The running hand, or between hands the one before, whose lines the log goes on with. */
  get hand(): number | null {
    return this.stamp().hand ?? this.lines.at(-1)?.hand ?? null;
  }
  /** Returns the lines of the running hand or the one before it, or those before the first hand. */
  of(hand: number | null): Line[] {
    return this.lines.filter((line) => line.hand === hand);
  }

  /** Adds a line: a text of the catalog and its arguments. */
  say(message: string, args: Arguments, kind: LineKind = "action"): Line {
    const line = this.line(this.hand, message, args, kind);
    line.step = this.stamp().step;
    this.lines.push(line);
    if (this.lines.length > 400) this.lines.splice(0, 100);
    return line;
  }
  /** Returns a line for the floor alone. */
  note(message: string, args: Arguments): Line {
    return this.line(this.stamp().hand, message, args, "floor");
  }
  private line(hand: number | null, message: string, args: Arguments, kind: LineKind): Line {
    const { bigBlind, value } = this.stamp();
    return new Line(hand, kind, bigBlind, value, message, args);
  }

  /** Puts the lines of a hand up to a step in front of those that this log has of it since. */
  catchUp(hand: number, before: Line[], step: number): void {
    this.lines = [...this.lines.filter((line) => line.hand !== hand), ...before, ...this.of(hand).filter((line) => line.step > step)];
  }
}
