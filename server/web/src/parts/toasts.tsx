// Short messages above the page. A dialog hides everything behind it, also from screen readers. So
// while a dialog is open, the messages are inside it.
import { useRoomBesidesLobby } from "../room/room";
import { inFront } from "./dialog";

/**
 * The messages, in their dialog or on the page itself (`null`). Only the frontmost place shows
 * them.
 */
export const Toasts = ({ of }: { of: HTMLDialogElement | null }) => {
  const { toasts } = useRoomBesidesLobby();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {inFront() === of &&
        toasts.map((toast) => (
          <div key={toast.id} class={`toast ${toast.bad ? "bad" : ""}`}>
            {toast.href ? <a href={toast.href}>{toast.text}</a> : toast.text}
          </div>
        ))}
    </div>
  );
};
