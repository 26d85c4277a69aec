import { describe, expect, it } from 'vitest';
import { ExtractionError, parseSchema } from '../../../core/index.js';
import { cell, documentOf, engineOf, type RunSetting, scriptedModel } from '../builders.js';
import { type RecordedStep, recorder } from '../recorder.js';

const document = documentOf('Total 120.00');
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const schema = parseSchema('{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}');

/** What an observer is told of one request. */
async function toldOf(setting: RunSetting): Promise<readonly RecordedStep[]> {
  const observer = recorder();
  const engine = engineOf({ document, ...setting });
  await engine.extract({ file: { name: 'typed.txt', bytes: new Uint8Array() }, schema, observer });
  await engine.close();
  return observer.steps;
}

const names = (told: readonly RecordedStep[]) =>
  told.map(({ step }) => (step.kind === 'stage' ? `${step.stage} ${step.round}` : step.kind));

describe('an observer', () => {
  it('is told of every stage when it begins and when it ends', async () => {
    const told = await toldOf({ tiers: [scriptedModel('a', [total]), scriptedModel('b', [])] });
    expect(names(told)).toEqual(['convert 1', 'ocr 1', 'witnesses 1', 'read 1', 'weigh 1']);
    expect(told.map(({ ending }) => ending)).toEqual([{ pages: 1 }, {}, {}, {}, {}]);
  });

  it('tells the stages of the second round from those of the first', async () => {
    const told = await toldOf({ tiers: [scriptedModel('a', []), scriptedModel('b', [total])] });
    expect(names(told)).toEqual(['convert 1', 'ocr 1', 'witnesses 1', 'read 1', 'weigh 1', 'ocr 2', 'read 2', 'weigh 2']);
  });

  it('is told why a stage failed, and not the message', async () => {
    const failing = scriptedModel('a', new ExtractionError('LLM_ERROR', 'a: something secret'));
    const told = await toldOf({ tiers: [failing] });
    expect(told.find(({ step }) => step.kind === 'stage' && step.stage === 'read')?.ending).toEqual({ failure: 'LLM_ERROR' });
  });
});
