// The explanation of verifiable deals: a drawing, ten sentences, and what a proof does not show.
import type { ComponentChildren } from "preact";
import { t } from "../words/words";

const Back = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="22" height="32" rx="3" class="card-back" />
    <path d="M4 8l14 16M4 24L18 8" class="thin" />
  </g>
);
const Face = ({ x, y, text, red = false }: { x: number; y: number; text: string; red?: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="22" height="32" rx="3" class="card-face" />
    <text x="11" y="21" text-anchor="middle" class={red ? "red" : "black"}>
      {text}
    </text>
  </g>
);
const Lock = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`} class="gold">
    <path d="M4 8V5.5a4 4 0 0 1 8 0V8" fill="none" />
    <rect x="1.5" y="8" width="13" height="10" rx="2" class="gold-fill" />
  </g>
);

const PICTURES: Record<string, () => ComponentChildren> = {
  commit: () => (
    <>
      <Back x={12} y={30} />
      <Back x={17} y={27} />
      <Back x={22} y={24} />
      <Lock x={25} y={64} />
      <Back x={68} y={30} />
      <Back x={73} y={27} />
      <Back x={78} y={24} />
      <Lock x={81} y={64} />
    </>
  ),
  links: () => (
    <>
      {[22, 48, 74].map((y, row) => (
        <g key={y}>
          {[30, 50, 70, 90].map((x) => (
            <ellipse key={x} cx={x} cy={y} rx="12" ry="7" class={x === 90 - row * 20 ? "link lent" : "link"} />
          ))}
        </g>
      ))}
    </>
  ),
  seed: () => (
    <>
      <path d="M18 10L52 30M60 8V26M102 10L68 30" class="flow" />
      <circle cx="60" cy="34" r="10" class="gold-fill" />
      <path d="M53 42L36 54M67 42L82 54" class="flow" />
      <Back x={14} y={57} />
      <Back x={19} y={57} />
      <Back x={24} y={57} />
      <Face x={61} y={57} text="7♣" />
      <Face x={85} y={57} text="Q♥" red />
    </>
  ),
  open: () => (
    <>
      <path d="M60 14L34 36M60 14L86 36M34 36L16 58M34 36L45 58M86 36L75 58M86 36L104 58" class="tree" />
      <path d="M60 14L34 36L45 58" class="tree path" />
      <circle cx="60" cy="14" r="5" class="gold-fill" />
      <Back x={5} y={60} />
      <Face x={34} y={60} text="A♠" />
      <Back x={64} y={60} />
      <Back x={93} y={60} />
    </>
  ),
  seal: () => (
    <>
      {[10, 47, 84].map((x) => (
        <g key={x}>
          <rect x={x} y="34" width="26" height="30" rx="4" class="sheet" />
          <path d={`M${x + 6} 43h14M${x + 6} 50h14`} class="thin" />
          <circle cx={x + 13} cy="64" r="6" class="gold-fill" />
        </g>
      ))}
      <path d="M36 49h11M73 49h11" class="flow" />
    </>
  ),
};

/** The deal in five pictures. Each has its caption below. */
const Drawing = () => (
  <ol class="proof-drawing" aria-label={t("proof-drawing")}>
    {Object.entries(PICTURES).map(([name, Picture]) => (
      <li key={name}>
        <svg viewBox="0 0 120 100" aria-hidden="true">
          <Picture />
        </svg>
        <span>{t(`proof-drawn-${name}`)}</span>
      </li>
    ))}
  </ol>
);

const SENTENCES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;
const LIMITS = ["cards", "scope", "page"] as const;

/** What a proof does not show. It stands wherever a proof is explained. */
export const Limits = () => (
  <section class="proof-limits">
    <h2>{t("proof-limits")}</h2>
    <ul>
      {LIMITS.map((name) => (
        <li key={name}>{t(`proof-limit-${name}`)}</li>
      ))}
    </ul>
  </section>
);

export const Explained = () => (
  <>
    <Drawing />
    <ol class="proof-sentences">
      {SENTENCES.map((name) => (
        <li key={name}>{t(`proof-says-${name}`)}</li>
      ))}
    </ol>
    <Limits />
  </>
);
