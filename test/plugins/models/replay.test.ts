import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reading } from '../../../core/index.js';
import replay from '../../../plugins/models/replay.js';
import { cellsText } from '../../fakes/llm-server.js';
import { context, task } from './llm/setting.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (from: string): Promise<Reading> => replay.create({ from, kind: 'large' }, context()).read(task());

const sha256 = createHash('sha256').update(task().document.file.bytes).digest('hex');
const recording = cellsText([{ path: '$.total', value: '12.00' }]);

describe('replay', () => {
  it('answers from the file that is named for the document', async () => {
    await writeFile(join(folder, `${sha256}.json`), recording);
    expect((await read(folder)).cells).toMatchObject([{ path: '$.total', value: '12.00' }]);
  });

  it('answers from one file with a member for each document', async () => {
    const file = join(folder, 'all.json');
    await writeFile(file, `{"${sha256}":${recording}}`);
    expect((await read(file)).cells).toHaveLength(1);
  });

  it('answers from a recording in the form that models are asked for', async () => {
    await writeFile(join(folder, `${sha256}.json`), '{"fields":[["total","12.00","1","Total"]],"tables":[],"model":"gpt-test"}');
    expect((await read(folder)).cells).toMatchObject([{ path: '$.total', value: '12.00', quote: 'Total 12.00' }]);
  });

  it('leaves out what the schema does not ask for, and says so', async () => {
    await writeFile(join(folder, `${sha256}.json`), cellsText([{ path: '$.other', value: '1' }]));
    expect(await read(folder)).toEqual({ cells: [], notes: [expect.stringContaining('$.other')] });
  });

  it('does not answer for a document that was never recorded', async () => {
    await expect(read(folder)).rejects.toMatchObject({
      code: 'LLM_ERROR',
      message: `replay: there is no recording of this document (SHA-256 ${sha256})`,
    });
  });

  it.each([
    ['no JSON', '{"cells":'],
    ['no reading', '{"fields":[]}'],
    ['a cell without a path', '{"cells":[{"value":"1"}]}'],
    ['null', 'null'],
  ])('does not answer from a recording that is %s', async (_name, content) => {
    await writeFile(join(folder, `${sha256}.json`), content);
    await expect(read(folder)).rejects.toMatchObject({ code: 'PARSING_ERROR', message: expect.stringContaining(sha256) });
  });

  it.each(['nowhere', 'broken.json'])('fails at boot when "from" is %s', async (name) => {
    await writeFile(join(folder, 'broken.json'), '{');
    expect(() => replay.create({ from: join(folder, name), kind: 'large' }, context())).toThrow(/Plugin "replay": the option "from"/);
  });
});
