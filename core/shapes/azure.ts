import type { Json } from '../contracts/schema.js';
import { numberAt, textAt } from '../values/at.js';
import { isPlain } from '../values/json.js';
import { currencies, members, type NamedField, plainName, record, type SourcedMember, table } from './sourced.js';
import { itemsAt, jsonAt, membersAt, oneOf, type VendorShape } from './vendor-shape.js';

/**
 * Azure Document Intelligence, prebuilt-invoice: the analyze result of its REST API from 2022-08-31 on, inside of its operation or by itself.
 * Source: https://learn.microsoft.com/azure/ai-services/document-intelligence/prebuilt/invoice and
 * https://learn.microsoft.com/javascript/api/@azure-rest/ai-document-intelligence/documentfieldoutput
 */
export const azure: VendorShape = {
  name: 'azure-document-intelligence',
  is: (answer) =>
    itemsAt(resultOf(answer), 'documents').some((document) => membersAt(document, 'fields').some(([, field]) => isField(field))),
  read(answer) {
    const fields = membersAt(oneOf(itemsAt(resultOf(answer), 'documents'), 'documents'), 'fields');
    const codes = currencies(fields.map(([, field]) => textAt(field, 'valueCurrency', 'currencyCode')));
    return record([...fields.flatMap(partsOf), ...members(codes)]);
  },
};

const resultOf = (answer: Json): Json => jsonAt(answer, 'analyzeResult') ?? answer;
const isField = (field: Json): boolean => textAt(field, 'type') !== undefined || textAt(field, 'content') !== undefined;

const headerNames = {
  InvoiceId: 'invoice_number',
  InvoiceDate: 'issue_date',
  PurchaseOrder: 'order_number',
  VendorName: 'seller_name',
  VendorAddress: 'seller_address',
  VendorTaxId: 'seller_tax_id',
  CustomerName: 'buyer_name',
  CustomerAddress: 'buyer_address',
  CustomerTaxId: 'buyer_tax_id',
  SubTotal: 'subtotal',
  TotalTax: 'tax',
  InvoiceTotal: 'total',
  Items: 'line_items',
};

function partsOf([name, field]: readonly [string, Json]): readonly SourcedMember[] {
  const plain = plainName(name, headerNames);
  const rows = itemsAt(field, 'valueArray');
  if (textAt(field, 'type') === 'array') return rows.length > 0 ? [[plain, table(rows.map(rowOf))]] : [];
  return membersAt(field, 'valueObject').length > 0 ? [[plain, record(members(rowOf(field)))]] : members([namedField(plain, field)]);
}

const rowOf = (item: Json): readonly NamedField[] =>
  membersAt(item, 'valueObject').map(([name, field]) => namedField(plainName(name, {}), field));

const namedField = (name: string, field: Json): NamedField => ({
  name,
  typed: typedOf(field),
  text: textAt(field, 'content'),
  page: numberAt(field, 'boundingRegions', 0, 'pageNumber'),
  stated: numberAt(field, 'confidence'),
});

/** The member that is named for the type: `valueDate` of a date. Of an address, which has parts, its text counts. */
function typedOf(field: Json): Json | undefined {
  const type = textAt(field, 'type') ?? '';
  const typed = jsonAt(field, `value${type.charAt(0).toUpperCase()}${type.slice(1)}`);
  const value = type === 'currency' ? jsonAt(typed, 'amount') : typed;
  return isPlain(value) ? value : undefined;
}
