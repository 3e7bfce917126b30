// A text that a player wrote, with its invite links to this room as links.

/** An invite link to this room. A link to anywhere else stays text. */
const invite = (): RegExp => new RegExp(`(${location.origin.replaceAll(".", "\\.")}/#/join/[0-9A-Za-z]{10})`);

/** Returns the code of the first invite link in a text. */
export const inviteCode = (text: string): string | null => invite().exec(text)?.[1]?.slice(-10) ?? null;

export const Linked = ({ text }: { text: string }) => (
  <>
    {text.split(invite()).map((part, index) =>
      index % 2 ? (
        <a key={index} class="link" href={`#/join/${part.slice(-10)}`}>
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </>
);
