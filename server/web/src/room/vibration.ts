// Vibrates when it is the player's turn. Computers and iPhones cannot.
import { settings } from "./settings";

/** Two short pulses with a pause between them. */
const TURN_MS = [140, 80, 140];

/** Vibrates for the player's turn. A browser allows that only after the first touch. */
export const vibrateForTurn = (): void => {
  if (settings.vibrate && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(TURN_MS);
};
