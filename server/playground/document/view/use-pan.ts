import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Dragging scrolls the page, except where it selects text or presses a button. */
export function usePan(scroller: RefObject<HTMLElement | null>): void {
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
