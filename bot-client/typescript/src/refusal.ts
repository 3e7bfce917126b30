// A request that the room has refused.
import type { ErrorCode } from "./protocol.ts";

/** The reasons for a refusal that are not about the request. */
const PASSING: readonly ErrorCode[] = ["busy", "rate_limited", "internal", "shutting_down"];

/** A refused request, which changed nothing. Its message is in the language of `Sentences`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The room's own sentence, in English. */
  readonly sentence: string;

  constructor(code: ErrorCode, message: string, sentence: string = message) {
    super(message);
    this.code = code;
    this.sentence = sentence;
  }

  /** Whether the same request may succeed later. */
  get passes(): boolean {
    return PASSING.includes(this.code);
  }
}
