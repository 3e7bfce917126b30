// The button that fills the screen with the table: on a phone on its side, the browser's own bars
// take a fifth of the height. Only the style sheet knows which screens those are.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";

const toggle = (): void => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  done.catch(() => undefined);
};

export const FullScreen = () => {
  const [on, turn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const changed = (): void => turn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const label = t(on ? "table-full-screen-off" : "table-full-screen");
  return (
    <button class="quiet full-screen" aria-label={label} title={label} onClick={toggle}>
      <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
        <path d={on ? "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" : "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"} />
      </svg>
    </button>
  );
};
