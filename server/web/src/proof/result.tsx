// The result of a check: the verdict, and each round with its steps.
import { NOBODY } from "../deal/opening.ts";
import { hex } from "../deal/hash.ts";
import { t } from "../words/words";
import type { Report, Round, State, Step } from "./report";

const SIGNS: Record<State, string> = { holds: "✓", fails: "✕", open: "–", lacks: "–" };

const Steps = ({ steps }: { steps: Step[] }) => (
  <ol class="proof-steps">
    {steps.map(({ name, state }) => (
      <li key={name} class={`step-${state}`}>
        <i aria-hidden="true">{SIGNS[state]}</i>
        <span>
          <span class="unseen">{t(`proof-state-${state}`)} </span>
          {t(`proof-step-${name}`)}
          {state === "lacks" && <small class="mute">{t(`proof-lacks-${name}`)}</small>}
        </span>
      </li>
    ))}
  </ol>
);

/** The first witness among the numbers of contributors. */
const WITNESS = 0x80;

/** Returns the name of a contributor, as the seats of a table are counted. */
const contributor = (seat: number): string => (seat < WITNESS ? t("proof-seat", { seat: seat + 1 }) : t("proof-witness", { number: seat - WITNESS + 1 }));

const Facts = ({ round: { opening, verified } }: { round: Round }) => {
  if (!opening) return null;
  const { roster, dealt, button, roots } = opening;
  return (
    <dl class="proof-facts">
      <dt>{t("proof-contributors")}</dt>
      <dd>{roster.length ? roster.map(({ seat }) => contributor(seat)).join(", ") : t("proof-nobody")}</dd>
      <dt>{t("proof-dealt-in")}</dt>
      <dd>
        {dealt.map(contributor).join(", ")}
        {button !== NOBODY && ` · ${t("proof-button", { seat: button + 1 })}`}
      </dd>
      <dt>{t("proof-packs")}</dt>
      <dd>{t("proof-packs-of", { packs: roots.length })}</dd>
      {verified && verified.outcome !== "given up" && (
        <>
          <dt>{t("proof-cards")}</dt>
          <dd>{t("proof-cards-of", { cards: verified.deal.cards.length })}</dd>
          <dt>{t("proof-code-of-hand")}</dt>
          <dd class="code">{verified.compare}</dd>
        </>
      )}
      <dt>{t("proof-key")}</dt>
      <dd class="hex">{hex(opening.key)}</dd>
    </dl>
  );
};

const Warning = ({ round: { opening, verified } }: { round: Round }) => {
  const [alone, one] = [opening?.roster.length === 0, opening?.roots.length === 1];
  if (!verified || verified.outcome === "given up" || !(alone || one)) return null;
  return (
    <>
      {alone && <p class="proof-warning">{t("proof-warn-nobody")}</p>}
      {one && <p class="proof-warning">{t("proof-warn-one-pack")}</p>}
    </>
  );
};

const titleOf = ({ opening, verified }: Round): string => {
  if (!opening) return t("proof-round-unknown");
  const args = { table: String(opening.table), hand: String(opening.hand), round: opening.round + 1 };
  if (verified?.outcome === "given up") return t(verified.blame === undefined ? "proof-round-given-up" : "proof-round-blamed", { ...args, seat: contributor(verified.blame ?? 0) });
  return t(verified?.outcome === "void" ? "proof-round-void" : "proof-round", args);
};

const OneRound = ({ round, isOpen }: { round: Round; isOpen: boolean }) => (
  <details class="proof-round" open={isOpen}>
    <summary>
      <h2>{titleOf(round)}</h2>
    </summary>
    <Warning round={round} />
    <Steps steps={round.steps} />
    <Facts round={round} />
  </details>
);

export const Result = ({ report, name }: { report: Report; name: string }) => {
  const { rounds, heads, fraud, unreadable } = report;
  const what = unreadable ? "unreadable" : fraud ? "fails" : "holds";
  const failing = fraud ? rounds.findIndex(({ steps }) => steps.some(({ state }) => state === "fails")) : rounds.length - 1;
  return (
    <section class="proof-result" aria-label={name}>
      <div class={`proof-verdict verdict-${what}`} role={what === "holds" ? "status" : "alert"}>
        <b>{t(`proof-verdict-${what}`, { code: fraud?.code ?? "", line: unreadable?.line ?? 0, rounds: rounds.length })}</b>
        <span class="mute">{name}</span>
        {fraud && <p>{t(`proof-code-${fraud.code.toLowerCase().replaceAll("_", "-")}`)}</p>}
        {(fraud ?? unreadable) && (
          <p class="mute" lang="en">
            {(fraud ?? unreadable)?.message}
          </p>
        )}
      </div>
      {heads.length > 0 && <Steps steps={heads} />}
      {rounds.map((round, at) => (
        <OneRound key={at} round={round} isOpen={at === failing} />
      ))}
    </section>
  );
};
