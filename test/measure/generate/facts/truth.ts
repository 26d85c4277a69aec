import type { Invoice } from '../../../fixtures/invoice/invoice.js';
import type { PrintedRow } from '../../../fixtures/invoice/printed-text.js';
import { type InvoiceTruth, truth as valuesOf } from '../../../fixtures/invoice/truth.js';
import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from '../../../kit/truth-file.js';
import { ambiguousDays } from './ambiguous.js';
import { type PrintedLeaf, printedLeaves } from './printed.js';
import { sumsOnPage } from './sums.js';

/** A stated value and where it is printed. */
export interface PrintedValue extends Stated {
  readonly visible: true;
  readonly in_text_layer: true;
  readonly printed: PrintedLeaf;
  /** Whether the printed text can mean two days and nothing on the page decides. */
  readonly ambiguous?: true;
}

/** The truth of a document, limited to what it prints. */
export interface PrintedTruth extends TruthFile {
  readonly fields: Readonly<Partial<Record<HeaderField, PrintedValue>>>;
  readonly line_items: readonly Readonly<Partial<Record<LineField, PrintedValue>>>[];
  readonly math_on_page: ReturnType<typeof sumsOnPage>;
}

/** @throws Error when the document prints a leaf that its data lacks, which is a bug in the drawing. */
export function truthOf(id: string, invoice: Invoice, rows: readonly PrintedRow[]): PrintedTruth {
  const printed = printedLeaves(rows);
  const values = valuesOf(invoice);
  const days = ['issue_date', 'due_date'].flatMap((leaf) => printed.get(leaf)?.text ?? []);
  const ambiguous = ambiguousDays(days);
  const stated = (leaf: string, value: string | number | null | undefined): PrintedValue | undefined => {
    const place = printed.get(leaf);
    if (!place) return undefined;
    if (value === null || value === undefined) throw new Error(`${id} prints ${leaf}, which it does not have`);
    const doubtful = leaf.endsWith('_date') && ambiguous.has(place.text);
    return { value, visible: true, in_text_layer: true, printed: place, ...(doubtful && { ambiguous: true }) };
  };
  return {
    id,
    text_layer: 'native',
    fields: among(headerFields, (field) => stated(field, headerValue(values, field))),
    line_items: values.line_items.map((line, index) => among(lineFields, (field) => stated(`line_items[${index}].${field}`, line[field]))),
    math_on_page: sumsOnPage(invoice, (leaf) => printed.has(leaf)),
  };
}

const headerValue = (values: InvoiceTruth, field: HeaderField): string | number | null => values[field];

const among = <Name extends string>(
  names: readonly Name[],
  stated: (name: Name) => PrintedValue | undefined,
): Readonly<Partial<Record<Name, PrintedValue>>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = stated(name);
      return value ? [[name, value]] : [];
    }),
  ) as Readonly<Partial<Record<Name, PrintedValue>>>;
