import type { Json } from '../contracts/schema.js';
import { at, numberAt, textAt } from '../values/at.js';
import { currencies, members, type NamedField, plainName, record, styleOf, table } from './sourced.js';
import { itemsAt, type VendorShape } from './vendor-shape.js';

/**
 * Amazon Textract, AnalyzeExpense and GetExpenseAnalysis: all values are texts as printed. Pages of one document come as ExpenseDocuments of their
 * own, so that all are taken together. Fields of the type OTHER, which have only a printed label for a name, and the texts of whole rows are left out.
 * Source: https://docs.aws.amazon.com/textract/latest/dg/expensedocuments.html and how-it-works-type.html beside it. Names of fields, and pages:
 * https://github.com/aws-samples/amazon-textract-textractor (textractor/data/constants.py; issues/370)
 */
export const textract: VendorShape = {
  name: 'textract',
  is: (answer) => Array.isArray(at(answer, 'ExpenseDocuments')),
  read(answer) {
    const pages = itemsAt(answer, 'ExpenseDocuments');
    const summary = pages.flatMap((page) => itemsAt(page, 'SummaryFields'));
    const rows = pages
      .flatMap((page) => itemsAt(page, 'LineItemGroups'))
      .flatMap((group) => itemsAt(group, 'LineItems'))
      .map((item) => itemsAt(item, 'LineItemExpenseFields').flatMap((field) => namedField(field, columnNames)));
    const header = summary.flatMap((field) => namedField(field, headerNames).map((named) => ({ ...named, quote: quoteOf(field) })));
    const codes = currencies(summary.map((field) => textAt(field, 'Currency', 'Code')));
    const style = styleOf([...header, ...rows.flat()]);
    return record([...members([...header, ...codes], style), ...(rows.length > 0 ? [['line_items', table(rows, style)] as const] : [])]);
  },
};

const headerNames = {
  INVOICE_RECEIPT_ID: 'invoice_number',
  INVOICE_RECEIPT_DATE: 'issue_date',
  PO_NUMBER: 'order_number',
  VENDOR_NAME: 'seller_name',
  VENDOR_ADDRESS: 'seller_address',
  VENDOR_VAT_NUMBER: 'seller_tax_id',
  RECEIVER_NAME: 'buyer_name',
  RECEIVER_ADDRESS: 'buyer_address',
  RECEIVER_VAT_NUMBER: 'buyer_tax_id',
};
const columnNames = { ITEM: 'description', PRICE: 'amount' };
const unnamed = ['OTHER', 'EXPENSE_ROW'];

function namedField(field: Json, same: Readonly<Record<string, string>>): readonly NamedField[] {
  const type = textAt(field, 'Type', 'Text');
  if (type === undefined || unnamed.includes(type)) return [];
  const percent = numberAt(field, 'ValueDetection', 'Confidence');
  return [
    {
      name: plainName(type, same),
      text: textAt(field, 'ValueDetection', 'Text'),
      page: numberAt(field, 'PageNumber'),
      stated: percent === undefined ? undefined : percent / 100,
    },
  ];
}

/** The label, which stands before most values of the header, and the value. */
function quoteOf(field: Json): string | undefined {
  const texts = [textAt(field, 'LabelDetection', 'Text'), textAt(field, 'ValueDetection', 'Text')];
  return texts.filter((text) => text?.trim()).join(' ') || undefined;
}
