import type { Json } from '../contracts/schema.js';
import { numberAt, textAt } from '../values/at.js';
import { isList, isPlain } from '../values/json.js';
import { currencies, members, type NamedField, plainName, record, type SourcedMember, table } from './sourced.js';
import { jsonAt, membersAt, type VendorShape } from './vendor-shape.js';

/**
 * Mindee, Invoice V4 of its API V1: an answer, its document, or an inference. Most values have a page and no text. What Mindee concludes and no page
 * prints, such as a category, is left out.
 * Source: https://github.com/mindee/client-lib-test-data/blob/main/v1/products/invoices/response_v4/complete.json
 */
export const mindee: VendorShape = {
  name: 'mindee',
  is: (answer) =>
    /invoice|financial_document/i.test(textAt(inferenceOf(answer), 'product', 'name') ?? '') && predictionOf(answer).length > 0,
  read(answer) {
    const prediction = predictionOf(answer).filter(([name]) => !concluded.includes(name));
    const codes = currencies([textAt(inferenceOf(answer), 'prediction', 'locale', 'currency')]);
    return record([...prediction.flatMap(partsOf), ...members(codes)]);
  },
};

const inferenceOf = (answer: Json): Json | undefined => jsonAt(jsonAt(answer, 'document') ?? answer, 'inference') ?? answer;
const predictionOf = (answer: Json): readonly (readonly [string, Json])[] => membersAt(inferenceOf(answer), 'prediction');

const concluded = ['locale', 'orientation', 'document_type', 'document_type_extended', 'category', 'subcategory'];
const headerNames = {
  date: 'issue_date',
  po_number: 'order_number',
  supplier_name: 'seller_name',
  supplier_address: 'seller_address',
  customer_name: 'buyer_name',
  customer_address: 'buyer_address',
  total_net: 'subtotal',
  total_tax: 'tax',
  total_amount: 'total',
};
const columnNames = { total_amount: 'amount' };
const taxNames = { value: 'amount' };
/** What is said of a row beside its values. */
const besides = ['confidence', 'page_id', 'polygon', 'bounding_box', 'raw_value'];

function partsOf([name, field]: readonly [string, Json]): readonly SourcedMember[] {
  const plain = plainName(name, headerNames);
  if (!isList(field)) return members([headerField(plain, field)]);
  return field.length > 0 ? [[plain, table(field.map((row) => rowOf(row, name === 'taxes' ? taxNames : columnNames)))]] : [];
}

/** The raw value is the text as printed, where Mindee writes it otherwise. */
function headerField(name: string, field: Json): NamedField {
  const raw = textAt(field, 'raw_value');
  return { name, typed: raw ?? jsonAt(field, 'value'), text: raw, page: pageOf(field), stated: numberAt(field, 'confidence') };
}

function rowOf(row: Json, same: Readonly<Record<string, string>>): readonly NamedField[] {
  const cells = membersAt(row).filter(([name, value]) => !besides.includes(name) && isPlain(value));
  return cells.map(([name, typed]) => ({ name: plainName(name, same), typed, page: pageOf(row), stated: numberAt(row, 'confidence') }));
}

/** Counted from 0 there. */
function pageOf(field: Json): number | undefined {
  const index = numberAt(field, 'page_id');
  return index === undefined ? undefined : index + 1;
}
