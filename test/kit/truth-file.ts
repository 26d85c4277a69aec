import type { Json } from '../../core/index.js';

/** The content of a document, as in `CORPUS/truth/<id>.json`. */
export interface TruthFile {
  readonly id: string;
  /** Path of the document in the corpus; `docs/<id>.pdf` or `.docx` when absent. */
  readonly file?: string;
  readonly with_xml_file?: string | null;
  readonly text_layer?: TruthTextLayer;
  /** 'invoice', 'receipt' or 'bill'. */
  readonly doc_type?: string;
  /** Where the document was found: documents of one source resemble each other, whoever issued them. */
  readonly source_repo?: string;
  /** The issuer or generator; a template is one of several layouts of a group. */
  readonly group?: string;
  readonly template?: string;
  /** Absent fields are not stated by the source and never scored, because the page may or may not print them. */
  readonly fields: Readonly<Partial<Record<HeaderField, Stated>>>;
  /** Further fields of the source under its own names; never scored. */
  readonly extra_fields?: Readonly<Record<string, Stated>> | null;
  /** A schema of one's own to ask this document with, as a path in the corpus: 'schemas/hotel.json'. The shipped invoice schema when absent. */
  readonly schema?: string;
  /** What the document says in the fields of a schema of one's own, by path: 'seller.iban'. Null means that the page does not state it. */
  readonly further?: Readonly<Record<string, FurtherValue>>;
  /** All rows of such a schema's arrays, by path: 'charges'. */
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, FurtherValue>>[]>>;
  /** All rows of the document; null where the source states none. */
  readonly line_items?: readonly Readonly<Partial<Record<LineField, Stated>>>[] | null;
  /** Whether the printed sums hold; null where the page does not print enough to tell. */
  readonly math_on_page?: Readonly<Partial<Record<Sum, { readonly holds: boolean | null } | null>>> | null;
}

export interface Stated {
  readonly value: string | number;
  /** Other printed forms that are right, too: the legal beside the trade name, a number with its prefix. */
  readonly also?: readonly (string | number)[];
  /** Whether a person can read it on the page; invisible values are not counted as missed. True when absent. */
  readonly visible?: boolean;
  /** The printed text, its page and its whole row, when the maker of the document knows them. */
  readonly printed?: { readonly text: string; readonly page: number; readonly row: string };
}

export interface FurtherValue {
  readonly value: Json;
  /** Other values that are right, too; null where a reader may leave it out. */
  readonly also?: readonly Json[];
  /** How likely it was to be judged, where a person judged a sample; null where it stands for no others. 1 when absent. */
  readonly chance?: number | null;
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
