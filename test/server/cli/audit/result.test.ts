import { describe, expect, it } from 'vitest';
import { readResult } from '../../../../server/cli/audit/result.js';

const object = {
  'total (EUR)': 5,
  seller: { name: 'A' },
  tags: ['x', 'y'],
  line_items: [],
  _meta: {
    confidence_score: 0.5,
    field_confidence: [{ field: '$.tags[0]', score: 0.5, reason: 'Exact match', page: 1, text: 'x' }],
    issues: ['one'],
  },
};

describe('a kept answer', () => {
  it('is taken apart into leaves, an array without rows among them', () => {
    expect(readResult(JSON.stringify({ object, metadata: {} })).leaves).toEqual([
      { path: "$['total (EUR)']", value: 5 },
      { path: '$.seller.name', value: 'A' },
      { path: '$.tags[0]', value: 'x' },
      { path: '$.tags[1]', value: 'y' },
      { path: '$.line_items', value: [] },
    ]);
  });

  it('is the same as its object alone', () => {
    expect(readResult(JSON.stringify(object))).toEqual(readResult(JSON.stringify({ object, metadata: { credits: 1 } })));
  });
});

describe('what is no answer', () => {
  it.each([
    ['no JSON', 'it is not JSON', '{'],
    ['no object', 'it is no JSON object', '[]'],
    ['without _meta', '_meta is missing', '{"total": 1}'],
    ['without a confidence', 'confidence_score is no number', JSON.stringify({ ...object, _meta: { ...object._meta, confidence_score: '1' } })],
    ['without entries', 'field_confidence is no list', JSON.stringify({ ...object, _meta: { ...object._meta, field_confidence: [{ field: '$' }] } })],
    ['without issues', 'issues is no list', JSON.stringify({ ...object, _meta: { ...object._meta, issues: [1] } })],
    ['with checks that are none', 'verification is not', JSON.stringify({ object, verification: { status: 'PASSED' } })],
    ['of a failed extraction', 'failed extraction (LLM_ERROR)', JSON.stringify({ object: null, error: { code: 'LLM_ERROR', message: 'm' } })],
  ])('is refused: %s', (_, why, text) => expect(() => readResult(text)).toThrow(why)); // biome-ignore format: a table
});
