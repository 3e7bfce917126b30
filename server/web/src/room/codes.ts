// The codes of private tables, or of private tournaments, that were brought on this page:
// remembered by where they lead, and brought again on a new connection. What they open is the
// room's business.

/** So many of them are remembered. */
const MOST = 12;

export class Codes {
  private readonly known: Map<number, string>;

  /** Those that are kept under a key of the browser's store. */
  constructor(private readonly key: string) {
    this.known = new Map(JSON.parse(localStorage.getItem(key) ?? "[]") as [number, string][]);
  }
  get(to: number | null): string | undefined {
    return to === null ? undefined : this.known.get(to);
  }
  all(): [to: number, code: string][] {
    return [...this.known];
  }
  remember(to: number, code: string): void {
    this.known.delete(to);
    this.known.set(to, code);
    this.keep();
  }
  forget(to: number): void {
    if (this.known.delete(to)) this.keep();
  }
  private keep(): void {
    localStorage.setItem(this.key, JSON.stringify([...this.known].slice(-MOST)));
  }
}
