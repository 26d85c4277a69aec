import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, printed, text } from '../page.js';

describe('the thorough reader', () => {
  it('looks further below a label', async () => {
    const page = 'Invoice number\n\n\nA-17';
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }, 'thorough'))).toEqual({ invoice_number: 'A-17' });
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }))).toEqual({});
  });
});
