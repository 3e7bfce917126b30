// How the parts of the page follow what the server sends: each has a function for every message or
// event that it is about, by its name.
import type { ServerMessage } from "../protocol";

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** Functions by the names of events. `Parts` is what each gets beside the body of the event. */
export type Reactions<Event, Parts extends unknown[], Result = void> = {
  readonly [Name in keyof Both<Event>]?: (body: Both<Event>[Name], ...parts: Parts) => Result;
};
/** Functions by the names of messages. */
export type Messages<Parts extends unknown[] = []> = Reactions<ServerMessage, Parts>;

/** Calls the function for an event, if there is one, and returns what it does. */
export const react = <Event extends object, Parts extends unknown[], Result>(
  reactions: Reactions<Event, Parts, Result>,
  event: Event,
  ...parts: Parts
): Result | undefined => {
  const [[name, body] = []] = Object.entries(event);
  const reaction = reactions[name as keyof Both<Event>] as ((body: unknown, ...parts: Parts) => Result) | undefined;
  return reaction?.(body, ...parts);
};
