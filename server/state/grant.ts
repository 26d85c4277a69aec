/** What callers may be allowed to do. Each scope opens a group of endpoints; `admin` opens none yet. */
export const scopes = ['extract', 'jobs', 'review', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of a caller for whom none are named: everything that is done with documents. */
export const defaultScopes: readonly Scope[] = ['extract', 'jobs', 'review'];

/** How much one caller may use. Absent = as the server's settings say; 0 = no limit. Days are UTC. */
export interface CallerLimits {
  /** Requests a second, beside the limit of its address. */
  readonly rate?: number;
  /** Whole credits a day. */
  readonly dailyCredits?: number;
  /** Whole tokens of providers a day, input and output together. */
  readonly dailyTokens?: number;
  /** What providers may cost a day, in major units of the currency of the prices: '2.50'. At most six decimals. */
  readonly dailyCost?: string;
}

/** What a caller may do, and how much of it. */
export interface Grant {
  readonly scopes: readonly Scope[];
  readonly limits: CallerLimits;
}

/** Scopes as the stores keep them: names with spaces between. Names that this version does not know are left out. */
export const scopesIn = (text: string): readonly Scope[] => scopes.filter((scope) => text.split(' ').includes(scope));

/** Why this cannot be a grant, as a sentence without its values; undefined where it can. For values that no compiler has checked. */
export function faultOfGrant({ scopes: named, limits }: Partial<Grant>): string | undefined {
  if (named !== undefined && !(Array.isArray(named) && named.length > 0 && named.every((scope) => scopes.includes(scope))))
    return `scopes must be one or more of ${scopes.join(', ')}`;
  return limits === undefined ? undefined : faultOfLimits(limits);
}

function faultOfLimits(limits: CallerLimits): string | undefined {
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(allowed, name));
  if (unknown !== undefined) return `limits may have ${Object.keys(allowed).join(', ')} and nothing else`;
  const wrong = Object.entries(allowed).find(([name, { fits }]) => {
    const value: unknown = limits[name as keyof CallerLimits];
    return value !== undefined && !fits(value);
  });
  return wrong && `${wrong[0]} must be ${wrong[1].text}`;
}

const whole = (most: number) => ({
  text: `a whole number from 0 to ${most}`,
  fits: (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most,
});

const allowed: Readonly<Record<keyof CallerLimits, { readonly text: string; fits(value: unknown): boolean }>> = {
  rate: {
    text: 'a number from 0.001 to 10000, or 0',
    fits: (value) => typeof value === 'number' && (value === 0 || (value >= 0.001 && value <= 10_000)),
  },
  dailyCredits: whole(2_000_000_000),
  dailyTokens: whole(2_000_000_000),
  dailyCost: {
    text: 'an amount such as "2.50", at most 1000000000 with at most six decimals',
    fits: (value) => typeof value === 'string' && /^\d{1,9}(\.\d{1,6})?$|^1000000000$/.test(value),
  },
};
