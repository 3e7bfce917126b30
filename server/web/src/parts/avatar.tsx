// Avatars, drawn from two numbers: a creature (its ears and its face) and a color. Nothing is
// loaded from anywhere.
import type { ComponentChildren } from "preact";

const EARS = 8;
const FACES = 3;

export const AVATARS = EARS * FACES;

/** The colors of an avatar: the ground, the creature, and its darker parts. */
const COLORS = [
  { name: "red", ground: "#a8433d", body: "#f6beb2", dark: "#7a2a26" },
  { name: "orange", ground: "#b2611c", body: "#f8d3a4", dark: "#83420d" },
  { name: "yellow", ground: "#93780f", body: "#f4e29a", dark: "#685405" },
  { name: "green", ground: "#2f7a49", body: "#bfe6bd", dark: "#1b5530" },
  { name: "teal", ground: "#1d757c", body: "#b3e6e1", dark: "#0e5055" },
  { name: "blue", ground: "#3a65b8", body: "#c3daf9", dark: "#234685" },
  { name: "violet", ground: "#6c4bac", body: "#dccff7", dark: "#4a3080" },
  { name: "pink", ground: "#a3437d", body: "#f6c9e3", dark: "#752a57" },
] as const;

export const AVATAR_COLORS = COLORS.map(({ name }) => name);

/**
 * Returns the avatar of a player who has not chosen one. The same name always gets the same one.
 */
export const avatarOf = (name: string): { avatar: number; color: number } => {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return { avatar: hash % AVATARS, color: (hash >>> 16) % COLORS.length };
};

type Color = (typeof COLORS)[number];

/** Draws a thing and its mirror image. */
const Both = ({ children }: { children: ComponentChildren }) => (
  <>
    {children}
    <g transform="matrix(-1 0 0 1 48 0)">{children}</g>
  </>
);

const Ears = ({ kind, body, dark }: { kind: number } & Color) => {
  if (kind === 0) {
    return (
      <Both>
        <circle cx="13.5" cy="17" r="5.5" fill={body} />
        <circle cx="13.5" cy="17" r="2.8" fill={dark} />
      </Both>
    );
  }
  if (kind === 1) {
    return (
      <Both>
        <path d="M11 25 11.5 8.5 22 17z" fill={body} />
        <path d="M13 19 13.3 12.5 17.5 16.2z" fill={dark} />
      </Both>
    );
  }
  if (kind === 2) {
    return (
      <Both>
        <ellipse cx="17.5" cy="12" rx="4.2" ry="9.5" fill={body} transform="rotate(-10 17.5 12)" />
        <ellipse cx="17.5" cy="12" rx="1.9" ry="6.5" fill={dark} transform="rotate(-10 17.5 12)" />
      </Both>
    );
  }
  if (kind === 3) {
    return (
      <Both>
        <ellipse cx="11" cy="25" rx="4.6" ry="9.5" fill={dark} transform="rotate(14 11 25)" />
      </Both>
    );
  }
  if (kind === 4) {
    return (
      <Both>
        <path d="M19 18 14.5 8.5" stroke={body} stroke-width="2.2" />
        <circle cx="14" cy="7.5" r="3" fill={body} />
      </Both>
    );
  }
  if (kind === 5) {
    return (
      <Both>
        <path d="M13 22C7 19 6 12 9 7.5 11 13 15 14 20 16z" fill="#fff3d6" />
      </Both>
    );
  }
  if (kind === 6) return <path d="M24 18C18.5 15 18 9 22 4.5 22.5 8 25 9.5 29.5 6 30.5 11 29 16 24 18z" fill={body} />;
  return <path d="M13.5 19 12 8.5 18.5 13 24 5.5 29.5 13 36 8.5 34.5 19z" fill="#ffdf80" />;
};

const INK = "#1d2429";

const Face = ({ kind, bot }: { kind: number; bot: boolean }) => {
  // A bot sees through a visor.
  const visor = bot && <rect x="13" y="20.5" width="22" height="9" rx="4.5" fill={INK} />;
  const eye = bot ? "#8ff0d0" : INK;
  if (kind === 0) {
    return (
      <>
        <ellipse cx="24" cy="32.5" rx="6.2" ry="4.6" fill="#ffffffa6" />
        {visor}
        <circle cx="18.8" cy="25" r="2" fill={eye} />
        <circle cx="29.2" cy="25" r="2" fill={eye} />
        <ellipse cx="24" cy="31" rx="2.3" ry="1.6" fill={INK} />
        <path d="M20.8 34.2q2 1.2 3.2-1 1.2 2.2 3.2 1" fill="none" stroke={INK} stroke-width="1.3" stroke-linecap="round" />
      </>
    );
  }
  if (kind === 1) {
    return (
      <>
        {visor || (
          <Both>
            <circle cx="18.5" cy="25" r="4.3" fill="#fff" />
          </Both>
        )}
        <circle cx="19.2" cy="25" r="2.1" fill={eye} />
        <circle cx="28.8" cy="25" r="2.1" fill={eye} />
        <path d="M19.8 30.5h8.4L24 36.5z" fill="#ef9f2a" />
      </>
    );
  }
  return (
    <>
      {visor}
      <path d="M16.5 26q2.3-3.4 4.6 0M26.9 26q2.3-3.4 4.6 0" fill="none" stroke={eye} stroke-width="1.9" stroke-linecap="round" />
      <Both>
        <circle cx="15.8" cy="31.5" r="2.1" fill="#e8604c8c" />
      </Both>
      <path d="M19.5 32q4.5 4.6 9 0" fill="none" stroke={INK} stroke-width="1.6" stroke-linecap="round" />
    </>
  );
};

interface Shown {
  /** The player's name. It decides what is drawn if `avatar` or `color` is missing. */
  name: string;
  avatar?: number | null | undefined;
  color?: number | null | undefined;
  /** Bots have a square frame with bolts, a square head and a visor. */
  bot?: boolean;
  /** In pixels. Without it, the style sheet decides. */
  size?: number;
}

/** A player's avatar. The name is beside it, so screen readers skip it. */
export const Avatar = ({ name, avatar, color, bot = false, size }: Shown) => {
  const own = avatarOf(name);
  const kind = (avatar ?? own.avatar) % AVATARS;
  const colors = COLORS[(color ?? own.color) % COLORS.length] ?? COLORS[0];
  return (
    <svg class={`avatar ${bot ? "avatar-bot" : ""}`} viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      {bot ? (
        <>
          <rect x="1.5" y="1.5" width="45" height="45" rx="9" fill={colors.ground} stroke="#c9d4da" stroke-width="3" />
          <path d="M6.5 6.5h.01M41.5 6.5h.01M6.5 41.5h.01M41.5 41.5h.01" stroke="#c9d4da" stroke-width="3.4" stroke-linecap="round" />
        </>
      ) : (
        <circle cx="24" cy="24" r="24" fill={colors.ground} />
      )}
      <Ears kind={kind % EARS} {...colors} />
      {bot ? (
        <rect x="10.5" y="16" width="27" height="24" rx="6" fill={colors.body} />
      ) : (
        <ellipse cx="24" cy="28" rx="14" ry="12.5" fill={colors.body} />
      )}
      <Face kind={Math.floor(kind / EARS)} bot={bot} />
    </svg>
  );
};
