import { describe, expect, it } from 'vitest';
import { dateCue } from '../../../../../core/evidence/judges/values/date-cue.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { documentOf } from '../../../builders.js';

const cue = (page: string) => dateCue(new DocumentIndex(documentOf(page)));

describe('the day comes first where the document comes from', () => {
  it.each(['Total € 5.00', 'Acme Sdn Bhd', 'GST ID: 000473792512', 'Acme Pty Ltd', 'Bengaluru, India'])('%s', (row) => {
    expect(cue(row)).toBe('day-first');
  });
});

it('the month comes first in the United States', () => {
  expect(cue('Springfield, IL 62704')).toBe('month-first');
});

it('nobody knows in Canada, or where two countries show', () => {
  expect([cue('Toronto M5V 2T6\nGST 5%'), cue('GST 1.00\nHST 2.00'), cue('Acme Sdn Bhd\nSpringfield, IL 62704')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
