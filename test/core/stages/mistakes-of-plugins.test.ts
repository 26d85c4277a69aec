import { describe, expect, it } from 'vitest';
import {
  type ConfidenceGate,
  type Converter,
  type Document,
  definePlugin,
  type JsonObject,
  type MetaInjector,
  type Reading,
  type Word,
} from '../../../core/index.js';
import { cell, documentOf, type RunSetting, run, scriptedModel } from '../builders.js';

const canary = 'canary of the page';
const document = documentOf('Total 120.00');
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const fields = { total: { type: 'number' } };
const tiers = [scriptedModel('reader', [total])];

const gateOf = (gate: ConfidenceGate) => ({ plugin: definePlugin({ kind: 'gate', name: 'own-gate', create: () => gate }) });
const injectorOf = (injector: MetaInjector) => ({
  plugin: definePlugin({ kind: 'injector', name: 'own-injector', create: () => injector }),
});
const converter = (made: Partial<Converter>) => ({
  plugin: definePlugin({
    kind: 'converter',
    name: 'own-converter',
    create: (): Converter => ({ format: 'OWN', accepts: () => true, convert: async () => document, ...made }),
  }),
});
const fail = (): never => {
  throw new RangeError(canary);
};

/** The error of the answer, and what the operator's log has. */
async function failed(setting: RunSetting) {
  const logged: string[] = [];
  const log = (message: string, details: object = {}): void => void logged.push(`${message} ${JSON.stringify(details)}`);
  const { error, object } = await run({ document, fields, tiers, log, ...setting });
  expect(JSON.stringify([error, object, logged])).not.toContain(canary);
  return { error, logged: logged.join('\n') };
}

describe('a plugin that throws fails the extraction in the words of the engine, which name it and the line, also in the log', () => {
  const line = /\(RangeError, mistakes-of-plugins\.test\.ts:\d+\)/;
  it.each<readonly [string, RunSetting, string]>([
    ['a gate', { gate: gateOf({ review: fail }) }, 'The gate "own-gate" failed'],
    ['an injector', { injector: injectorOf({ inject: fail }) }, 'The injector "own-injector" failed'],
    ['a converter', { converters: [converter({ convert: async () => fail() })] }, 'The OWN could not be read'],
    ['a converter that is asked for its files', { converters: [converter({ accepts: fail })] }, 'The converter of OWN failed'],
  ])('%s', async (_, setting, sentence) => {
    const { error, logged } = await failed(setting);
    expect(error).toEqual({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(line) });
    expect(error?.message).toContain(sentence);
    expect(logged).toMatch(line);
  });

  it('a model', async () => {
    const { error, logged } = await failed({ tiers: [scriptedModel('own-model', async () => fail())] });
    expect(error).toEqual({ code: 'LLM_ERROR', message: expect.stringMatching(line) });
    expect(logged).toMatch(/plugin failed \{"model":"own-model".*mistakes-of-plugins\.test\.ts:\d+/);
  });

  it('also a model whose work another one then does', async () => {
    const { error, logged } = await failed({ tiers: [scriptedModel('first', async () => fail()), ...tiers] });
    expect([error, logged]).toEqual([undefined, expect.stringMatching(line)]);
  });
});

describe('a plugin that answers what its contract forbids fails the extraction', () => {
  const as = <T>(answer: unknown): T => answer as T;
  const [page] = document.pages;
  const word = (change: object): Document => as({ ...document, pages: [{ ...page, words: [{ ...page?.words[0], ...change }] }] });
  const returning = (answer: Document) => ({ converters: [converter({ convert: async () => answer })] });
  const injecting = (object: JsonObject) => ({ injector: injectorOf({ inject: () => object }) });
  const reading = (answer: Reading) => ({ tiers: [scriptedModel('own-model', async () => answer)] });
  it.each<readonly [string, RunSetting, string]>([
    [
      'a gate with no list',
      { gate: gateOf({ review: () => as(undefined) }) },
      'The gate "own-gate" failed: review() gives no list of doubts',
    ],
    [
      'a gate with a null',
      { gate: gateOf({ review: () => as([null]) }) },
      'The gate "own-gate" failed: a "cause" is none of null, unsure, policy, person',
    ],
    ['an injector with no object', injecting(as(null)), 'The injector "own-injector" failed: inject() gives no object'],
    [
      'an injector without _meta',
      injecting({ total: 120 }),
      'The injector "own-injector" failed: inject() gives an object without "_meta"',
    ],
    [
      'an injector with half a _meta',
      injecting({ _meta: { confidence_score: 1, issues: [] } }),
      'The injector "own-injector" failed: "field_confidence" of its "_meta" is no list',
    ],
    [
      'a converter with no document',
      returning(as(undefined)),
      'The converter of OWN failed: convert() gives no document with a list of "pages"',
    ],
    [
      'a converter that charges less than nothing',
      returning({ ...document, chargedPages: -3 }),
      'The converter of OWN failed: "chargedPages" is no whole number from 1',
    ],
    [
      'a converter with a box that is none',
      returning(word({ box: { x: Number.NaN, y: 0, width: 1, height: 1 } })),
      'The converter of OWN failed: a word of page 1 has a "box" of which x, y, width and height are not all numbers',
    ],
    ['a converter with a word that is none', returning(word({ text: 7 })), 'The converter of OWN failed: a word of page 1 has no "text"'],
    ['a model with no cells', reading(as({})), 'own-model failed: read() gives no list of "cells"'],
    [
      'a model with a number for a text',
      reading(as({ cells: [{ ...total, value: 120 }] })),
      'own-model failed: the "value" or "quote" of a cell is neither a text nor null',
    ],
  ])('%s', async (_, setting, message) => {
    const { error, logged } = await failed(setting);
    expect(error?.message).toBe(message);
    expect(logged).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('but for an OCR engine: its page counts as unread', async () => {
    const bad: Word = { text: 'Total', ocr: true, box: { x: 0, y: 0, width: Number.NaN, height: 1 } };
    const recognizer = definePlugin({
      kind: 'recognizer',
      name: 'own',
      create: () => ({ recognize: async () => ({ words: [bad], turn: 0 }) }),
    });
    const picture = { ...document, pages: document.pages.map((one) => ({ ...one, words: [], pictured: true })) };
    const { object } = await run({ document: picture, fields, tiers, recognizers: [{ plugin: recognizer }] });
    expect(JSON.stringify(object)).toContain('the OCR engine failed: a word has a ');
  });
});
