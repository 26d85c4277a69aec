import { list, oneOf, record, text } from '../sandbox/sent.js';
import { bounds, type XmlFault, xmlFaults } from './syntaxes.js';

/** `fatal`: the invoice is not valid. `warning`: it is, but something should be otherwise. */
export const severities = ['fatal', 'warning'] as const;

/** A business rule that an invoice breaks. */
export interface BrokenRule {
  /** Its identifier in EN 16931 or its validation artefacts: 'BR-CO-15'; 'XSD' for what the schema of the syntax says. */
  readonly rule: string;
  /** Of the element in the XML, in local names: '/Invoice/InvoiceLine[2]/Item'. */
  readonly place: string;
  /** 'Buyer country code (BT-55) is missing' */
  readonly sentence: string;
  readonly severity: (typeof severities)[number];
}

/** The rules that an invoice breaks, null for what EN 16931 has no rules for, or why the XML cannot be read. */
export type Ruled =
  | {
      readonly broken: readonly BrokenRule[] | null;
      /** Why the schema of the host cannot be used, where it cannot. */
      readonly unusable?: string;
    }
  | { readonly fault: XmlFault };

/** Of one invoice; further ones are not named. */
export const mostRules = 100;

/** What the child has sent of the rules, as a new value that has their type and nothing else. @throws InvalidReply */
export function sentRules(sent: unknown): Ruled {
  const { broken, fault, unusable } = record(sent);
  if (fault !== undefined) return { fault: oneOf(fault, ...xmlFaults) };
  if (broken === null) return { broken };
  const sentRule = (row: unknown): BrokenRule => {
    const { rule, place, sentence, severity } = record(row);
    return {
      rule: text(rule, 20),
      place: text(place, bounds.textLength),
      sentence: text(sentence, bounds.textLength),
      severity: oneOf(severity, ...severities),
    };
  };
  return { broken: list(broken, mostRules).map(sentRule), ...(unusable !== undefined && { unusable: text(unusable, bounds.textLength) }) };
}
