import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, expectConforms, type Received } from './conforms.js';

const file = 'headers-of-the-answer.txt';

/** The script of a reader, whose `curl` writes the headers of its answer to a file, too. */
export const keepingHeaders = (script: string): string => `curl() { command curl -D ${file} "$@"; }\n${script}`;

/** Holds what such a script printed against the OpenAPI document. */
export function expectCurled(text: string, folder: string, asked: Asked): Received {
  const [first = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.replace(/:.*$/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]));
  const received = { status: Number(first.split(' ')[1]), headers, text };
  expectConforms(received, asked);
  return received;
}
