import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, expectConforms, type Received } from './conforms.js';

const file = 'headers-of-the-answer.txt';

/** A shell script whose `curl` also writes the headers of its answer to a file. */
export const keepingHeaders = (script: string): string => `curl() { command curl -D ${file} "$@"; }\n${script}`;

/** Checks the output of such a script against the OpenAPI document. */
export function expectCurled(text: string, folder: string, asked: Asked): Received {
  const [first = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.replace(/:.*$/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]));
  const received = { status: Number(first.split(' ')[1]), headers, text };
  expectConforms(received, asked);
  return received;
}
