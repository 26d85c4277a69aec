/** The printed days that the page leaves ambiguous, such as 03/04/2025 when no date of the same form has a part above 12. */
export function ambiguousDays(printed: readonly string[]): ReadonlySet<string> {
  const numeric = printed.filter((text) => form.test(text));
  const parts = (text: string): readonly number[] => (form.exec(text) ?? []).slice(1, 3).map(Number);
  const settled = numeric.some((text) => parts(text).some((part) => part > 12));
  return new Set(settled ? [] : numeric.filter((text) => new Set(parts(text)).size === 2));
}

/** A dot always means day before month. */
const form = /^(\d{2})[/-](\d{2})[/-]\d{4}$/;
