import type { StatedFinding } from '../../../core/index.js';
import type { BrokenRule, Ruled } from '../../einvoice/sent-rules.js';
import { faultSentences, type XmlFault } from '../../einvoice/syntaxes.js';

const finding = { kind: 'predicate', fields: ['document'], expected: 'valid by EN 16931', policy: 'hold' } as const;

/** One finding for each rule that an invoice breaks, and one that holds where none is fatal; none where there are no rules for it. */
export function findingsOf(ruled: Ruled): readonly StatedFinding[] {
  if ('fault' in ruled) return [unreadable('EN16931', finding.expected, ruled.fault)];
  if (ruled.broken === null) return [];
  const [fatal, warnings] = [ruled.broken.filter(isFatal), ruled.broken.filter((rule) => !isFatal(rule))];
  const noted = warnings.map(
    (rule): StatedFinding => ({ ...finding, holds: true, actual: 'valid', note: `EN16931 warns: ${sentenceOf(rule)}` }),
  );
  const { unusable } = ruled;
  if (unusable !== undefined) return [...fatal.map(broken), unverified('EN16931', finding.expected, `its xsd cannot be used: ${unusable}`)];
  if (fatal.length === 0) return [{ ...finding, holds: true, actual: 'valid' }, ...noted];
  return [...fatal.map(broken), ...noted];
}

const broken = (rule: BrokenRule): StatedFinding => ({
  ...finding,
  expected: specifications.find(([rules]) => rules.test(rule.rule))?.[1] ?? finding.expected,
  holds: false,
  actual: `in breach of ${sentenceOf(rule)}`,
});

/** What adds rules of its own to EN 16931. Those of a country, such as SE-R-001, are Peppol's. */
const specifications = [
  [/^BR-DE-/, 'valid by XRechnung'],
  [/^(?:PEPPOL|[A-Z]{2}-R)-/, 'valid by Peppol BIS Billing 3.0'],
] as const;

/** The finding of a rule about XML that cannot be read. */
export const unreadable = (type: string, expected: string, fault: XmlFault): StatedFinding =>
  unverified(type, expected, `the XML cannot be read: ${faultSentences[fault]}`);

const unverified = (type: string, expected: string, why: string): StatedFinding => ({
  ...finding,
  expected,
  // A check that cannot be verified names the fields that are not known.
  fields: [],
  holds: null,
  actual: null,
  note: `${type} cannot be verified: ${why}`,
});

const isFatal = ({ severity }: BrokenRule): boolean => severity === 'fatal';

/** 'BR-11: Buyer country code (BT-55) is missing, at /Invoice/AccountingCustomerParty/Party/PostalAddress' */
const sentenceOf = ({ rule, place, sentence }: BrokenRule): string => `${rule}: ${sentence}, at ${place}`;
