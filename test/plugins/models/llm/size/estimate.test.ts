import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { expect, it } from 'vitest';
import { pageText } from '../../../../../plugins/models/llm/prompt/content.js';
import { fieldList } from '../../../../../plugins/models/llm/prompt/field-list.js';
import { rules } from '../../../../../plugins/models/llm/prompt/rules.js';
import { estimatedTokens } from '../../../../../plugins/models/llm/size/estimate.js';
import { field } from '../setting.js';
import { longTable } from '../windows/long-table.js';

const tokenizers = [new Tiktoken(o200k), new Tiktoken(cl100k)];
const [page] = longTable(1, 40).document.pages;
const german =
  'Rechnung Nr. 4711\nMustermann Büromöbel GmbH, Schillerstraße 12, 80336 München\nUmsatzsteuer-Identifikationsnummer: DE123456789';

it.each<[string, string]>([
  ['the rules', rules('strict')],
  ['the rules with the schema', rules('prompt')],
  ['a table of numbers', page ? pageText(page) : ''],
  [
    'a list of fields',
    fieldList(Array.from({ length: 12 }, (_, index) => field(`$.line_items[].field_${index}`, { description: 'the amount' }))),
  ],
  ['German', german],
  ['Chinese', '发票号码 20261123 销售方名称 北京科技有限公司 金额 1,234.56 元'],
])('the estimate for %s is not short, and at most half as much again', (_name, text) => {
  for (const tokenizer of tokenizers) {
    const counted = tokenizer.encode(text).length;
    expect(estimatedTokens(text)).toBeGreaterThanOrEqual(counted * 0.97);
    expect(estimatedTokens(text)).toBeLessThanOrEqual(counted * 1.5);
  }
});
