import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCorpus } from '../eval/corpus/corpus.js';
import { generateDocument } from './generate-documents.js';
import { writeCorpus } from './write-corpus.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = fileURLToPath(new URL('../../../server/vouch.js', import.meta.url));
const generate = (...given: readonly string[]) => promisify(execFile)(process.execPath, [program, 'generate', ...given]);

describe('a generated corpus', () => {
  it('is read by the evaluation: documents, truth, and the layout as group', async () => {
    await writeCorpus({ count: 2, seed: 5 }, folder);
    const { id, bytes, truth } = await generateDocument(1, 5);
    const [found] = readCorpus(folder);
    expect(found).toMatchObject({ id, textLayer: 'native', truth: { group: 'label-left', doc_type: 'invoice', ...truth } });
    expect(readFileSync(found?.path ?? '')).toEqual(Buffer.from(bytes));
  });

  it('is written by the command', async () => {
    const { stdout } = await generate('--count', '3', '--out', folder, '--seed', '5');
    expect(stdout).toBe(`3 documents in ${folder}\n`);
    expect(readCorpus(folder)).toHaveLength(3);
  });

  it('has schemas of its own with --further', async () => {
    await generate('--count', '2', '--out', folder, '--further');
    const [found] = readCorpus(folder);
    expect(JSON.parse(found?.schema ?? '{}')).toMatchObject({ type: 'object' });
    expect(Object.keys(found?.truth.further ?? {})).not.toEqual([]);
  });

  it.each([
    [['--count', 'many', '--out', 'x'], '--count must be a whole number from 1, not "many"'],
    [['--count', '1'], 'vouch generate --count N --out DIR'],
    [['--colour', 'red'], "Unknown option '--colour'"],
  ])('is refused to %j', async (given, message) => {
    await expect(generate(...given)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
