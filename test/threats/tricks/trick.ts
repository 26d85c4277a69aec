/** A document in which a program finds another value than a person sees. */
export interface Trick {
  readonly name: string;
  /** The field that it is about. */
  readonly field: keyof typeof honest;
  /** What a person reads; null where nobody can read a value. Several where it can be argued. */
  readonly seen: readonly (string | number | null)[];
  readonly make: () => Uint8Array | Promise<Uint8Array>;
}

/** What the documents say where nothing is played. */
export const honest = {
  invoice_number: 'INV-2041',
  due_date: '2026-04-11',
  iban: 'GB29NWBK60161331926819',
  seller_name: 'Northwind Stationery Ltd',
  total: 120,
} as const;

/** What the bad author wants to be read. The account's check digits hold. */
export const planted = { invoice_number: 'INV-7702', due_date: '2027-08-15', iban: 'DE89370400440532013000', total: 920 } as const;

/** The lines of the honest document by field. */
export const lines = {
  seller_name: 'Northwind Stationery Ltd',
  address: '12 High Street, London EC1A 1BB',
  title: 'Invoice',
  invoice_number: 'Invoice number: INV-2041',
  date: 'Invoice date: 12 March 2026',
  due_date: 'Due date: 11 April 2026',
  subtotal: 'Subtotal 100.00',
  tax: 'VAT 20% 20.00',
  total: 'Total GBP 120.00',
  iban: 'IBAN GB29NWBK60161331926819',
} as const;

export const schema = {
  type: 'object',
  properties: {
    invoice_number: { type: 'string' },
    due_date: { type: 'string', format: 'date' },
    iban: { type: 'string' },
    seller_name: { type: 'string' },
    subtotal: { type: 'number' },
    tax: { type: 'number' },
    total: { type: 'number' },
  },
} as const;
