import type { Finding } from '../../contracts/rule.js';
import { isAmount } from '../../values/money.js';

/** What is wrong with the findings of a rule written in plain JavaScript; undefined if nothing is. */
export function flawIn(findings: readonly Finding[]): string | undefined {
  if (!Array.isArray(findings)) return 'check() gives no list of findings';
  return findings.map(flawOf).find((flaw) => flaw !== undefined);
}

function flawOf({ fields, expected, actual }: Finding): string | undefined {
  if (!Array.isArray(fields) || fields.some((field) => typeof field !== 'string')) return 'the "fields" of a finding are no list of names';
  const wrong = [expected, actual].findIndex((value) => !isAmount(value));
  return wrong < 0 ? undefined : `"${['expected', 'actual'][wrong]}" is no amount: make it with amount() or decimal()`;
}

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
