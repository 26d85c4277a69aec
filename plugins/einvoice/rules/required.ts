import { type Breach, breach, type Invoice, named } from './invoice.js';
import type { BusinessTerm, Group } from './terms.js';

/** What a group must state: one of these terms. */
export type RequiredTerm = readonly [rule: string, group: Group, ...oneOf: BusinessTerm[]];

const required: readonly RequiredTerm[] = [
  ['BR-01', 'invoice', 'BT-24'],
  ['BR-02', 'invoice', 'BT-1'],
  ['BR-03', 'invoice', 'BT-2'],
  ['BR-04', 'invoice', 'BT-3'],
  ['BR-05', 'invoice', 'BT-5'],
  ['BR-06', 'invoice', 'BT-27'],
  ['BR-07', 'invoice', 'BT-44'],
  ['BR-09', 'seller address', 'BT-40'],
  ['BR-11', 'buyer address', 'BT-55'],
  ['BR-12', 'totals', 'BT-106'],
  ['BR-13', 'totals', 'BT-109'],
  ['BR-14', 'totals', 'BT-112'],
  ['BR-15', 'totals', 'BT-115'],
  ['BR-17', 'payee', 'BT-59'],
  ['BR-18', 'representative', 'BT-62'],
  ['BR-20', 'representative address', 'BT-69'],
  ['BR-21', 'line', 'BT-126'],
  ['BR-22', 'line', 'BT-129'],
  ['BR-23', 'line', 'BT-130'],
  ['BR-24', 'line', 'BT-131'],
  ['BR-25', 'line', 'BT-153'],
  ['BR-26', 'line', 'BT-146'],
  ['BR-31', 'allowance', 'BT-92'],
  ['BR-32', 'allowance', 'BT-95'],
  ['BR-33', 'allowance', 'BT-97', 'BT-98'],
  ['BR-36', 'charge', 'BT-99'],
  ['BR-37', 'charge', 'BT-102'],
  ['BR-38', 'charge', 'BT-104', 'BT-105'],
  ['BR-41', 'line allowance', 'BT-136'],
  ['BR-42', 'line allowance', 'BT-139', 'BT-140'],
  ['BR-43', 'line charge', 'BT-141'],
  ['BR-44', 'line charge', 'BT-144', 'BT-145'],
  ['BR-45', 'breakdown', 'BT-116'],
  ['BR-46', 'breakdown', 'BT-117'],
  ['BR-47', 'breakdown', 'BT-118'],
  ['BR-48', 'rated breakdown', 'BT-119'],
  ['BR-49', 'payment', 'BT-81'],
  ['BR-50', 'account', 'BT-84'],
  ['BR-52', 'document', 'BT-122'],
  ['BR-54', 'attribute', 'BT-160'],
  ['BR-54', 'attribute', 'BT-161'],
  ['BR-55', 'preceding', 'BT-25'],
  ['BR-56', 'representative', 'BT-63'],
  ['BR-57', 'delivery address', 'BT-80'],
  ['BR-61', 'transfer', 'BT-84-1'],
  ['BR-62', 'seller endpoint', 'BT-34-1'],
  ['BR-63', 'buyer endpoint', 'BT-49-1'],
  ['BR-64', 'item id', 'BT-157-1'],
  ['BR-65', 'item class', 'BT-158-1'],
  ['BR-CO-04', 'line', 'BT-151'],
  ['BR-CO-20', 'line period', 'BT-134', 'BT-135'],
  ['BR-CO-21', 'allowance', 'BT-97', 'BT-98'],
  ['BR-CO-22', 'charge', 'BT-104', 'BT-105'],
  ['BR-CO-23', 'line allowance', 'BT-139', 'BT-140'],
  ['BR-CO-24', 'line charge', 'BT-144', 'BT-145'],
  ['BR-CO-26', 'seller', 'BT-29', 'BT-30', 'BT-31'],
];

/** A group that must be there where another one is. */
export type RequiredGroup = readonly [rule: string, where: Group, needed: Group, name: string];

