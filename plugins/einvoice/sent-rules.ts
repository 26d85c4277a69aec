import { list, oneOf, record, text } from '../sandbox/sent.js';
import type { BrokenRule } from './business-rules.js';
import { bounds, type XmlFault, xmlFaults } from './syntaxes.js';

/** The rules that an invoice breaks, null for what EN 16931 has no rules for, or why the XML cannot be read. */
export type Ruled = { readonly broken: readonly BrokenRule[] | null } | { readonly fault: XmlFault };

/** What the child has sent of the rules, as a new value that has their type and nothing else. @throws InvalidReply */
export function sentRules(sent: unknown): Ruled {
  const { broken, fault } = record(sent);
  if (fault !== undefined) return { fault: oneOf(fault, ...xmlFaults) };
  if (broken === null) return { broken };
  const sentRule = (row: unknown): BrokenRule => {
    const { rule, place, sentence } = record(row);
    return { rule: text(rule, 20), place: text(place, bounds.textLength), sentence: text(sentence, bounds.textLength) };
  };
  return { broken: list(broken, 100).map(sentRule) };
}
