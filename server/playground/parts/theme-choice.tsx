import { useEffect, useState } from 'preact/hooks';
import { readSetting, saveSetting } from '../state/settings.js';

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
