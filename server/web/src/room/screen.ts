// The screen as a whole: the short messages on it, and the components to draw again. A component
// subscribes, and is called when the state has changed.
interface Toast {
  id: number;
  text: string;
  bad: boolean;
  /** The address that it leads to. */
  href: string | null;
}

const TOAST_MS = 5_000;
/** A message that leads somewhere stays longer. */
const LINK_TOAST_MS = 15_000;

/** Called when the state has changed, with `true` if only the lobby did. */
type Subscriber = (onlyLobby: boolean) => void;

export class Screen {
  toasts: Toast[] = [];
  private count = 0;
  private readonly subscribers = new Set<Subscriber>();

  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    return () => this.subscribers.delete(subscriber);
  }
  changed(onlyLobby = false): void {
    for (const subscriber of this.subscribers) subscriber(onlyLobby);
  }

  toast(text: string, bad = false, href: string | null = null): void {
    const id = ++this.count;
    this.toasts = [...this.toasts.slice(-2), { id, text, bad, href }];
    setTimeout(() => {
      this.toasts = this.toasts.filter((toast) => toast.id !== id);
      this.changed();
    }, href ? LINK_TOAST_MS : TOAST_MS);
    this.changed();
  }
}
