import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

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

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Follows the theme of the system until the visitor chooses one; the choice is stored. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(() => themes.find((name) => name === readSetting('vouch.theme')) ?? 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    saveSetting('vouch.theme', theme === 'system' ? undefined : theme);
  }, [theme]);
  return (
    <label class="theme-choice">
      <span>Theme</span>
      <select value={theme} onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The two settings that outlive the tab: the theme and the position of the divider. */
type StoredSetting = 'vouch.theme' | 'vouch.split';

function readSetting(name: StoredSetting): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function saveSetting(name: StoredSetting, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows may refuse to store anything; the page then keeps the value in memory.
  }
}
