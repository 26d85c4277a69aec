import { unknown } from '../../contracts/amount.js';
import type { Finding } from '../../contracts/rule.js';
import { isAmount } from '../../values/money.js';

/** What is wrong with the findings of a rule written in plain JavaScript; undefined if nothing is. */
export function flawIn(findings: readonly Finding[]): string | undefined {
  if (!Array.isArray(findings)) return 'check() gives no list of findings';
  return findings.map(flawOf).find((flaw) => flaw !== undefined);
}

function flawOf(finding: Finding): string | undefined {
  const { fields, kind = 'amounts', expected, actual } = finding;
  if (!Array.isArray(fields) || fields.some((field) => typeof field !== 'string')) return 'the "fields" of a finding are no list of names';
  if (!kinds.includes(kind)) return `its "kind" is none of ${kinds.join(', ')}`;
  if ('holds' in finding && typeof finding.holds !== 'boolean' && finding.holds !== null) return '"holds" is neither true, false nor null';
  const fits = kind === 'amounts' ? isAmount : isStatable;
  const wrong = [expected, actual].findIndex((value) => !fits(value));
  if (wrong < 0) return undefined;
  const name = `"${['expected', 'actual'][wrong]}"`;
  return kind === 'amounts'
    ? `${name} is no amount: make it with amount() or decimal()`
    : `${name} is no text, amount, yes, no or null: make a number with decimal()`;
}

const kinds: readonly NonNullable<Finding['kind']>[] = ['amounts', 'predicate', 'known', 'together'];

const isStatable = (value: unknown): boolean =>
  value === null || ['string', 'boolean'].includes(typeof value) || (isAmount(value) && value !== unknown);

/** The class of an error and the line that threw it. The message is left out, because it may contain text of the document. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /^ +at .*?([^/\\\s(]+\.[cm]?[jt]s:\d+):\d+\)?$/m.exec(framesOf(error))?.[1];
  return place === undefined ? error.name : `${error.name}, ${place}`;
}

/** The stack without the message it begins with; empty if the stack does not contain the message. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}
