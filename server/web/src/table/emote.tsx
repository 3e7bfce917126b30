// Emotes as drawings: no picture font is needed, and each looks the same everywhere.
import type { ComponentChildren } from "preact";
import type { EmoteKind } from "cardroom-bot/protocol";
import { emoteName } from "./sayings";

const INK = { fill: "none", stroke: "#3a2a05", "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round" } as const;
const EYES = "M8.2 10v.01M15.8 10v.01";

/** A round face with lines on it, and additional parts. */
const face = (lines: string, more: ComponentChildren = null) => (
  <>
    <circle cx="12" cy="12" r="10.5" fill="#f6c945" />
    <path d={lines} {...INK} />
    {more}
  </>
);

/** The emotes that are pictures. The others are words. */
const PICTURES: Partial<Record<EmoteKind, ComponentChildren>> = {
  ThumbsUp: (
    <g fill="#f6c945">
      <rect x="1.8" y="10.5" width="4.6" height="10.5" rx="1.4" fill="#5d8fd6" />
      <path d="M7.6 20.2v-9L11.3 3c2.2 0 3.3 1.3 2.9 3.2L13.5 9h5.9c1.7 0 2.7 1.4 2.3 3l-1.6 6.3c-.3 1.2-1.2 1.9-2.5 1.9z" />
    </g>
  ),
  Clap: (
    <>
      <g fill="#f6c945" stroke="#3a2a05" stroke-width="1">
        <rect x="5" y="8" width="6.6" height="13" rx="3.3" transform="rotate(-24 8.3 14.5)" />
        <rect x="12.4" y="8" width="6.6" height="13" rx="3.3" transform="rotate(24 15.7 14.5)" />
      </g>
      <path d="M12 1.5v3.6M7 2.6l1.3 3M17 2.6l-1.3 3" fill="none" stroke="#e2874b" stroke-width="1.7" stroke-linecap="round" />
    </>
  ),
  Laugh: face("M6.6 10.6l1.7-1.8 1.7 1.8M14 10.6l1.7-1.8 1.7 1.8", <path d="M6.8 13.4h10.4c0 3.3-2.3 5.4-5.2 5.4s-5.2-2.1-5.2-5.4z" fill="#6b2b14" />),
  Cry: face(`${EYES}M8.4 17.4c2-2 5.2-2 7.2 0`, <path d="M16 12.4c1.3 2 2 3 2 4a2 2 0 0 1-4 0c0-1 .7-2 2-4z" fill="#4b9be8" />),
  Surprise: face(`${EYES}M7 6.8c.6-.5 1.4-.7 2.2-.6M17 6.8c-.6-.5-1.4-.7-2.2-.6`, <ellipse cx="12" cy="16" rx="2.3" ry="3" fill="#6b2b14" />),
  Think: face(`${EYES}M8.6 16.8l6-1.4M6.8 7.2h3M14.2 6.4c.9-.7 2-.8 3-.2`),
  Sleep: face("M6.6 10.6c1 .9 2.4.9 3.4 0M14 10.6c1 .9 2.4.9 3.4 0M10.6 16.4h2.8", <path d="M18 1.5h4.2L18 6.2h4.2" fill="none" stroke="#7fb2ec" stroke-width="1.5" />),
  Fire: (
    <>
      <path d="M12.2 1.5c.6 4.4 6.6 6.6 6.6 12.8a6.8 6.8 0 0 1-13.6 0c0-2.8 1.3-4.8 2.8-6.4.3 1.7 1 2.6 1.9 3-.2-3.6.6-6.6 2.3-9.4z" fill="#ef7a35" />
      <path d="M12 12.6c.8 1.7 2.7 2.6 2.7 4.7a2.7 2.7 0 0 1-5.4 0c0-2.1 1.9-3 2.7-4.7z" fill="#ffd766" />
    </>
  ),
};

/** An emote as a picture or as words. */
export const EmoteFace = ({ emote }: { emote: EmoteKind }) =>
  PICTURES[emote] ? (
    <svg class="emote" viewBox="0 0 24 24" role="img" aria-label={emoteName(emote)}>
      {PICTURES[emote]}
    </svg>
  ) : (
    <>{emoteName(emote)}</>
  );
