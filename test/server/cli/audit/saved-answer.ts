import { createEngine, type EngineSettings, type JsonObject, parseSchema, type Schema } from '../../../../core/index.js';
import required from '../../../../plugins/gates/required.js';
import meta from '../../../../plugins/injectors/meta.js';
import horizontalSum from '../../../../plugins/rules/horizontal-sum.js';
import verticalSum from '../../../../plugins/rules/vertical-sum.js';
import { type Audit, audit } from '../../../../server/cli/audit/audit.js';
import { readResult } from '../../../../server/cli/audit/result.js';
import type { ExtractionBody } from '../../../../server/wire/extraction.js';
import { type Inclusion, wire } from '../../../../server/wire/wire.js';
import { cell, converterOf, documentOf, scriptedModel } from '../../../core/builders.js';

const page = `Invoice AB-77
Invoice date 12 March 2026
Article    Quantity   Price   Amount
Apples     2          10.00   20.00
Pears      3          10.00   30.00
Subtotal 50.00
VAT 20% 10.00
Total 60.00
Paid in advance 55.00`;

const row = (index: number, quote: string) => {
  const [description = '', quantity = '', price = '', amount = ''] = quote.split(/ {2,}/);
  const path = `$.line_items[${index}]`;
  const words = quote.replace(/ +/g, ' ');
  return [
    cell(`${path}.description`, description, { quote: words }),
    cell(`${path}.quantity`, quantity, { quote: words }),
    cell(`${path}.unit_price`, price, { quote: words }),
    cell(`${path}.amount`, amount, { quote: words }),
  ];
};
const reading = [
  cell('$.invoice_number', 'AB-77', { quote: 'Invoice AB-77' }),
  cell('$.issue_date', '12 March 2026', { quote: 'Invoice date 12 March 2026' }),
  cell('$.due_date', null),
  cell('$.subtotal', '50.00', { quote: 'Subtotal 50.00' }),
  cell('$.tax', '10.00', { quote: 'VAT 20% 10.00' }),
  cell('$.total', '60.00', { quote: 'Total 60.00' }),
  ...row(0, 'Apples     2          10.00   20.00'),
  ...row(1, 'Pears      3          10.00   30.00'),
];

const number = { type: 'number' };
const day = { type: 'string', format: 'date' };
const line = { description: { type: 'string' }, quantity: number, unit_price: number, amount: number };
const definition = {
  type: 'object',
  properties: {
    invoice_number: { type: 'string' },
    issue_date: day,
    due_date: day,
    subtotal: number,
    tax: number,
    total: number,
    line_items: { type: 'array', items: { type: 'object', properties: line } },
  },
  required: ['invoice_number', 'total'],
};
export const schema: Schema = parseSchema(JSON.stringify(definition));
const settings = (printed: string): EngineSettings => ({
  converters: [converterOf(printed === '' ? documentOf('') : documentOf(printed, 'Terms and conditions'))],
  tiers: [scriptedModel('reader', reading)],
  rules: [{ plugin: horizontalSum }, { plugin: verticalSum }],
  gate: { plugin: required },
  injector: { plugin: meta },
});
const file = { name: 'invoice', bytes: new Uint8Array() };

/** A fresh copy of the engine's answer to a small invoice with two rows, sums that hold and no due date; tests edit it. */
export async function answer(include: readonly Inclusion[] = ['boxes']): Promise<Editable> {
  const engine = createEngine(settings(page));
  try {
    return structuredClone(wire(await engine.extract({ file, schema, verify: true }), include)) as unknown as Editable;
  } finally {
    await engine.close();
  }
}

export interface EditableEntry {
  field: string;
  score: number;
  reason: string;
  page?: number;
  text?: string;
  boxes?: { page: number; x: number; y: number; w: number; h: number }[];
  evidence?: { prior?: number; findings: { name: string; says: string; weight?: number; at_most?: number }[] };
}
type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? Writable<U>[] : T[K] };
export interface Editable {
  object: Record<string, unknown> & {
    line_items: Record<string, unknown>[];
    _meta: { confidence_score: number; field_confidence: EditableEntry[]; issues: string[] };
  };
  metadata: { confidence_score?: number };
  verification: Writable<NonNullable<ExtractionBody['verification']>>;
}

export function entry({ object }: Editable, field: string): EditableEntry {
  const found = object._meta.field_confidence.find((candidate) => candidate.field === field);
  if (!found) throw new Error(`no entry for ${field}`);
  return found;
}

interface AuditOptions {
  /** The text of the document; the invoice itself when absent. */
  readonly printed?: string;
  /** Null means that the schema is unknown. */
  readonly schema?: Schema | null;
}

/** Audits an answer, edited or not, against the invoice. */
export const audited = (body: Editable | JsonObject, how: AuditOptions = {}): Promise<Audit> =>
  audit(
    {
      result: readResult(JSON.stringify(body)),
      file,
      threshold: 0.85,
      ...(how.schema !== null && { schema: how.schema ?? schema }),
    },
    settings(how.printed ?? page),
  );

/** The problems of every finding that fails, by what it is about. */
export const refuted = ({ fields, checks, whole }: Audit): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...fields, ...checks, ...whole].flatMap(({ about, verdict, problems }) => (verdict === 'fails' ? [[about, problems.join('; ')]] : [])),
  );
