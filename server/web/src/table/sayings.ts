// Fixed lines of chat, and emotes, which players may send at any time.
import type { EmoteKind } from "cardroom-bot/protocol";
import { kebab } from "../room/words";
import { t } from "../words/words";

/**
 * Lines that the server allows at any time, because they reveal nothing about a hand. They travel
 * in English, and every reader sees them in the language of the page.
 */
const TEXTS: Record<string, string> = {
  Hello: "panel-say-hello", "Good luck": "panel-say-good-luck", "Nice hand": "panel-say-nice-hand", "Well played": "panel-say-well-played",
  "Good game": "panel-say-good-game", "Thank you": "panel-say-thank-you", Sorry: "panel-say-sorry",
  "Back in a moment": "panel-say-back-in-a-moment", "Floor, please": "panel-say-floor-please",
};
export const ALWAYS = Object.keys(TEXTS);

/** Returns a line of chat as the reader sees it. */
export const chatText = (text: string): string => (TEXTS[text] ? t(TEXTS[text]) : text);

/** The emotes of the row. Those in words are already fixed lines of the chat. */
export const EMOTES: EmoteKind[] = ["ThumbsUp", "Clap", "Laugh", "Cry", "Surprise", "Think", "Sleep", "Fire"];

export const emoteName = (emote: EmoteKind): string => t(`panel-emote-${kebab(emote)}`);
