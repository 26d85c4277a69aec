import { useEffect } from 'preact/hooks';

interface DrawnBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** While it is on, a rectangle that is drawn on an unturned page is handed on, in shares of the page. */
export function useDrawing(isOn: boolean, onDrawn: (box: DrawnBox) => void): void {
  useEffect(() => {
    if (!isOn) return;
    let from: { readonly sheet: HTMLElement; readonly x: number; readonly y: number; readonly frame: HTMLElement } | undefined;
    const start = (event: PointerEvent): void => {
      const sheet = (event.target as Element).closest('.sheet')?.querySelector<HTMLElement>('.boxes[data-page]');
      if (!sheet) return;
      event.preventDefault();
      const frame = Object.assign(document.createElement('span'), { className: 'drawn' });
      sheet.append(frame);
      from = { sheet, frame, ...shareOf(event, sheet) };
    };
    const move = (event: PointerEvent): void => {
      if (!from) return;
      const { x, y, w, h } = between(from, shareOf(event, from.sheet));
      Object.assign(from.frame.style, { left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` });
    };
    const end = (event: PointerEvent): void => {
      if (!from) return;
      const box = between(from, shareOf(event, from.sheet));
      from.frame.remove();
      if (box.w > 0 && box.h > 0) onDrawn({ page: Number(from.sheet.dataset['page']), ...box });
      from = undefined;
    };
    const listeners = { pointerdown: start, pointermove: move, pointerup: end };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener, true);
    };
  }, [isOn, onDrawn]);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function shareOf({ clientX, clientY }: PointerEvent, sheet: HTMLElement): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) };
}

const between = (a: Point, b: Point) => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) });
