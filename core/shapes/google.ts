import type { Json } from '../contracts/schema.js';
import { at, numberAt, textAt } from '../values/at.js';
import { isPlain } from '../values/json.js';
import { decimal } from '../values/money.js';
import { currencies, members, type NamedField, plainName, record, styleOf, table } from './sourced.js';
import { itemsAt, jsonAt, type VendorShape } from './vendor-shape.js';

/**
 * Google Document AI, invoice parser: a Document with entities, inside of a ProcessResponse or by itself.
 * Source: https://cloud.google.com/document-ai/docs/reference/rest/v1/Document and https://cloud.google.com/document-ai/docs/enrichment
 */
export const google: VendorShape = {
  name: 'google-document-ai',
  is: (answer) => entitiesOf(answer).some((entity) => textAt(entity, 'type') !== undefined && (isPlaced(entity) || hasProperties(entity))),
  read(answer) {
    const entities = entitiesOf(answer);
    const header = entities.filter((entity) => !hasProperties(entity)).map((entity) => namedField(entity, headerNames));
    const groups = Map.groupBy(entities.filter(hasProperties), (entity) => nameOf(entity, groupNames));
    const tables = [...groups].map(([name, rows]) => [name, rows.map((row) => itemsAt(row, 'properties').map(columnOf))] as const);
    const codes = currencies(entities.map((entity) => textAt(entity, 'normalizedValue', 'moneyValue', 'currencyCode')));
    const style = styleOf([...header, ...tables.flatMap(([, rows]) => rows.flat())]);
    return record([...members([...header, ...codes], style), ...tables.map(([name, rows]) => [name, table(rows, style)] as const)]);
  },
};

const entitiesOf = (answer: Json): readonly Json[] => itemsAt(jsonAt(answer, 'document') ?? answer, 'entities');
const hasProperties = (entity: Json): boolean => itemsAt(entity, 'properties').length > 0;
const isPlaced = (entity: Json): boolean => at(entity, 'mentionText') !== undefined || at(entity, 'textAnchor') !== undefined;

const groupNames = { line_item: 'line_items' };
const headerNames = {
  invoice_id: 'invoice_number',
  invoice_date: 'issue_date',
  purchase_order: 'order_number',
  supplier_name: 'seller_name',
  supplier_address: 'seller_address',
  supplier_tax_id: 'seller_tax_id',
  receiver_name: 'buyer_name',
  receiver_address: 'buyer_address',
  receiver_tax_id: 'buyer_tax_id',
  net_amount: 'subtotal',
  total_tax_amount: 'tax',
  total_amount: 'total',
};

const nameOf = (entity: Json, same: Readonly<Record<string, string>>): string => plainName(textAt(entity, 'type') ?? '', same);

/** `line_item/amount` is the amount of its row. */
function columnOf(property: Json): NamedField {
  const field = namedField(property, {});
  return { ...field, name: plainName(textAt(property, 'type')?.split('/').at(-1) ?? '', {}) };
}

function namedField(entity: Json, same: Readonly<Record<string, string>>): NamedField {
  const name = nameOf(entity, same);
  return {
    name,
    typed: typedOf(entity, name),
    text: textAt(entity, 'mentionText'),
    page: pageOf(entity),
    stated: numberAt(entity, 'confidence'),
  };
}

/** An index of its pages, as text; the first, which is 0, may be left out. */
function pageOf(entity: Json): number | undefined {
  const [place] = itemsAt(entity, 'pageAnchor', 'pageRefs');
  return place === undefined ? undefined : Number(at(place, 'page') ?? 0) + 1;
}

/** What a text means, where that is a value; other texts, such as names, are enriched there by what the page does not say. */
function typedOf(entity: Json, name: string): Json | undefined {
  const normalised = jsonAt(entity, 'normalizedValue');
  const money = jsonAt(normalised, 'moneyValue');
  if (money !== undefined) return moneyOf(money);
  if (jsonAt(normalised, 'dateValue') !== undefined) return dayOf(normalised);
  if (name === 'currency') return textAt(normalised, 'text');
  const value = ['booleanValue', 'integerValue', 'floatValue'].map((type) => jsonAt(normalised, type)).find(isPlain);
  return value;
}

/** Whole units, and billionths beside them; each may be left out where it is 0. */
function moneyOf(money: Json): number | undefined {
  const units = String(at(money, 'units') ?? 0);
  if (!/^-?\d{1,19}$/.test(units)) return undefined;
  const amount = decimal(units).plus(decimal(numberAt(money, 'nanos') ?? 0).div(1e9));
  return decimal(amount.toNumber()).eq(amount) ? amount.toNumber() : undefined;
}

function dayOf(normalised: Json | undefined): string | undefined {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => numberAt(normalised, 'dateValue', part) ?? 0);
  return year && month && day
    ? [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
    : undefined;
}
