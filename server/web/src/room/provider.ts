// Sign-in with a provider across its pages: the data that this tab stores while the player is away.

const KEPT = "cardroom.sign-in";

interface Away {
  /** The secret that makes the ticket work only in this tab. */
  verifier: string;
  /** The address to return to, after `#`. */
  back: string;
}

/** Returns the sign-in that this tab began, or null. */
export const away = (): Away | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (typeof kept !== "object" || kept === null || !("verifier" in kept) || !("back" in kept)) return null;
    const { verifier, back } = kept;
    return typeof verifier === "string" && typeof back === "string" ? { verifier, back } : null;
  } catch {
    return null;
  }
};

/** Ends the sign-in in this tab, and returns the address where it began. */
export const returned = (): string => {
  const back = away()?.back ?? "#/";
  sessionStorage.removeItem(KEPT);
  return back;
};

/** Sends the browser to the provider. Returns the reason if the server refuses. */
export const goToProvider = async (): Promise<string | null> => {
  const response = await fetch("/oidc/start", { method: "POST" }).catch(() => null);
  if (!response?.ok) return response ? (await response.text()).trim() : "";
  const { address, verifier } = (await response.json()) as { address: string; verifier: string };
  const back = location.hash.startsWith("#/signin") ? "#/" : location.hash || "#/";
  sessionStorage.setItem(KEPT, JSON.stringify({ verifier, back } satisfies Away));
  location.assign(address);
  return null;
};
