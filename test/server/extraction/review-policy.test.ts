import { expect, it } from 'vitest';
import { thresholdOf } from '../../../server/extraction/review-policy.js';

const asked = { family: 'money', reader: 'reader', document: 'native', requested: 0.2 } as const;

it.each(['total', '$.total'])('takes the threshold of the single field %s for its values', (name) => {
  expect(thresholdOf({ thresholds: { [name]: 1 } }, { ...asked, path: '$.total' })).toBe(1);
});

it.each(['line_items[].amount', '$.line_items[].amount'])('takes the threshold of the column %s for each row', (name) => {
  expect(thresholdOf({ thresholds: { [name]: 1 } }, { ...asked, path: '$.line_items[3].amount' })).toBe(1);
  expect(thresholdOf({ thresholds: { [name]: 1 } }, { ...asked, path: '$.line_items[3].price' })).toBe(0.2);
});
