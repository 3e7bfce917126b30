// An amount in a bounded place. A long one is shortened there, and never cut off.
import { room } from "../room/room";
import { chips, inUnitWithin } from "../room/words";

interface Shortened {
  full: string;
  short: string;
  /** Whether it stands in a button or a link, which a press is for. */
  inButton?: boolean;
}

/** A shortened text. Screen readers read it in full, and a press or a pointer shows it in full. */
export const Short = ({ full, short, inButton = false }: Shortened) =>
  short === full ? (
    <>{full}</>
  ) : (
    <span class="short" title={full} onClick={inButton ? undefined : () => room.screen.toast(full)}>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{full}</span>
    </span>
  );

/** Chips in a bounded place. */
export const Chips = ({ of, inButton }: { of: number; inButton?: boolean }) => <Short full={chips(of)} short={inUnitWithin(of)} inButton={inButton} />;
