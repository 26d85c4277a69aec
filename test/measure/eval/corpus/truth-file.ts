/** What a document says, as `CORPUS/truth/<id>.json` has it. */
export interface TruthFile {
  readonly id: string;
  /** Path of the document inside the corpus; `docs/<id>.pdf` or `.docx` where it is absent. */
  readonly file?: string;
  readonly with_xml_file?: string | null;
  readonly text_layer?: TruthTextLayer;
  /** What it is: 'invoice', 'receipt', 'bill'. */
  readonly doc_type?: string;
  /** Documents that one issuer or generator made; a template is one of several of a group. */
  readonly group?: string;
  readonly template?: string;
  /** A field that is absent is not stated by the source; whether the page prints it is not known, so it is never scored. */
  readonly fields: Readonly<Partial<Record<HeaderField, Stated>>>;
  /** What else the source states, by its own names; never scored. */
  readonly extra_fields?: Readonly<Record<string, Stated>> | null;
  /** Every row of the document; null where the source states none. */
  readonly line_items?: readonly Readonly<Partial<Record<LineField, Stated>>>[] | null;
  /** Whether the printed sums hold; null where the page does not print enough to say. */
  readonly math_on_page?: Readonly<Partial<Record<Sum, { readonly holds: boolean | null } | null>>> | null;
}

export interface Stated {
  readonly value: string | number;
  /** Whether a person can read it on the page; what nobody can read is no miss. True when absent. */
  readonly visible?: boolean;
  /** Where and how it is printed, when the maker of the document knows: as printed, its page, the whole row. */
  readonly printed?: { readonly text: string; readonly page: number; readonly row: string };
}

export type TruthTextLayer = 'native' | 'none' | 'ocr';
export type Sum = 'horizontal_sum' | 'vertical_sum';
export type HeaderField = (typeof headerFields)[number];
export type LineField = (typeof lineFields)[number];

export const headerFields = [
  'invoice_number',
  'issue_date',
  'due_date',
  'currency',
  'seller_name',
  'buyer_name',
  'subtotal',
  'tax',
  'total',
  'amount_due',
] as const;
export const lineFields = ['description', 'quantity', 'unit_price', 'amount'] as const;
