import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../core/builders.js';
import { exampleSubjects, subjectOf } from '../../../kit/index.js';
import { ruleCases } from './host-data.js';
import { identifierIn, nationalSearch, searches } from './identifiers.js';

const folder = mkdtempSync(join(tmpdir(), 'host-'));
const cases = new Map(ruleCases(exampleSubjects(), folder).map((one) => [one.name, one]));
const documentWith = (page: string) => subjectOf('typed', documentOf(page), { truth: { id: 'typed', fields: {} } });

describe('what a host of a corpus would know', () => {
  it('is a vendor for each seller of the truth, with the account of the page', () => {
    expect(cases.get('vendor-list')?.options).toEqual({ csv: join(folder, 'vendors.csv') });
    expect(readFileSync(join(folder, 'vendors.csv'), 'utf8')).toContain(
      '"Kranbau Nord GmbH","DE136695976","DE89 3704 0044 0532 0130 00"\n',
    );
  });

  it('is a pattern that each number of a seller matches', () => {
    expect(cases.get('number-pattern')?.options).toMatchObject({ patterns: { 'Kranbau Nord GmbH': '^(?:RE-\\d{4}-\\d{1})$' } });
  });

  it('is an order under the number of the document, and the greatest total', () => {
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toContain('"RE-4711-8","Haken","10","12.4"\n');
    expect(cases.get('amount-limits')?.options).toEqual({ at_least: 0, at_most: 2429.87 });
  });
});

describe('a number that truth files do not have', () => {
  it('is the only one of a page with its form and check digits', () => {
    const found = (page: string) => identifierIn(documentWith(page), searches.vat).map(({ value }) => value);
    expect(found('VAT number: DE136695976')).toEqual(['DE136695976']);
    expect(found('VAT number: DE136695976\nVAT number: IE6388047V')).toEqual([]);
    expect(found('VAT number: DE136695977')).toEqual([]);
  });

  it('is the first where a document has several of its kind by design', () => {
    expect(identifierIn(documentWith('EAN 4012345001235\nEAN 4000001234578'), searches.ean)).toMatchObject([{ value: '4012345001235' }]);
  });

  it('stands in a row that speaks of it, where its digits alone say little', () => {
    expect(identifierIn(documentWith('SIREN: 303 265 045'), searches.siren)).toMatchObject([{ path: '$.reference', value: '303 265 045' }]);
    expect(identifierIn(documentWith('Phone: 303 265 045'), searches.siren)).toEqual([]);
    expect(identifierIn(documentWith('Phone: 136695976'), nationalSearch('DE'))).toEqual([]);
  });
});
