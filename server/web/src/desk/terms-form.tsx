// The terms of an open table, for its host to change from the next hand.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/field";
import type { HostedTerms, HostingLimits, TableTerms, TermsRefused } from "cardroom-bot/protocol";
import { room } from "../room/room";
import { t } from "../words/words";
import { Failed } from "./note";
import { useOrder } from "./order";
import { BuyInFields, GameFields, OptionFields, StakesFields, TimeFields, type TermsGiven } from "./terms-fields";

export const TermsForm = ({ hosted, limits }: { hosted: HostedTerms; limits: HostingLimits }) => {
  const [terms, change] = useState(hosted.terms);
  const [wrong, setWrong] = useState<TermsRefused | null>(null);
  const { busy, refused, give } = useOrder();
  const set = (part: Partial<TableTerms>): void => {
    change({ ...terms, ...part });
    setWrong(null);
  };
  const apply = async (event: Event): Promise<void> => {
    event.preventDefault();
    // Top-ups go up to the largest buy-in, which may have changed.
    const whole = { ...terms, top_up_to: terms.top_up_to && terms.max_buy_in };
    await give(async () => {
      const { TermsRefused } = await room.hosting.change(hosted.table, whole);
      if (TermsRefused) setWrong(TermsRefused);
      else room.screen.toast(t("desk-terms-changed"));
    });
  };
  const given: TermsGiven = { terms, set, wrong, limits };
  return (
    <form class="desk-terms" onSubmit={(event) => void apply(event)}>
      {hosted.waits && (
        <p class="banner" role="status">
          {t("desk-terms-wait")}
        </p>
      )}
      <Group title={t("desk-stakes")}>
        <StakesFields {...given} />
      </Group>
      <Group title={t("desk-buy-ins")}>
        <BuyInFields {...given} />
      </Group>
      <Group title={t("desk-time")}>
        <TimeFields {...given} />
      </Group>
      <Group title={t("desk-options")}>
        <OptionFields {...given} />
      </Group>
      <Group title={t("desk-game")}>
        <Field term="Name" label={t("host-name")} wrong={wrong} wide>
          <input required maxLength={40} value={terms.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
        </Field>
        <GameFields {...given} fewestSeats={hosted.terms.seats} />
      </Group>
      <div class="desk-apply">
        <Failed text={refused} />
        <button class="primary wide" disabled={busy}>
          {t("desk-apply")}
        </button>
      </div>
    </form>
  );
};

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <div class="command">{children}</div>
  </section>
);
