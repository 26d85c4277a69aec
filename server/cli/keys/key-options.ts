import { type Command, InvalidArgumentError } from 'commander';
import { type CallerLimits, faultOfGrant, type Scope, scopes } from '../../state/grant.js';
import type { KeyChanges } from '../../state/store.js';

/** What the options of a command say about a key. */
export interface KeyOptions {
  readonly label?: string;
  readonly expires?: Date | 'never';
  readonly scopes?: readonly Scope[];
  readonly rate?: number | 'default';
  readonly dailyCredits?: number | 'default';
  readonly dailyTokens?: number | 'default';
  readonly dailyCost?: string | 'default';
}

/** Adds the options that describe a key. */
export const withKeyOptions = (command: Command): Command =>
  command
    .option('--label <text>', 'whose it is, or what for')
    .option('--expires <when>', 'a date such as 2027-01-31, a time from now such as 90d or 12h, or never', futureDate)
    .option('--scopes <names>', `what it may do: one or more of ${scopes.join(', ')}, with commas`, scopeNames)
    .option('--rate <number>', `requests a second; ${ownLimit}`, limit('rate'))
    .option('--daily-credits <number>', `credits a UTC day; ${ownLimit}`, limit('dailyCredits'))
    .option('--daily-tokens <number>', `tokens of providers a UTC day; ${ownLimit}`, limit('dailyTokens'))
    .option('--daily-cost <amount>', `what providers may cost a UTC day, in the currency of the prices; ${ownLimit}`, limit('dailyCost'));

const ownLimit = '0 is no limit, default is as the settings say';

/** The changes that the options ask for; none where there are no options. */
export function changesOf({ label, expires, scopes: named, ...rest }: KeyOptions): KeyChanges {
  const limits = limitsOf(rest);
  return {
    ...(label !== undefined && { label }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
    ...(named && { scopes: named }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

const limitsOf = ({ rate, dailyCredits, dailyTokens, dailyCost }: KeyOptions): NonNullable<KeyChanges['limits']> => ({
  ...(rate !== undefined && { rate: unlessDefault(rate) }),
  ...(dailyCredits !== undefined && { dailyCredits: unlessDefault(dailyCredits) }),
  ...(dailyTokens !== undefined && { dailyTokens: unlessDefault(dailyTokens) }),
  ...(dailyCost !== undefined && { dailyCost: unlessDefault(dailyCost) }),
});

const unlessDefault = <T>(value: T | 'default'): T | null => (value === 'default' ? null : value);

/** Parses a duration such as 90d, 12h or 30m; 0 is nothing. */
export function duration(written: string): number {
  const ms = durationIn(written);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('It must be a time such as 24h, 7d or 30m, or 0.');
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** The same, undefined where it is none. */
export function durationIn(written: string): number | undefined {
  if (written === '0') return 0;
  const [, count, unit = ''] = /^(\d{1,6})([dhm])$/.exec(written) ?? [];
  return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 0);
}

/** Parses a date in the future: `90d`, `12h`, `2027-01-31`, `never`. */
function futureDate(written: string): Date | 'never' {
  if (written === 'never') return written;
  const ms = durationIn(written);
  const at = ms === undefined ? new Date(`${written}T00:00:00Z`) : new Date(Date.now() + ms);
  if (at.getTime() > Date.now()) return at;
  throw new InvalidArgumentError('It must be a day to come such as 2027-01-31, a time from now such as 90d or 12h, or never.');
}

function scopeNames(written: string): readonly Scope[] {
  const names = written.split(',').map((name) => scopes.find((scope) => scope === name.trim()));
  const known = names.filter((name) => name !== undefined);
  if (known.length === names.length) return [...new Set(known)];
  throw new InvalidArgumentError(`It must be one or more of ${scopes.join(', ')}, with commas.`);
}

/** Parses a limit, or `default`. */
const limit =
  <Name extends keyof CallerLimits>(name: Name) =>
  (written: string): CallerLimits[Name] | 'default' => {
    if (written === 'default') return written;
    const value = name === 'dailyCost' || !/^\d*\.?\d+$/.test(written) ? written : Number(written);
    const fault = faultOfGrant({ limits: { [name]: value } });
    if (fault !== undefined) throw new InvalidArgumentError(`${fault.replace(name, 'It')}, or default.`);
    return value as CallerLimits[Name];
  };
