import { conceptOf, type Field, InputError, type Json, type JsonObject, type Schema } from '../../../core/index.js';
import { caveatIn, choiceIn, documentKindOf, nameParts, statementOf } from '../../../core/text.js';
import { valueAt } from '../../client/evidence.js';
import { metaOf } from '../../report/content.js';

/** What EN 16931 has documents for: types 380 and 381 of UNTDID 1001. */
export type InvoiceKind = 'invoice' | 'credit_note';

export interface AskedAnswer {
  readonly object: JsonObject;
  readonly schema: Schema;
  /** As the host calls the schema; undefined for one that has no name. */
  readonly name: string | undefined;
}

/**
 * Whether an answer is about an invoice or a credit note: by a field that asks for it; else by the name of the schema or by whose number it asks for, where
 * nothing in the answer speaks against it. It is never guessed.
 * @throws InputError where it cannot be told
 */
export function invoiceKindOf(answer: AskedAnswer): InvoiceKind {
  const asked = single(answer.schema).find(asksForKind);
  const kind = asked ? statedBy(asked, answer) : (kindCalled(answer.name ?? '') ?? kindByNumber(answer));
  const against = asked || kind !== 'invoice' ? undefined : saysOtherwise(answer);
  if (kind && against === undefined) return kind;
  throw new InputError(
    `The answer does not say for certain whether it is about an invoice or a credit note${against ? `: ${against}` : ''}. Ask for document_type with the choices invoice and credit_note, or for invoice_number or credit_note_number`,
  );
}

/** The number of the credit note itself, beside which `invoice_number` is that of the invoice which it corrects. */
export const creditNoteNumberIn = (schema: Schema): Field | undefined =>
  single(schema).find((field) => documentNumbered(field) === 'credit-note');

const single = ({ fields }: Schema): readonly Field[] => fields.filter(({ path }) => !path.includes('[]'));

const kinds = ['invoice', 'credit_note'] as const satisfies readonly InvoiceKind[];

const asksForKind = (field: Field): boolean =>
  conceptOf(field) === 'document_type' ||
  statementOf(field) === 'credit_note' ||
  kinds.every((kind) => choiceIn(kind, (field.enum ?? []).map(String)) !== undefined);

function statedBy({ type, path }: Field, { object }: AskedAnswer): InvoiceKind | undefined {
  const value = valueAt<Json>(object, path) ?? null;
  if (type === 'boolean') return value === null ? undefined : value ? 'credit_note' : 'invoice';
  return kindCalled(String(value));
}

const kindCalled = (text: string): InvoiceKind | undefined => kinds.find((kind) => choiceIn(text, kinds) === kind);

/** A credit note and a reminder may also name the invoice that they are about, so that their own number counts first. */
function kindByNumber({ object, schema }: AskedAnswer): InvoiceKind | undefined {
  const credit = creditNoteNumberIn(schema);
  if (credit) return (valueAt<Json>(object, credit.path) ?? null) === null ? undefined : 'credit_note';
  const isReminder = single(schema).some((field) => documentNumbered(field) === 'reminder');
  return !isReminder && single(schema).some(isInvoiceNumber) ? 'invoice' : undefined;
}

/** The document that a field asks for the number of, and for nothing else: `credit_note_number`, but not `related_credit_note_number`. */
function documentNumbered({ names }: Field): ReturnType<typeof documentKindOf> {
  const name = names.at(-1) ?? '';
  const words = name.replaceAll(/[-_]|(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return documentKindOf(words.replace(/ ?s?(?:number|nummer|num|no|nr|id|ref|reference)$|^(?:number|num|numero|no|nr) /i, ''));
}

/** In concepts any paper with a number is an invoice, so that its name has to say so. */
const isInvoiceNumber = (field: Field): boolean =>
  conceptOf(field) === 'invoice_number' &&
  nameParts(field.names.join(' ')).atoms.has('invoice') &&
  invoices.test(plainly(field.names.join(' '))) &&
  documentNumbered(field) !== 'credit-note' &&
  choiceIn(field.names.at(-1) ?? '', ['receipt']) === undefined;

/** What invoices are called in the names of fields, whole or in short. */
const invoices =
  /invoice|bill|rechn|faktu|factu|fattu|fatura|lasku|szamla|racun|saskait|regning|(?:^|[^a-z])(?:inv|fakt|fact|fatt|fra|rech|re|rg|szla|nfe?)(?=[^a-z]|n[or]|num|$)/;

const plainly = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function saysOtherwise({ object, schema }: AskedAnswer): string | undefined {
  const total = single(schema).find((field) => conceptOf(field) === 'total');
  if (Number(total && valueAt<Json>(object, total.path)) < 0) return 'its total is negative';
  return metaOf(object).issues.find((issue) => otherDocuments.has(caveatIn(issue) ?? ''));
}

const otherDocuments: ReadonlySet<string> = new Set([
  'pro-forma',
  'quotation',
  'order',
  'delivery-note',
  'reminder',
  'credit-note',
  'not-an-invoice',
]);
