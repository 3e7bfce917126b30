// The page that checks proofs and explains them, as a part of the room's page. It knows the room's
// key, and fetches the proof of a hand by its number.
import { useEffect, useState } from "preact/hooks";
import { dealKey } from "../room/requests/deals";
import { fetchProof } from "../room/requests/files";
import { room, useRoomBesidesLobby } from "../room/room";
import { t } from "../words/words";
import { Checker, type Chosen } from "./checker";
import { Explained, Limits } from "./explained";
import "../style/proof.css";

/** Returns what this page knows about a hand in which it took part. */
const knownOf = (table: number, hand: number): Chosen["known"] => {
  const receipt = room.deals.follower(table)?.receipts.get(hand);
  return receipt && { receipt };
};

const HandNumber = ({ asked, check }: { asked: string; check(chosen: Chosen): void }) => {
  const { account: { session }, signIn: { arriving } } = useRoomBesidesLobby();
  const [table = "", hand = ""] = asked.split("-");
  const [wrong, say] = useState("");
  const load = async (at: string, number: string): Promise<void> => {
    const found = await fetchProof(Number(at), Number(number));
    say(typeof found === "string" ? found : "");
    if (typeof found !== "string") check({ name: `${at}-${number}.deal.json`, content: found, known: knownOf(Number(at), Number(number)) });
  };
  useEffect(() => {
    if (asked && session) void load(table, hand);
  }, [asked, session?.account]);
  return (
    <form
      class="proof-number" aria-label={t("proof-of-hand")}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void load(String(form.get("table")), String(form.get("hand")));
      }}
    >
      <label>
        {t("proof-table")}
        <input name="table" type="number" min={1} required defaultValue={table} />
      </label>
      <label>
        {t("proof-hand")}
        <input name="hand" type="number" min={1} required defaultValue={hand} />
      </label>
      <button disabled={!session}>{t("proof-fetch")}</button>
      {!session && !arriving && <small class="mute">{t("proof-sign-in")}</small>}
      {wrong && (
        <p class="refused" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
};

/** Leads from the check to the explanation and back. */
export const ProofTabs = ({ explains }: { explains: boolean }) => (
  <div class="segments" role="tablist" aria-label={t("proof-sections")}>
    <a role="tab" href="#/verify" aria-selected={!explains}>
      {t("proof-tab-check")}
    </a>
    <a role="tab" href="#/verify/how" aria-selected={explains}>
      {t("proof-tab-how")}
    </a>
  </div>
);

export const VerifyPage = ({ name }: { name: string }) => {
  const explains = name === "how";
  const asked = /^\d+-\d+$/.test(name) ? name : "";
  return (
    <main class="hands proof">
      <h1>{t(explains ? "proof-how-title" : "proof-title")}</h1>
      <ProofTabs explains={explains} />
      {explains ? (
        <Explained />
      ) : (
        <>
          <p class="mute">{t("proof-intro")}</p>
          <Checker knownKey={dealKey() ?? ""}>{(check) => <HandNumber key={asked} asked={asked} check={check} />}</Checker>
          <Limits />
        </>
      )}
    </main>
  );
};
