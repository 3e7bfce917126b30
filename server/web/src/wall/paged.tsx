// A list that fills the screen in columns and turns its pages. The browser lays it out: what does
// not fit into the columns goes on beside them, and a page is as wide as the list.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PAGE_MS } from "./scenes";

export interface PagedProps {
  label: string;
  /** Changes whenever the list does. */
  of: unknown;
  /** Called with the number of pages. */
  pages(count: number): void;
  children: ComponentChildren;
  class?: string;
}

export const Paged = ({ label, of, pages, children, class: kind = "" }: PagedProps) => {
  const list = useRef<HTMLUListElement>(null);
  const [count, set] = useState(1);
  const [page, turn] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const { scrollWidth = 1, clientWidth = 1 } = list.current ?? {};
      const gap = Number.parseFloat(list.current ? getComputedStyle(list.current).columnGap : "0") || 0;
      // The last page may have fewer columns, and ends with the last one.
      const found = Math.max(1, Math.ceil((scrollWidth + gap) / (clientWidth + gap) - 0.05));
      set(found);
      pages(found);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [of]);
  useEffect(() => {
    const timer = setInterval(() => turn((at) => at + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, []);
  const at = page % count;
  useLayoutEffect(() => {
    const gap = Number.parseFloat(list.current ? getComputedStyle(list.current).columnGap : "0") || 0;
    list.current?.scrollTo({ left: at * ((list.current.clientWidth ?? 0) + gap) });
  }, [at, count, of]);
  return (
    <>
      <ul class={`wall-list ${kind}`} ref={list} aria-label={label}>
        {children}
      </ul>
      {count > 1 && (
        <p class="wall-pages">
          {at + 1} / {count}
        </p>
      )}
    </>
  );
};
