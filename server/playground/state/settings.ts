/** The two settings that outlive the tab: the theme and the position of the divider. */
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
    // Private windows may refuse to store anything; the page then keeps the value in memory.
  }
}
