// The few sounds of a table, made by the browser: no files, no voices.
import { settings } from "./settings";

export type Sound = "deal" | "card" | "chips" | "check" | "turn" | "win";

let context: AudioContext | null = null;
// A page may play sounds only after its first touch.
addEventListener("pointerdown", () => allowSounds(), { once: true });
addEventListener("keydown", () => allowSounds(), { once: true });

/** Lets the page play sounds from now on, as far as the browser permits that without a touch. */
export const allowSounds = (): AudioContext => {
  context ??= new AudioContext();
  void context.resume();
  return context;
};

/**
 * Returns the output of all sounds. Its gain is the square of the volume, because ears hear the
 * square root of it.
 */
export const output = (audio: AudioContext): AudioNode => {
  const gain = audio.createGain();
  gain.gain.value = (settings.volume / 100) ** 2;
  gain.connect(audio.destination);
  return gain;
};

/** Plays a tone that fades, with its pitch, length in seconds, loudness and start. */
export const tone = (audio: AudioContext, height: number, length: number, loud: number, at = 0, type: OscillatorType = "sine"): void => {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + at;
  source.type = type;
  source.frequency.value = height;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(output(audio));
  source.start(start);
  source.stop(start + length);
};

/** Plays a short rush of noise, as of paper on cloth. */
const rush = (audio: AudioContext, length: number, loud: number, height: number, at = 0): void => {
  const frames = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = (Math.random() * 2 - 1) * (1 - frame / frames) ** 2;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = height;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(output(audio));
  source.start(audio.currentTime + at);
};

/** Plays a sound at the volume of the settings. */
export const play = (sound: Sound): void => {
  if (!context || context.state !== "running") return;
  const audio = context;
  if (sound === "deal") [0, 0.09, 0.18].forEach((at) => rush(audio, 0.07, 0.18, 2600, at));
  else if (sound === "card") rush(audio, 0.09, 0.2, 2200);
  else if (sound === "check") [0, 0.11].forEach((at) => tone(audio, 150, 0.07, 0.22, at, "triangle"));
  else if (sound === "chips") [0, 0.045, 0.08].forEach((at, index) => tone(audio, 2900 + index * 420, 0.05, 0.05, at, "triangle"));
  else if (sound === "turn") [0, 0.14].forEach((at, index) => tone(audio, index ? 880 : 660, 0.28, 0.12, at));
  else [523, 659, 784].forEach((height, index) => tone(audio, height, 0.4, 0.09, index * 0.09));
};

/** Plays a sound if the player wants sounds and sees the page. */
export const playIfVisible = (sound: Sound): void => {
  if (settings.sounds && !document.hidden) play(sound);
};
