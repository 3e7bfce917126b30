// From where a link works, as far as its host shows it.

export type Reach = "computer" | "network" | "everyone";

const V4 = /^(\d+)\.(\d+)\.\d+\.\d+$/;

/** Tells who reaches a page with this host. */
export const reachOf = (host: string): Reach => {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  const [, first, second] = V4.exec(name)?.map(Number) ?? [];
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1" || first === 127) return "computer";
  if (first !== undefined && second !== undefined) {
    const isPrivate =
      first === 10 ||
      (first === 172 && second >= 16 && second < 32) ||
      (first === 192 && second === 168) ||
      (first === 169 && second === 254) ||
      // RFC 6598, which VPNs such as Tailscale use.
      (first === 100 && second >= 64 && second < 128);
    return isPrivate ? "network" : "everyone";
  }
  // Unique local and link-local addresses, and names that only a local network knows.
  if (name.includes(":")) return /^f[cd]|^fe[89ab]/.test(name) ? "network" : "everyone";
  return name.includes(".") && !/\.(local|lan|internal|home\.arpa)$/.test(name) ? "everyone" : "network";
};
