import { expect, it } from 'vitest';
import { definePlugin, type Part, parseSchema, type RecognizeTask } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../../core/builders.js';
import { sharedModel, sharedRecognizer } from './shared-plugins.js';

function engineThatCounts() {
  const calls: string[] = [];
  const part: Part<'recognizer'> = {
    plugin: definePlugin({
      kind: 'recognizer',
      name: 'counting',
      create: (_, { onClose }) => {
        onClose(() => void calls.push('closed'));
        return {
          recognize: async ({ page }) => {
            calls.push(`page ${page.number}`);
            return { words: [], turn: 0 };
          },
        };
      },
    }),
  };
  return { calls, part };
}

const task = (page: number, byte: number): RecognizeTask => ({
  document: { ...documentOf(''), file: { name: 'scan.pdf', bytes: new Uint8Array([byte]) } },
  page: pageOf('', page),
  languages: [],
  signal: new AbortController().signal,
});

it('recognizes each page of each document once for all engines that share it', async () => {
  const { calls, part } = engineThatCounts();
  const shared = sharedRecognizer(part);
  const context = {
    secret: String,
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: () => expect.unreachable('an engine must not close it'),
  };
  const engines = [1, 2].map(() => shared.part.plugin.create({}, context));
  for (const engine of engines) for (const one of [task(1, 7), task(2, 7), task(1, 8)]) await engine.recognize(one);
  await shared.close();
  expect(calls).toEqual(['page 1', 'page 2', 'page 1', 'closed']);
});

it('reads each document once for the same fields, for all engines that share a witness', async () => {
  const reads: string[] = [];
  const plugin = definePlugin({
    kind: 'model',
    name: 'counting',
    create: () => ({
      kind: 'local',
      read: async ({ document, fields }) => {
        reads.push(`${document.file.bytes[0]}: ${fields.length}`);
        return { cells: [] };
      },
    }),
  });
  const shared = sharedModel({ plugin });
  const { signal } = new AbortController();
  const context = { secret: String, log: () => {}, report: () => {}, onProbe: () => {}, onClose: () => {} };
  const read = (byte: number, names: readonly string[]) => {
    const document = { ...documentOf(''), file: { name: 'a.pdf', bytes: new Uint8Array([byte]) } };
    return shared.part.plugin.create({}, context).read({ document, fields: fieldsOf(names), signal });
  };
  for (const names of [['total'], ['total'], ['total', 'iban']]) await read(7, names);
  await read(8, ['total']);
  expect(reads).toEqual(['7: 1', '7: 2', '8: 1']);
  expect(shared.part.plugin.create({}, context).kind).toBe('local');
});

const fieldsOf = (names: readonly string[]) =>
  parseSchema(JSON.stringify({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) })).fields;
