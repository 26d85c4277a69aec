import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Asked, type Received, templateOf, unconformities } from './conformity.js';

export { type Asked, document, faultsOf, type Received } from './conformity.js';

/** Holds an answer against the OpenAPI document. */
export function expectConforms(received: Received, asked: Asked): void {
  expect(unconformities(received, asked)).toEqual([]);
  count(asked, received.status);
}

/** For the count at the end of a run, see `answers-checked.ts`. */
function count({ method, path }: Asked, status: number): void {
  const file = process.env['VOUCH_ANSWERS_CHECKED'];
  if (file) appendFileSync(file, `${method ?? '-'} ${templateOf(path) ?? 'elsewhere'} ${status}\n`);
}
