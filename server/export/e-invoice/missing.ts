import { unknown } from '../../../core/index.js';
import type { InvoiceFacts, LineFacts } from './facts.js';

type Known = true | string | symbol | object | undefined;

/** The names of what EN 16931-1 requires of each invoice and the answer does not say; of lines with their numbers. A credit note in UBL needs no due date. */
export function missingTerms(
  { text, day, lines, totals, seller, buyer, currency, breakdown, ...facts }: InvoiceFacts,
  syntax: 'ubl' | 'cii',
): readonly string[] {
  const needsNoDueDate = (facts.kind === 'credit_note' && syntax === 'ubl') || undefined;
  const header: readonly (readonly [name: string, ...oneOf: Known[]])[] = [
    ['Invoice number (BT-1)', facts.number],
    ['Issue date (BT-2)', day('issue_date')],
    ['Invoice currency code (BT-5)', currency],
    ['Due date (BT-9) or payment terms (BT-20)', day('due_date'), text('payment_terms'), needsNoDueDate],
    ['Seller name (BT-27)', seller.name],
    ['Seller tax number (BT-31, BT-32)', seller.taxId],
    ['Seller country code (BT-40)', seller.country],
    ['Buyer name (BT-44)', buyer.name],
    ['Buyer country code (BT-55)', buyer.country],
    ['Sum of line net amounts (BT-106)', totals.lines],
    ['Total without VAT (BT-109)', totals.net],
    ['Total VAT (BT-110)', totals.tax],
    ['Total with VAT (BT-112)', totals.gross],
    ['Amount due (BT-115)', totals.due],
    ['VAT breakdown (BG-23)', breakdown.find(({ category }) => category !== undefined)],
    ['Invoice line (BG-25)', lines[0]],
  ];
  const ofLine: readonly (readonly [name: string, key: keyof LineFacts])[] = [
    ['Invoiced quantity (BT-129)', 'quantity'],
    ['Unit of the invoiced quantity (BT-130)', 'unit'],
    ['Line net amount (BT-131)', 'amount'],
    ['Item net price (BT-146)', 'price'],
    ['Item VAT category code (BT-151)', 'category'],
    ['Item name (BT-153)', 'name'],
  ];
  return [
    ...header.flatMap(([name, ...oneOf]) => (oneOf.some(isKnown) ? [] : [name])),
    ...ofLine.flatMap(([name, key]) => {
      const without = lines.flatMap((line, at) => (isKnown(line[key]) ? [] : [at + 1]));
      return without.length === 0 ? [] : [`${name} of ${without.length === lines.length ? 'each line' : `line ${without.join(', ')}`}`];
    }),
  ];
}

const isKnown = (value: Known): boolean => value !== undefined && value !== unknown;
