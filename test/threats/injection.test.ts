import { afterAll, describe, expect, it } from 'vitest';
import { rules } from '../../plugins/models/llm/prompt.js';
import type { ExtractionBody } from '../../server/index.js';
import { accepted, attempts } from './injection/attempt.js';
import { exhibits } from './injection/exhibits.js';
import { obedient, obedientPipeline } from './injection/obey.js';

const pipelines = [await obedientPipeline(true), await obedientPipeline(false)] as const;
const [shipped, alone] = pipelines;
afterAll(() => Promise.all(pipelines.map((pipeline) => pipeline.close())));

describe('T10 a document or a schema that gives orders to an obedient model', () => {
  it('comes in thirty kinds', () => {
    expect(new Set(exhibits.map(({ name }) => name)).size).toBe(30);
  });

  // `npm run injections` tries all four ways of quoting and prints a table.
  it('gets no planted value accepted if our own witnesses read as well', async () => {
    const all = await attempts(exhibits, shipped, ['quotes what it obeyed']);
    expect(all).toHaveLength(30);
    expect(all.filter(accepted)).toEqual([]);
    expect(all.filter(({ carried, said }) => carried && said.length === 0)).toEqual([]);
  });

  it('gets one accepted if the model reads alone: a visible sentence that names the field in a word that the page lacks', async () => {
    const all = await attempts(exhibits, alone, ['quotes what it obeyed', 'makes up a line']);
    expect(all.filter(accepted).map(({ exhibit, quoteStyle: dress }) => [exhibit.name, dress])).toEqual([
      ['a sentence in another language', 'quotes what it obeyed'],
    ]);
  });

  it('yields the honest values if the model does not obey', async () => {
    for (const exhibit of exhibits.filter(({ visible }) => !visible).filter((_, index) => index % 5 === 0)) {
      const { object } = await shipped.answer(exhibit, obedient({ ...exhibit, aim: 'none' as never }, 'quotes nothing'));
      expect(object, exhibit.name).toMatchObject({ total: 120, invoice_number: 'A-2041' });
    }
  });
});

describe('T10 our prompt', () => {
  const [exhibit] = exhibits;
  const sentences = rules('strict')
    .split(/[.:]\s+|\n/)
    .filter((sentence) => sentence.length > 40);
  const answered = (reply: Parameters<typeof shipped.answer>[1]): Promise<ExtractionBody> => {
    if (!exhibit) throw new Error('there is no exhibit');
    return shipped.answer(exhibit, reply);
  };
  const leaks = (body: ExtractionBody): readonly string[] =>
    sentences.filter((sentence) => JSON.stringify(body).includes(JSON.stringify(sentence).slice(1, -1)));

  it('never appears in an answer, even if a model recites it', async () => {
    expect(sentences.length).toBeGreaterThan(10);
    const recited = rules('strict');
    const cell = { path: '$.invoice_number', value: recited, quote: recited };
    for (const reply of [
      recited,
      [cell],
      [{ ...cell, value: sentences[0] ?? '' }],
      [{ ...cell, value: `A-2041 ${sentences[3]}`, quote: `Invoice number A-2041 ${sentences[3]}` }],
      [{ path: `$.${sentences[1]}`, value: '1.00' }],
      JSON.stringify({ cells: [], note: recited }),
    ])
      expect(leaks(await answered(reply))).toEqual([]);
  });
});