const requiredGroups: readonly RequiredGroup[] = [
  ['BR-08', 'invoice', 'seller address', 'Seller postal address (BG-5)'],
  ['BR-10', 'invoice', 'buyer address', 'Buyer postal address (BG-8)'],
  ['BR-12', 'invoice', 'totals', 'Document totals (BG-22)'],
  ['BR-16', 'invoice', 'line', 'Invoice line (BG-25)'],
  ['BR-19', 'representative', 'representative address', 'Seller tax representative postal address (BG-12)'],
  ['BR-CO-18', 'invoice', 'breakdown', 'VAT breakdown (BG-23)'],
];

/** An amount of at most two decimals. */
const twoDecimals: readonly (readonly [rule: string, group: Group, term: BusinessTerm])[] = [
  ['BR-DEC-01', 'allowance', 'BT-92'],
  ['BR-DEC-02', 'allowance', 'BT-93'],
  ['BR-DEC-05', 'charge', 'BT-99'],
  ['BR-DEC-06', 'charge', 'BT-100'],
  ['BR-DEC-09', 'totals', 'BT-106'],
  ['BR-DEC-10', 'totals', 'BT-107'],
  ['BR-DEC-11', 'totals', 'BT-108'],
  ['BR-DEC-12', 'totals', 'BT-109'],
  ['BR-DEC-14', 'totals', 'BT-112'],
  ['BR-DEC-16', 'totals', 'BT-113'],
  ['BR-DEC-17', 'totals', 'BT-114'],
  ['BR-DEC-18', 'totals', 'BT-115'],
  ['BR-DEC-19', 'breakdown', 'BT-116'],
  ['BR-DEC-20', 'breakdown', 'BT-117'],
  ['BR-DEC-23', 'line', 'BT-131'],
  ['BR-DEC-24', 'line allowance', 'BT-136'],
  ['BR-DEC-25', 'line allowance', 'BT-137'],
  ['BR-DEC-27', 'line charge', 'BT-141'],
  ['BR-DEC-28', 'line charge', 'BT-142'],
];

/** A price that is not below zero. */
const notNegative: readonly (readonly [rule: string, term: BusinessTerm])[] = [
  ['BR-27', 'BT-146'],
  ['BR-28', 'BT-148'],
];

/** A period whose end is not before its start. */
const periods: readonly (readonly [rule: string, group: Group, start: BusinessTerm, end: BusinessTerm])[] = [
  ['BR-29', 'period', 'BT-73', 'BT-74'],
  ['BR-30', 'line period', 'BT-134', 'BT-135'],
];

/** The rules of one group of terms each: what must be there, and what a value may be. */
export function* requiredOf(invoice: Invoice): Generator<Breach> {
  yield* missingTerms(invoice, required);
  yield* missingGroups(invoice, requiredGroups);
  for (const [rule, group, term] of twoDecimals)
    for (const element of invoice.in(group))
      if (isTooPrecise(invoice.text(element, term))) yield breach(rule, element, `${named(term)} has more than two decimals`);
  for (const [rule, term] of notNegative)
    for (const line of invoice.in('line')) if (invoice.amount(line, term)?.lt(0)) yield breach(rule, line, `${named(term)} is negative`);
  for (const [rule, group, start, end] of periods)
    for (const period of invoice.in(group)) {
      const [first, last] = [invoice.text(period, start), invoice.text(period, end)];
      // Both as YYYY-MM-DD or YYYYMMDD, which are in the order of their days.
      if (first !== '' && last !== '' && last < first) yield breach(rule, period, `${named(end)} is before ${named(start)}`);
    }
}

export function* missingTerms(invoice: Invoice, rows: readonly RequiredTerm[]): Generator<Breach> {
  for (const [rule, group, ...oneOf] of rows)
    for (const element of invoice.in(group))
      if (oneOf.every((term) => invoice.text(element, term) === ''))
        yield breach(rule, element, `${oneOf.map(named).join(' or ')} is missing`);
}

export function* missingGroups(invoice: Invoice, rows: readonly RequiredGroup[]): Generator<Breach> {
  for (const [rule, where, needed, name] of rows)
    for (const element of invoice.in(where)) if (invoice.in(needed).length === 0) yield breach(rule, element, `${name} is missing`);
}

export const isTooPrecise = (amount: string): boolean => /\.\d{3}/.test(amount);
