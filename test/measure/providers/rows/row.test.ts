import { describe, expect, it } from 'vitest';
import { answerIn, callsIn, falseValues } from './row.js';

const call = {
  path: '/v1/chat/completions',
  form: '',
  limit: 256,
  status: 200,
  error: undefined,
  finish: 'stop',
  tokensIn: 9,
  tokensOut: 3,
};
const refused = { ...call, status: 400, error: 'invalid_request_error', finish: undefined, tokensIn: undefined, tokensOut: undefined };

describe('what a server answered, in words', () => {
  it('has each call, and equal neighbours once', () => {
    expect(callsIn([{ ...refused, form: 'json_schema' }, { ...refused, form: 'json_schema' }, call])).toBe(
      '2 × json_schema 400 invalid_request_error, then text 200 stop (9 + 3 tokens)',
    );
  });

  it('says so where nobody called', () => {
    expect(callsIn([])).toBe('no call');
  });
});

const body = {
  object: {
    invoice_number: 'BW-77',
    total_amount: 7,
    _meta: {
      field_confidence: [
        { field: '$.invoice_number', score: 0.99 },
        { field: '$.total_amount', score: 0.4 },
      ],
      issues: ['$.total_amount: Multiple values found'],
    },
  },
};
const document = { file: '', schema: '', truth: { invoice_number: 'BW-77', total_amount: 12 } };

describe('what Vouch made of it, in words', () => {
  it('is the error where there is one', () => {
    expect(answerIn({ object: null, error: { code: 'LLM_ERROR', message: 'llama-cpp:any: no' } })).toBe('LLM_ERROR: llama-cpp:any: no');
  });

  it('is how many values there are and are accepted, and the issues', () => {
    expect(answerIn(body)).toBe('answered: 2 of 2 values, 1 accepted; $.total_amount: Multiple values found');
  });

  it('is never a value that is accepted and wrong', () => {
    expect(falseValues(body, document)).toEqual([]);
    expect(falseValues(body, { ...document, truth: { invoice_number: 'BW-78' } })).toEqual(['invoice_number is accepted and wrong']);
  });
});
