import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { readSetting, saveSetting } from '../state/settings.js';

const percentRange = { min: 25, max: 75 };
const within = (percent: number): number => Math.round(Math.min(percentRange.max, Math.max(percentRange.min, percent)));

/** Two panes with a divider that can be dragged or moved by arrow keys. Its position is stored. */
export function Split({ left, right }: { readonly left: ComponentChildren; readonly right: ComponentChildren }) {
  const [percent, setPercent] = useState(() => within(Number(readSetting('vouch.split') ?? 50) || 50));
  const frame = useRef<HTMLElement>(null);
  const move = (to: number): void => {
    setPercent(within(to));
    saveSetting('vouch.split', String(within(to)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: percent - 2, ArrowRight: percent + 2, Home: percentRange.min, End: percentRange.max }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  const onPointerMove = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const { left: start = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move(((event.clientX - start) / width) * 100);
  };
  return (
    <main class="split" ref={frame} style={{ '--split': `${percent}%` }}>
      {left}
      {/* biome-ignore lint/a11y/useSemanticElements: a movable divider is a separator with a value, and hr has none */}
      <div
        class="divider"
        role="separator"
        aria-label="Width of the document"
        aria-orientation="vertical"
        aria-valuenow={percent}
        aria-valuemin={percentRange.min}
        aria-valuemax={percentRange.max}
        aria-valuetext={`${percent} percent`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      />
      {right}
    </main>
  );
}
