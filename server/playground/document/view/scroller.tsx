import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Sight } from './turn.js';
import { usePan } from './use-pan.js';
import { zoomed } from './zoom.js';

interface ScrollerProps {
  readonly sight: Sight;
  /** The zoom that is drawn at the moment. */
  readonly shown: number;
  readonly look: (change: Partial<Sight>) => void;
  readonly turnTo: (page: number) => void;
  readonly children: (width: number) => ComponentChildren;
}

const padding = 32;

/** The desk that the page lies on: wheels zoom at the pointer, drags pan, Page Up and Page Down turn. */
export function Scroller({ sight, shown, look, turnTo, children }: ScrollerProps) {
  const desk = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const anchor = useRef<{ readonly x: number; readonly y: number; readonly shown: number }>(null);
  // Wheels turn faster than pages are drawn: each turn goes on from the one before.
  const zoom = useRef(shown);
  zoom.current = sight.zoom === 'fit' ? shown : sight.zoom;
  usePan(desk);

  useEffect(() => {
    if (!desk.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(desk.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = desk.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey || !element) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      anchor.current = { x: event.clientX - left, y: event.clientY - top, shown: anchor.current?.shown ?? shown };
      zoom.current = zoomed(zoom.current, event.deltaY < 0 ? 1 : -1, 1.1);
      look({ zoom: zoom.current });
    };
    // A listener that may prevent the page's own zoom cannot be passive.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [shown, look]);

  useLayoutEffect(() => {
    const { current: at } = anchor;
    if (!at || !desk.current || at.shown === shown) return;
    const grown = shown / at.shown;
    desk.current.scrollLeft = (desk.current.scrollLeft + at.x) * grown - at.x;
    desk.current.scrollTop = (desk.current.scrollTop + at.y) * grown - at.y;
    anchor.current = null;
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { PageDown: sight.page + 1, PageUp: sight.page - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turnTo(to);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="desk" ref={desk} aria-label={`Page ${sight.page}`} tabIndex={0} onKeyDown={onKeyDown}>
      {width > 0 && children(width - padding)}
    </section>
  );
}
