// How the parts of the page follow what the server sends: each has a function for every message or
// event that it is about, by its name.
import type { ServerMessageBodies } from "cardroom-bot/protocol";

/** Functions by the names of events. `Parts` is what each gets beside the body of the event. */
export type Reactions<Bodies, Parts extends unknown[], Result = void> = {
  readonly [Name in keyof Bodies]?: (body: Bodies[Name], ...parts: Parts) => Result;
};
/** Functions by the names of messages. */
export type Messages<Parts extends unknown[] = []> = Reactions<ServerMessageBodies, Parts>;

/** An event: one name with its body. */
type One<Bodies> = { [Name in keyof Bodies]: Pick<Bodies, Name> }[keyof Bodies];

/** Calls the function for an event, if there is one, and returns what it does. */
export const react = <Bodies extends object, Parts extends unknown[], Result>(
  reactions: Reactions<Bodies, Parts, Result>,
  event: NoInfer<One<Bodies>>,
  ...parts: Parts
): Result | undefined => {
  const [[name, body] = []] = Object.entries(event) as [keyof Bodies, Bodies[keyof Bodies]][];
  return name && reactions[name]?.(body as Bodies[typeof name], ...parts);
};
