import { describe, expect, it } from 'vitest';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { ownPrint } from '../../../../../core/testing/faults/exhibits/own-print.js';
import { documentOf } from '../../../builders.js';

const indexOf = (...pages: readonly string[]) => new DocumentIndex(documentOf(...pages));
const total = { path: '$.total', name: 'total' } as const;
const seller = { path: '$.seller_name', name: 'seller_name' } as const;

describe('what a person notes on a scan where OCR misread', () => {
  it('is printed as the document prints, in the row of the label', () => {
    const index = indexOf('Subtotal: 1.000,00\nVAT: 190,50\nTotal: 1.180,50');
    expect(ownPrint(total, { value: 1190.5 }, index)).toEqual({ value: '1190,50', quote: 'Total: 1190,50', page: 1 });
  });

  it('is in the row with the smallest misreading', () => {
    const index = indexOf('Total: 77.00\nTotal: 50.08');
    expect(ownPrint(total, { value: 50 }, index).quote).toBe('Total: 50.00');
  });

  it('has no row where no label was found', () => {
    expect(ownPrint(seller, { value: 'Kranbau Nord GmbH' }, indexOf('Krnbau N0rd'))).toEqual({
      value: 'Kranbau Nord GmbH',
      quote: 'Kranbau Nord GmbH',
      page: 1,
    });
  });

  it('names no page of several where nothing was found on any', () => {
    expect(ownPrint(seller, { value: 'Kranbau Nord GmbH' }, indexOf('One', 'Two')).page).toBeNull();
  });
});
