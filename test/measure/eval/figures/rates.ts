/** Numbers as a report prints them; a dash where nothing can be reckoned. */
export const ratio = (part: number, all: number): number | null => (all === 0 ? null : part / all);

export const percent = (rate: number | null, digits = 1): string => (rate === null ? '-' : `${(rate * 100).toFixed(digits)}%`);

export const share = (part: number, all: number, digits = 1): string => `${part} of ${all} = ${percent(ratio(part, all), digits)}`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The harmonic mean of precision and recall. */
export const f1 = ({ stated, found, right }: { readonly stated: number; readonly found: number; readonly right: number }): string =>
  ratio(2 * right, stated + found)?.toFixed(3) ?? '-';
