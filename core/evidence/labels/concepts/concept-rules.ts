import type { Concept } from '../../../contracts/concept.js';
import type { NameAtom } from './name-words.js';

/** The type a schema leaf needs to match the rule. `number` is narrower than `amount`, which may also be a string. */
export type LeafKind = 'amount' | 'number' | 'date' | 'text' | 'id';

export interface ConceptRule {
  readonly concept: Concept;
  readonly kind: LeafKind;
  /** The name must contain one alternative of each group. */
  readonly needs: readonly (readonly NameAtom[])[];
  /** The name may contain only these. */
  readonly allows: ReadonlySet<NameAtom>;
}

/**
 * Rules for leaves outside an array of lines. The first rule that covers the whole name wins. `a|b` means one of them; `a?` is optional.
 */
export const conceptRules: readonly ConceptRule[] = [
  rule('document_type', 'text', 'type invoice?'),
  rule('document_type', 'text', 'invoice type'),
  rule('seller_tax_id', 'id', 'seller taxid|tax number|code|taxid tax? company? invoice?'),
  rule('seller_tax_id', 'id', 'seller taxid number? company?'),
  rule('seller_tax_id', 'text', 'seller tax'),
  rule('buyer_tax_id', 'text', 'buyer tax'),
  rule('buyer_tax_id', 'id', 'buyer taxid|tax number|code|taxid tax? company? invoice?'),
  rule('buyer_tax_id', 'id', 'buyer taxid number? company?'),
  rule('tax_id', 'id', 'taxid number? tax? code? company?'),
  rule('tax_id', 'id', 'tax number company?'),
  rule('customer_number', 'id', 'buyer number|code invoice?'),
  rule('order_number', 'id', 'order number|ref|code buyer? invoice? ref? number?'),
  rule('order_number', 'id', 'order'),
  rule('invoice_number', 'id', 'invoice number|ref|code seller?'),
  rule('invoice_number', 'id', 'number'),
  rule('delivery_date', 'date', 'delivery|ship date'),
  rule('order_date', 'date', 'order date'),
  rule('due_date', 'date', 'due|maturity date invoice? payment? maturity? due?'),
  rule('due_date', 'date', 'maturity invoice? payment? due?'),
  rule('due_date', 'date', 'due payment? invoice?'),
  rule('issue_date', 'date', 'date invoice? issue?'),
  rule('issue_date', 'date', 'issue invoice?'),
  rule('iban', 'text', 'iban number? payment? seller? company?'),
  rule('bic', 'text', 'bic code? number? payment? seller? company?'),
  rule('email', 'text', 'email address? seller? company?'),
  rule('phone', 'text', 'phone number? seller? company?'),
  rule('website', 'text', 'website address? seller? company?'),
  rule('currency', 'text', 'currency code? invoice? total? amount? payment? type? ref? price?'),
  rule('payment_method', 'text', 'payment method|type method? type? code?'),
  rule('payment_method', 'text', 'due method'),
  rule('payment_terms', 'text', 'terms payment? due? invoice? text?'),
  rule('seller_name', 'text', 'seller name? company? invoice?'),
  rule('seller_name', 'text', 'company name? issue? invoice?'),
  rule('buyer_name', 'text', 'buyer name? company? invoice?'),
  rule('seller_address', 'text', 'seller address company? description? invoice?'),
  rule('seller_address', 'text', 'company address'),
  rule('buyer_address', 'text', 'buyer address company? description? invoice?'),
  rule('tax_rate', 'amount', 'tax rate amount? invoice? total?'),
  rule('tip', 'amount', 'tip amount? total?'),
  rule('rounding', 'amount', 'rounding amount? total?'),
  rule('withholding', 'amount', 'withholding amount? total? tax?'),
  rule('discount', 'amount', 'discount amount? total? invoice?'),
  rule('charge', 'number', 'charge|ship amount? total? ship? charge? price? delivery?'),
  rule('charge', 'number', 'delivery charge|price amount? total?'),
  rule('amount_due', 'amount', 'due amount|total|balance amount? total? balance? net? invoice? payment? gross? price?'),
  rule('amount_due', 'number', 'due net? payment? gross?'),
  rule('amount_due', 'amount', 'balance amount? total? invoice?'),
  rule('prepaid', 'amount', 'prepaid amount? total? invoice? payment?'),
  rule('total', 'amount', 'gross total? amount? tax? invoice? price?'),
  rule('subtotal', 'amount', 'subtotal net? tax? amount? invoice? total? line? item?'),
  rule('subtotal', 'amount', 'net total? amount? tax? taxable? invoice? price? line? item?'),
  rule('subtotal', 'amount', 'taxable total? amount? net? invoice? tax?'),
  rule('subtotal', 'number', 'line|item total|amount total? amount? net?'),
  rule('tax', 'amount', 'tax total? amount? invoice?'),
  rule('total', 'amount', 'total amount? invoice? price? order?'),
  rule('total', 'amount', 'amount invoice?'),
];

/** Rules for leaves inside a row of an array of lines. Gross amounts and prices have no rule, because most documents print net ones. */
export const lineRules: readonly ConceptRule[] = [
  rule('line_tax_rate', 'amount', 'tax rate line? item? amount?'),
  rule('line_unit', 'text', 'unit quantity? code? type? item? name? line?'),
  rule('line_tax', 'amount', 'tax amount? total? line? item?'),
  rule('line_discount', 'amount', 'discount amount? rate? line? item? total?'),
  rule('line_unit_price', 'amount', 'unitprice net? price? amount? item? line?'),
  rule('line_unit_price', 'amount', 'unit price|amount|rate|net price? net? item? amount? line?'),
  rule('line_unit_price', 'amount', 'unitprice|unit|price net tax unit? price? item? amount? line?'),
  rule('line_unit_price', 'amount', 'quantity price|rate net? item?'),
  rule('line_amount', 'amount', 'subtotal|total line? item? net? amount? price? subtotal? total? tax? taxable?'),
  rule('line_unit_price', 'amount', 'price net? item? amount? charge?'),
  rule('line_unit_price', 'number', 'rate'),
  rule('line_amount', 'amount', 'amount line? item? net? tax?'),
  rule('line_amount', 'number', 'net line? item? price? tax?'),
  rule('line_quantity', 'amount', 'quantity unit? item? line? amount? number?'),
  rule('line_quantity', 'number', 'unit'),
  rule('line_quantity', 'number', 'number item|unit'),
  rule('line_code', 'id', 'code|ref item? number? line? ref?'),
  rule('line_code', 'id', 'item number code?'),
  rule('line_position', 'id', 'line number?'),
  rule('line_position', 'id', 'number'),
  rule('line_description', 'text', 'description item? line? name?'),
  rule('line_description', 'text', 'item|name line? name? item? delivery?'),
  rule('line_description', 'text', 'delivery'),
];

function rule(concept: Concept, kind: LeafKind, pattern: string): ConceptRule {
  const parts = pattern.split(' ');
  const needs = parts.filter((part) => !part.endsWith('?')).map((part) => part.split('|') as NameAtom[]);
  const optional = parts.filter((part) => part.endsWith('?')).map((part) => part.slice(0, -1) as NameAtom);
  return { concept, kind, needs, allows: new Set([...needs.flat(), ...optional]) };
}
