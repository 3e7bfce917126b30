// The codes of private tables, or of private tournaments, that were used on this page. They are
// remembered by their destination, and sent again on a new connection. The server decides what they
// open.

/** The most codes to remember. */
const MOST = 12;

export class Codes {
  private readonly known: Map<number, string>;

  /** Loads the codes stored under a key of local storage. */
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
