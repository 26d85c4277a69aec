import type { Field } from '../schema/schema.js';

/**
 * What a field can be about, in the business terms of EN 16931. `other_date` and the like exist to attract what is not asked for.
 */
export type Concept =
  | 'document_type'
  | 'invoice_number'
  | 'issue_date'
  | 'due_date'
  | 'other_date'
  | 'currency'
  | 'order_number'
  | 'customer_number'
  | 'payment_terms'
  | 'seller_name'
  | 'seller_address'
  | 'seller_tax_id'
  | 'buyer_name'
  | 'buyer_address'
  | 'buyer_tax_id'
  | 'tax_id'
  | 'email'
  | 'phone'
  | 'website'
  | 'iban'
  | 'bic'
  | 'subtotal'
  | 'discount'
  | 'charge'
  | 'tip'
  | 'rounding'
  | 'withholding'
  | 'tax'
  | 'tax_rate'
  | 'total'
  | 'prepaid'
  | 'amount_due'
  | 'line_position'
  | 'line_code'
  | 'line_description'
  | 'line_quantity'
  | 'line_unit'
  | 'line_unit_price'
  | 'line_discount'
  | 'line_tax_rate'
  | 'line_tax'
  | 'line_amount';

/** The concept a schema leaf asks for, by its names, description and type; undefined when it is none we know. */
export declare function conceptOf(field: Field): Concept | undefined;
