import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type PageView, zoomed } from './page-view.js';

interface ScrollerProps {
  readonly pageView: PageView;
  /** The zoom at which the page is drawn now. */
  readonly shown: number;
  readonly changeView: (change: Partial<PageView>) => void;
  readonly goToPage: (page: number) => void;
  readonly children: (width: number) => ComponentChildren;
}

const padding = 32;

/** The scrolling area around the page: Ctrl and wheel zoom at the pointer, dragging pans, Page Up and Page Down change the page. */
export function Scroller({ pageView, shown, changeView, goToPage, children }: ScrollerProps) {
  const scroller = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const anchor = useRef<{ readonly x: number; readonly y: number; readonly shown: number }>(null);
  // Wheel events come faster than pages are drawn, so each one continues from the zoom of the one before.
  const zoom = useRef(shown);
  zoom.current = pageView.zoom === 'fit' ? shown : pageView.zoom;
  usePan(scroller);

  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey || !element) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      anchor.current = { x: event.clientX - left, y: event.clientY - top, shown: anchor.current?.shown ?? shown };
      zoom.current = zoomed(zoom.current, event.deltaY < 0 ? 1 : -1, 1.1);
      changeView({ zoom: zoom.current });
    };
    // Only a listener that is not passive can prevent the browser's own zoom.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [shown, changeView]);

  useLayoutEffect(() => {
    const { current: at } = anchor;
    if (!at || !scroller.current || at.shown === shown) return;
    const grown = shown / at.shown;
    scroller.current.scrollLeft = (scroller.current.scrollLeft + at.x) * grown - at.x;
    scroller.current.scrollTop = (scroller.current.scrollTop + at.y) * grown - at.y;
    anchor.current = null;
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { PageDown: pageView.page + 1, PageUp: pageView.page - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goToPage(to);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section class="scroller" ref={scroller} aria-label={`Page ${pageView.page}`} tabIndex={0} onKeyDown={onKeyDown}>
      {width > 0 && children(width - padding)}
    </section>
  );
}

/** Dragging scrolls the page, except where it selects text or presses a button. */
function usePan(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      if (event.target.closest('button, .text-layer span, .docx-text *')) return;
      event.preventDefault();
      element.focus();
      element.setPointerCapture(event.pointerId);
      element.classList.add('panning');
    };
    const move = (event: PointerEvent): void => {
      if (element.hasPointerCapture(event.pointerId)) element.scrollBy(-event.movementX, -event.movementY);
    };
    const up = (): void => element.classList.remove('panning');
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', up);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('lostpointercapture', up);
    };
  }, []);
}
