// Short messages above the page. A dialog hides everything behind it, also from screen readers. So
// while a dialog is open, the messages are inside it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useRoomBesidesLobby } from "../room/room";
import { inFront } from "./dialog";

/** The height of the bar above the page, which may cover a part of a felt. */
const BAR = 60;

/** Returns the largest part of a felt in sight. Over it, a message covers no bar of a table. */
const feltInSight = (): DOMRect | undefined =>
  [...document.querySelectorAll(".felt-room")]
    .map((felt) => {
      const { left, top, width, bottom } = felt.getBoundingClientRect();
      const begins = Math.max(top, BAR);
      return new DOMRect(left, begins, width, Math.min(bottom, innerHeight) - begins);
    })
    .sort((one, other) => other.width * other.height - one.width * one.height)[0];

/** Puts the messages over the felt, if the page has one, for as long as any are shown. */
const useFelt = (shown: boolean) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!shown) return;
    const put = (): void => {
      const felt = feltInSight();
      place.current?.classList.toggle("on-felt", felt !== undefined);
      for (const side of ["top", "left", "width", "height"] as const) place.current?.style.setProperty(`--felt-${side}`, `${felt?.[side] ?? 0}px`);
    };
    put();
    addEventListener("resize", put);
    addEventListener("scroll", put, true);
    return () => {
      removeEventListener("resize", put);
      removeEventListener("scroll", put, true);
    };
  });
  return place;
};

/**
 * The messages, in their dialog or on the page itself (`null`). Only the frontmost place shows
 * them.
 */
export const Toasts = ({ of }: { of: HTMLDialogElement | null }) => {
  const { screen: { toasts } } = useRoomBesidesLobby();
  const shown = inFront() === of ? toasts : [];
  const place = useFelt(of === null && shown.length > 0);
  return (
    <div class="toasts" role="status" aria-live="polite" ref={place}>
      {shown.map((toast) => (
        <div key={toast.id} class={`toast ${toast.bad ? "bad" : ""}`}>
          {toast.href ? <a href={toast.href}>{toast.text}</a> : toast.text}
        </div>
      ))}
    </div>
  );
};
