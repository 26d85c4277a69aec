import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../../core/index.js';
import type { Subject } from '../../../kit/index.js';
import { identifierIn, nationalSearch, searches } from './identifiers.js';
import { lineTaxesIn } from './line-taxes.js';

/** A shipped rule with options, and with what a host of these documents would know. */
export interface RuleCase {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly subjects: readonly Subject[];
  /** Where its data comes from. */
  readonly data: string;
}

/** The country of the national numbers that are looked for. */
const country = 'DE';

/** All shipped rules. Files of the host are written to a folder. */
export function ruleCases(subjects: readonly Subject[], folder: string): readonly RuleCase[] {
  const told = subjects.map((subject) =>
    withCells(
      subject,
      [searches.vat, searches.bic, searches.ean, searches.siren].flatMap((search) => identifierIn(subject, search)),
    ),
  );
  const national = subjects.map((subject) => withCells(subject, identifierIn(subject, nationalSearch(country))));
  const taxed = told.map((subject) => withCells(subject, lineTaxesIn(subject)));
  const ordered = told.map((subject) => withCells(subject, orderOf(subject)));
  const page = 'the page';
  return [
    { name: 'horizontal-sum', subjects: told, data: page },
    { name: 'vertical-sum', subjects: told, data: page },
    { name: 'line-product', subjects: told, data: page },
    { name: 'line-tax', subjects: taxed, data: 'the only percentage of each line, and the amount of its row that is this share' },
    { name: 'tax-by-rate', subjects: taxed, data: 'the only percentage of each line, which the page calls a tax elsewhere' },
    { name: 'dates', subjects: told, data: page },
    { name: 'iban', subjects: told, data: 'the only IBAN of a page' },
    { name: 'bic', subjects: told, data: 'the only BIC of a page' },
    { name: 'eu-vat', subjects: told, data: 'the only valid VAT number of a page' },
    { name: 'tax-id', options: { country }, subjects: national, data: `the only valid tax number of ${country} of a page` },
    { name: 'gtin', subjects: told, data: 'the first valid EAN of a page' },
    { name: 'luhn', options: { fields: ['reference'] }, subjects: told, data: 'the first SIREN, SIRET or giro number of a page' },
    { name: 'currency-country', subjects: told, data: page },
    { name: 'iban-country', subjects: told, data: page },
    {
      name: 'vendor-list',
      options: { csv: vendorsIn(told, folder) },
      subjects: told,
      data: 'sellers, accounts and VAT numbers of the truth',
    },
    {
      name: 'number-pattern',
      options: { patterns: patternsOf(told) },
      subjects: told,
      data: 'a pattern for each seller of the truth, made of its numbers',
    },
    {
      name: 'purchase-order',
      options: { csv: ordersIn(ordered, folder) },
      subjects: ordered,
      data: 'rows of the truth, ordered under the number of the document',
    },
    { name: 'duplicate', options: { file: join(folder, 'seen.sqlite') }, subjects: told, data: 'what came before in this run' },
    {
      name: 'amount-limits',
      options: { at_least: 0, at_most: Math.max(...told.map(totalOf)) },
      subjects: told,
      data: 'up to the greatest total of the truth',
    },
    {
      name: 'expect',
      options: { type: 'DUE_WITHIN_120_DAYS', that: 'due_date >= issue_date && due_date <= issue_date + 120' },
      subjects: told,
      data: page,
    },
  ];
}

const withCells = (subject: Subject, cells: readonly Cell[]): Subject => ({
  ...subject,
  further: [...subject.further, ...cells.filter(({ path }) => subject.further.every((one) => one.path !== path))],
});

const statedIn = ({ exhibit: { truth } }: Subject, name: 'seller_name' | 'invoice_number' | 'total'): string =>
  String(truth.fields[name]?.value ?? '');
const totalOf = (subject: Subject): number => Number(statedIn(subject, 'total')) || 0;
const readAt = ({ further }: Subject, path: string): string => further.find((cell) => cell.path === path)?.value ?? '';

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`).join('');

function vendorsIn(subjects: readonly Subject[], folder: string): string {
  const file = join(folder, 'vendors.csv');
  const vendors = subjects.map((subject) => [
    statedIn(subject, 'seller_name'),
    readAt(subject, '$.seller_tax_id'),
    readAt(subject, '$.iban'),
  ]);
  const distinct = new Map(vendors.filter(([name]) => name !== '').map((vendor) => [JSON.stringify(vendor), vendor]));
  writeFileSync(file, csvOf([['name', 'tax_id', 'iban'], ...distinct.values()]));
  return file;
}

/** A seller's pattern lets each of its numbers pass: digits for digits, letters for letters, all else as it is. */
function patternsOf(subjects: readonly Subject[]): Readonly<Record<string, string>> {
  const bySeller = Map.groupBy(subjects, (subject) => statedIn(subject, 'seller_name'));
  const patterns = [...bySeller].flatMap(([seller, own]) => {
    const forms = new Set(
      own.flatMap((subject) => (statedIn(subject, 'invoice_number') === '' ? [] : [formOf(statedIn(subject, 'invoice_number'))])),
    );
    return seller === '' || forms.size === 0 ? [] : [[seller, `^(?:${[...forms].join('|')})$`]];
  });
  return Object.fromEntries(patterns);
}

const formOf = (number: string): string =>
  number.replaceAll(/\d+|[^\d]/g, (part) => (/\d/.test(part) ? `\\d{${part.length}}` : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));

function ordersIn(subjects: readonly Subject[], folder: string): string {
  const file = join(folder, 'orders.csv');
  const rows = subjects.flatMap((subject) =>
    (subject.exhibit.truth.line_items ?? []).map(({ description, quantity, unit_price }) =>
      [readAt(subject, '$.order_number'), description?.value, quantity?.value, unit_price?.value].map((value) => String(value ?? '')),
    ),
  );
  writeFileSync(
    file,
    csvOf([['order_number', 'item', 'quantity', 'unit_price'], ...rows.filter(([number, item]) => number !== '' && item !== '')]),
  );
  return file;
}

/** Truth files have no order numbers: the number of the document stands for that of its order. */
function orderOf({ exhibit: { sheet, truth } }: Subject): readonly Cell[] {
  const mark = sheet.header.invoice_number;
  if (!mark?.value || (truth.line_items ?? []).length === 0) return [];
  return [{ path: '$.order_number', value: mark.value, quote: mark.quote, page: mark.page, confidence: 'certain', reason: 'exact' }];
}
