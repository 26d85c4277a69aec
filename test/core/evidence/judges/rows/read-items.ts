import type { CapName } from '../../../../../core/contracts/cap.js';
import { misplacements } from '../../../../../core/evidence/judges/judge-arithmetic.js';
import type { Cell } from '../../../../../core/index.js';
import { cell, documentOf, money, run, scriptedModel, text } from '../../../builders.js';

/** An item as a reader gives it: description, quantity, unit price, amount; an empty text is a null. */
export type ItemTexts = readonly [description: string, quantity: string, unitPrice: string, amount: string];
const columns = ['description', 'quantity', 'unit_price', 'amount'] as const;

/** What the rows say against the values of each item: the names of the findings, item by item, without those that speak for a value. */
export async function findingsOf(
  page: string,
  items: readonly ItemTexts[],
  header: readonly Cell[] = [],
): Promise<readonly (readonly CapName[])[]> {
  const cells = items.flatMap((item, row) => columns.map((name, column) => cell(`$.lines[${row}].${name}`, item[column] || null)));
  const properties = { description: text, quantity: money, unit_price: money, amount: money };
  const outcome = await run({
    document: documentOf(page),
    fields: {
      subtotal: money,
      lines: { type: 'array', items: { type: 'object', properties } },
    },
    tiers: [scriptedModel('reader', [...header, ...cells])],
  });
  return items.map((_, row) => {
    const fields = outcome.draft?.fields.filter(({ path }) => path.startsWith(`$.lines[${row}].`)) ?? [];
    return [...new Set(fields.flatMap(({ caps }) => caps.map(({ name }) => name)))].filter((name) => against.has(name));
  });
}

const against = new Set<CapName>([
  ...misplacements,
  'arithmetic.lineProduct',
  'arithmetic.factorsFailed',
  'arithmetic.failed',
  'arithmetic.sumOfRowsFailed',
  'arithmetic.rowsElsewhere',
]);
