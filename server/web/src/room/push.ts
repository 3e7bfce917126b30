// This browser's subscription to notifications (Web Push). The page fetches this script only for a
// player who has notifications, or opens their settings.
import type { PushChange, PushKinds, PushOffered } from "cardroom-bot/protocol";
import { language } from "../words/words";
import type { Connection } from "cardroom-bot/connection";

/** Whether this browser can show notifications of a page that is closed. */
export const isPushPossible = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Returns this browser's subscription, if it has one. */
export const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const subscribed = (subscription: PushSubscription): { change: PushChange } => ({
  change: {
    Subscribe: {
      endpoint: subscription.endpoint,
      public_key: base64url(subscription.getKey("p256dh")),
      auth: base64url(subscription.getKey("auth")),
      language: language(),
    },
  },
});

/** Returns the notifications that the room offers. Null if it does not answer. */
export const offered = async (line: Connection): Promise<PushOffered | null> =>
  (await line.try("GetPush", {}))?.PushOffered ?? null;

/** Chooses the kinds of notifications, for all browsers of the account. */
export const choose = async (line: Connection, kinds: PushKinds): Promise<void> => {
  await line.try("SetPush", { change: { Choose: kinds } });
};

/** Asks the player, and subscribes this browser with the room's key. */
export const subscribe = async (line: Connection, key: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await line.try("SetPush", subscribed(subscription));
};

/** Ends this browser's subscription, here and at the server. */
export const unsubscribe = async (line: Connection): Promise<void> => {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await line.try("SetPush", { change: { Unsubscribe: subscription.endpoint } });
  await subscription.unsubscribe();
};

/**
 * Tells the server of the subscription again: it may have another language, or the server lost it.
 * Fails if the room sends no notifications any more.
 */
export const refresh = async (line: Connection): Promise<void> => {
  const subscription = await currentSubscription();
  if (subscription) await line.ask("SetPush", subscribed(subscription));
};
