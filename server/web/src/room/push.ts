// This browser's subscription to notifications (Web Push). The page fetches this script only for a
// player who has notifications, or opens their settings.
import { language } from "../words/words";
import type { Answer } from "./connection";
import { room } from "./room";

/** Whether this browser can show notifications of a page that is closed. */
export const isPushPossible = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Returns this browser's subscription, if it has one. */
export const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const tell = (subscription: PushSubscription): Promise<Answer> =>
  room.setPush({
    Subscribe: {
      endpoint: subscription.endpoint,
      public_key: base64url(subscription.getKey("p256dh")),
      auth: base64url(subscription.getKey("auth")),
      language: language(),
    },
  });

/** Asks the player, and subscribes this browser with the room's key. */
export const subscribe = async (key: string): Promise<void> => {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  await room.try(tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
};

/** Ends this browser's subscription, here and at the server. */
export const unsubscribe = async (): Promise<void> => {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await room.try(room.setPush({ Unsubscribe: subscription.endpoint }));
  await subscription.unsubscribe();
};

/**
 * Tells the server of the subscription again: it may have another language, or the server lost it.
 * Fails if the room sends no notifications any more.
 */
export const refresh = async (): Promise<void> => {
  const subscription = await currentSubscription();
  if (subscription) await tell(subscription);
};
