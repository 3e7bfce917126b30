// Hooks, for administrators. The server asks for the second factor again now and then, so every
// request may be refused for that.
import type { DeliveryPage, HookOrder, HookShown } from "cardroom-bot/protocol";
import { room } from "../room";

const { line } = room;

/** Returns all hooks, the oldest first. A room has at most 20. */
export const listHooks = async (): Promise<HookShown[]> => {
  const hooks: HookShown[] = [];
  for (;;) {
    const page = (await line.ask("ListHooks", { from: hooks.length })).HookPage;
    hooks.push(...(page?.hooks ?? []));
    if (!page || page.hooks.length === 0 || hooks.length >= page.total) return hooks;
  }
};

/** Returns a page of the attempts of 30 days, the latest first. */
export const listDeliveries = async (hook: number, from: number): Promise<DeliveryPage | null> =>
  (await line.ask("ListDeliveries", { hook, from })).DeliveryPage ?? null;

/** Gives an order about a hook. Returns the secret, if the order makes one. */
export const directHook = async (order: HookOrder, reason: string): Promise<string | null> =>
  (await line.ask("DirectHook", { reason, order })).HookSecret?.secret ?? null;
