import { decimal, type Finding, isAmount, type NamedValue, unknown } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import type { MasterRecord } from './index.js';

/** A line of a document, by the concepts of its columns. */
type DocumentLine = Readonly<Record<(typeof lineColumns)[number], NamedValue>>;
export const lineColumns = ['line_code', 'line_description', 'line_quantity', 'line_unit_price'] as const;

/** What an order says of a line: it stands there, by its code or description, with no smaller quantity and no lower price. */
export function matchLine(line: DocumentLine, ordered: readonly MasterRecord[], percent: number): readonly Finding[] {
  const named = [line.line_code, line.line_description].flatMap(({ field, value }) =>
    typeof value === 'string' ? [{ field, value }] : [],
  );
  const [first] = named;
  if (!first) return [];
  const item = ordered.find(({ item: name = '' }) => named.some(({ value }) => squash(value) === squash(name)));
  if (!item)
    return [
      { kind: 'predicate', fields: [first.field], holds: false, expected: 'in the purchase order', actual: first.value, policy: 'hold' },
    ];
  return [...atMost(line.line_quantity, item['quantity'], percent), ...atMost(line.line_unit_price, item['unit_price'], percent)];
}

function atMost({ field, value }: NamedValue, ordered: string | undefined, percent: number): readonly Finding[] {
  if (!isAmount(value) || value === unknown) return [];
  const common = { kind: 'predicate', fields: [field], actual: value, policy: 'hold' } as const;
  if (ordered === undefined || !/^\d+(\.\d+)?$/.test(ordered)) return [{ ...common, holds: null, expected: null }];
  const most = decimal(ordered)
    .times(100 + percent)
    .div(100);
  return [{ ...common, holds: value.lte(most), expected: `at most ${most}` }];
}
