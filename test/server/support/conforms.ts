import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type AskedRequest, type ReceivedAnswer, templateOf, unconformities } from './conformity.js';

export { type AskedRequest as Asked, document, faultsOf, type ReceivedAnswer as Received } from './conformity.js';

/** Checks an answer against the OpenAPI document. */
export function expectConforms(received: ReceivedAnswer, asked: AskedRequest): void {
  expect(unconformities(received, asked)).toEqual([]);
  count(asked, received.status);
}

/** Records the answer for the count in `answers-checked.ts`. */
function count({ method, path }: AskedRequest, status: number): void {
  const file = process.env['VOUCH_ANSWERS_CHECKED'];
  if (file) appendFileSync(file, `${method ?? '-'} ${templateOf(path) ?? 'elsewhere'} ${status}\n`);
}
