import type { Finding } from '../../contracts/rule.js';
import { isAmount } from '../../values/money.js';

/** What is wrong with the findings of a rule that no compiler has read; undefined when nothing is. */
export function flawIn(findings: readonly Finding[]): string | undefined {
  if (!Array.isArray(findings)) return 'check() gives no list of findings';
  return findings.map(flawOf).find((flaw) => flaw !== undefined);
}

function flawOf({ fields, expected, actual }: Finding): string | undefined {
  if (!Array.isArray(fields) || fields.some((field) => typeof field !== 'string')) return 'the "fields" of a finding are no list of names';
  const wrong = [expected, actual].findIndex((value) => !isAmount(value));
  return wrong < 0 ? undefined : `"${['expected', 'actual'][wrong]}" is no amount: make it with amount() or decimal()`;
}

/** The kind of an error, and the line of code that threw it. Its message is left out: it may hold words of the document. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /^ +at .*?([^/\\\s(]+\.[cm]?[jt]s:\d+):\d+\)?$/m.exec(framesOf(error))?.[1];
  return place === undefined ? error.name : `${error.name}, ${place}`;
}

/** The stack behind the message that it begins with; nothing where the two do not belong together. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}
