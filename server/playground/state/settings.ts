/** The two things that outlive the tab: the theme and where the divider stands. A browser that keeps nothing is no reason to fail. */
type StoredSetting = 'vouch.theme' | 'vouch.split';

export function readSetting(name: StoredSetting): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveSetting(name: StoredSetting, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private windows refuse; the page goes on with what it has in memory.
  }
}
