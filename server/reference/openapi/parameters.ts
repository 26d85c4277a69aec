import type { Parameter } from './types.js';

export const requestId: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'An id of your own for the log; it comes back in the answer',
  schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
};

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Of your own making: for 24 hours the same request under it gets the same answer, and the work is done once',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

export const noCache: Parameter = {
  name: 'Cache-Control',
  in: 'header',
  description: '`no-cache` has the work done anew where the server keeps answers',
  schema: { type: 'string' },
};

export const origin = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: 'The page that asks; browsers send it by themselves',
  schema: { type: 'string' },
  example: 'https://play.example.com',
} as const satisfies Parameter;
