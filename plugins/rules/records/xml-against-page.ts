import { type Checkable, decimal, isAmount, minus, type RuleValue, type StatedFinding, unknown } from '../../../core/index.js';
import type { Concept } from '../../../core/text.js';
import { termOf } from '../../einvoice/syntaxes.js';

/** What both state so exactly that two texts can be compared; names and descriptions are written in many ways. */
const compared = [
  ...(['invoice_number', 'issue_date', 'due_date', 'currency', 'iban', 'seller_tax_id', 'buyer_tax_id'] as const),
  ...(['subtotal', 'tax', 'total', 'prepaid', 'amount_due'] as const),
] satisfies readonly Concept[];

/** What every invoice prints: where no page does, the XML says something else. */
const alwaysPrinted: readonly Concept[] = ['total', 'amount_due'];

/** What the header of an invoice in XML states against what its pages state: a finding for each term that both do. */
export const againstPage = (result: Checkable, header: ReadonlyMap<Concept, string>): readonly StatedFinding[] =>
  compared.flatMap((concept) => findingOf(result, concept, header.get(concept)));

/** None where one of the two does not state the concept, or the page states several values. */
function findingOf(result: Checkable, concept: Concept, stated: string | undefined): readonly StatedFinding[] {
  const [read, ...others] = result.values(concept);
  if (stated === undefined || others.length > 0) return [];
  if (!read || read.value === unknown) return absent(result, concept, { stated, field: read?.field ?? 'document' });
  const day = result.date(concept);
  const printed = day === unknown ? read.value : day;
  const finding = { kind: 'predicate', fields: [read.field], expected: stated, actual: String(printed) } as const;
  if (isSame(stated, printed) || isThere(result, concept, { stated, printed })) return [{ ...finding, holds: true }];
  const page = result.page(concept);
  return [{ ...finding, holds: false, note: noteOf(concept, stated, `${page === undefined ? 'page' : `page ${page}`}: ${printed}`) }];
}

function absent(
  result: Checkable,
  concept: Concept,
  { stated, field }: { readonly stated: string; readonly field: string },
): readonly StatedFinding[] {
  if (!alwaysPrinted.includes(concept) || decimal(stated).isZero() || result.prints(decimal(stated)) !== false) return [];
  const said = { expected: `${stated} as in the XML`, actual: 'absent from the pages' };
  return [{ kind: 'predicate', fields: [field], holds: false, ...said, note: noteOf(concept, stated, 'no page prints it') }];
}

/** A credit note may state amounts with either sign. */
const isSame = (stated: string, printed: RuleValue): boolean =>
  isAmount(printed) ? printed.abs().eq(decimal(stated).abs()) : plain(stated) === plain(String(printed));

/** Without what only sets groups of digits and letters apart. */
const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether the pages print what the XML states: a reader may then have taken another value for this one. With several rates a page may print
 * their taxes and not the sum, which is between subtotal and total.
 */
function isThere(
  result: Checkable,
  concept: Concept,
  { stated, printed }: { readonly stated: string; readonly printed: RuleValue },
): boolean {
  if (!isAmount(printed)) return result.prints(stated) !== false;
  const amount = decimal(stated);
  const implied = concept === 'tax' ? minus(result.number('total'), result.number('subtotal')) : unknown;
  return (implied !== unknown && implied.eq(amount)) || result.prints(amount) !== false;
}

/** 'XML: amount due 119 (BT-115); page 1: 121' */
const noteOf = (concept: Concept, stated: string, pages: string): string =>
  `XML: ${concept.replaceAll('_', ' ')} ${stated} (${termOf(concept)}); ${pages}`;
