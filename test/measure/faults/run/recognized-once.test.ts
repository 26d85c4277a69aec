import { expect, it } from 'vitest';
import { definePlugin, type Part, type RecognizeTask } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../../core/builders.js';
import { sharedRecognizer } from './recognized-once.js';

function engineThatCounts() {
  const told: string[] = [];
  const part: Part<'recognizer'> = {
    plugin: definePlugin({
      kind: 'recognizer',
      name: 'counting',
      create: (_, { onClose }) => {
        onClose(() => void told.push('closed'));
        return {
          recognize: async ({ page }) => {
            told.push(`page ${page.number}`);
            return { words: [], turn: 0 };
          },
        };
      },
    }),
  };
  return { told, part };
}

const task = (page: number, byte: number): RecognizeTask => ({
  document: { ...documentOf(''), file: { name: 'scan.pdf', bytes: new Uint8Array([byte]) } },
  page: pageOf('', page),
  languages: [],
  signal: new AbortController().signal,
});

it('looks at each page of each document once, for every engine that it is part of', async () => {
  const { told, part } = engineThatCounts();
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
  expect(told).toEqual(['page 1', 'page 2', 'page 1', 'closed']);
});
