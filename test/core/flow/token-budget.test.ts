import { expect, it, onTestFinished } from 'vitest';
import { definePlugin, ExtractionError, type ExtractionModel, parseSchema, type Reading, type TokenBudget } from '../../../core/index.js';
import { cell, documentOf, engineOf, scriptedModel } from '../builders.js';

const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const usage = { inputTokens: 300, outputTokens: 40 };

/** A model that says that a reading uses 1,000 tokens at most. */
function costly(read: ExtractionModel['read']) {
  let asked = 0;
  const create = (): ExtractionModel => ({
    most: () => 1_000,
    read: (task) => {
      asked += 1;
      return read(task);
    },
  });
  return { plugin: definePlugin({ kind: 'model', name: 'costly', create }), asked: () => asked };
}

/** Writes down what was set aside and what was charged. */
function tokenBudgetOf(refusal?: ExtractionError): TokenBudget & { readonly book: string[] } {
  const book: string[] = [];
  return {
    book,
    async reserve(tokens) {
      if (refusal) throw refusal;
      book.push(`+${tokens}`);
      return async (used) => void book.push(`=${used}`);
    },
  };
}

function ask(setting: Parameters<typeof engineOf>[0], signal?: AbortSignal) {
  const engine = engineOf({ document: documentOf('Total 120.00'), ...setting });
  onTestFinished(() => engine.close());
  const schema = parseSchema('{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}');
  return engine.extract({ file: { name: 'typed.txt', bytes: new Uint8Array() }, schema, ...(signal && { signal }) });
}

it.each<[string, () => Promise<Reading>, readonly string[]]>([
  ['what the provider counted', async () => ({ cells: [total], usage }), ['+1000', '=340']],
  ['all of it, where the provider does not count', async () => ({ cells: [total] }), ['+1000', '=1000']],
  ['nothing, where the provider did not work', () => Promise.reject(new ExtractionError('LLM_ERROR', '401')), ['+1000', '=0']],
  [
    'all of it, where it worked in vain',
    () => Promise.reject(new ExtractionError('LLM_ERROR', 'refused', { worked: true })),
    ['+1000', '=1000'],
  ],
  [
    'all of it for each try of which nobody knows the end',
    () => Promise.reject(new ExtractionError('LLM_ERROR', 'cut', { retryable: 'once', retryAfterMs: 1 })),
    ['+1000', '=1000', '+1000', '=1000'],
  ],
])('a call is charged %s', async (_what, read, book) => {
  const budget = tokenBudgetOf();
  await ask({ tiers: [costly(read)], tokenBudget: budget });
  expect(budget.book).toEqual(book);
});

it('a call that the deadline has cut is charged in full', async () => {
  const budget = tokenBudgetOf();
  await ask({ tiers: [costly(() => new Promise(() => undefined))], tokenBudget: budget, deadlineMs: 40 });
  expect(budget.book).toEqual(['+1000', '=1000']);
});

it('a call for which nothing is left is not made, and a model that uses no tokens reads all the same', async () => {
  const refusal = new ExtractionError('LLM_ERROR', 'the budget is used up');
  const [alone, first] = [costly(async () => ({ cells: [] })), costly(async () => ({ cells: [] }))];
  expect(await ask({ tiers: [alone], tokenBudget: tokenBudgetOf(refusal) })).toMatchObject({
    error: { code: 'LLM_ERROR', message: 'the budget is used up' },
  });
  expect(await ask({ tiers: [first, scriptedModel('local', [total])], tokenBudget: tokenBudgetOf(refusal) })).toMatchObject({
    object: { total: 120 },
  });
  expect([alone.asked(), first.asked()]).toEqual([0, 0]);
});
