import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, run, scriptedModel } from '../../builders.js';
import { refused } from '../verdicts.js';

/** What an answer says of the one value that a page prints beside "Kept as". */
async function answered(definition: object, printed: string) {
  const fields = { kept_as: { description: 'Printed beside "Kept as"', ...definition } };
  const reader = scriptedModel('reader', [cell('$.kept_as', printed, { quote: `Kept as: ${printed}` })]);
  const outcome = await run({ document: documentOf(`Kept as: ${printed}`), fields, tiers: [reader] });
  const { score, reason } = entryOf(outcome, '$.kept_as');
  return { value: outcome.object?.['kept_as'], score, reason, issues: metaOf(outcome).issues };
}
const [number, text] = [{ type: 'number' }, { type: 'string' }];

describe('a printed value that breaks what its schema allows', () => {
  it.each<[string, object, string, unknown]>([
    ["above the schema's maximum of 100", { ...number, maximum: 100 }, '120.00', 120],
    ["below the schema's minimum of 0", { ...number, minimum: 0 }, '-120.00', -120],
    ["not above the schema's exclusiveMinimum of 120", { ...number, exclusiveMinimum: 120 }, '120.00', 120],
    ["not below the schema's exclusiveMaximum of 120", { ...number, exclusiveMaximum: 120 }, '120.00', 120],
    ["no multiple of the schema's multipleOf, 0.05", { ...number, multipleOf: 0.05 }, '120.03', 120.03],
    ["has fewer characters than the schema's minLength of 8", { ...text, minLength: 8 }, 'KX-4471', 'KX-4471'],
    ["has more characters than the schema's maxLength of 4", { ...text, maxLength: 4 }, 'KX-4471', 'KX-4471'],
    ["does not match the schema's pattern", { ...text, pattern: '^\\d+$' }, 'KX-4471', 'KX-4471'],
    ["is not of the schema's format uuid", { ...text, format: 'uuid' }, 'KX-4471', 'KX-4471'],
    ["is not of the schema's format email", { ...text, format: 'email' }, 'at: office@mill.example', 'at: office@mill.example'],
    ["is not of the schema's format ipv4", { ...text, format: 'ipv4' }, '10.0.0.300', '10.0.0.300'],
    ["is not of the schema's format ipv6", { ...text, format: 'ipv6' }, '2001:db8::g', '2001:db8::g'],
    ["is not of the schema's format hostname", { ...text, format: 'hostname' }, '-mill.example', '-mill.example'],
  ])('stays, is doubted, and its reason says which bound: %s', async (sentence, definition, printed, value) => {
    const answer = await answered(definition, printed);
    expect(answer).toMatchObject({ value, score: refused });
    expect(answer.reason).toMatch(/^Check failed: it (is )?/);
    expect(answer.reason).toContain(sentence);
    expect(answer.issues).toContainEqual(`$.kept_as: ${answer.reason}`);
  });

  it.each<[string, object, string]>([
    ['a number between its bounds', { ...number, minimum: 0, maximum: 120, exclusiveMinimum: -1, exclusiveMaximum: 121 }, '120.00'],
    ['a multiple, in exact decimals', { ...number, multipleOf: 0.01 }, '0.29'],
    ['a text as long as it may be without its spaces', { ...text, maxLength: 8 }, 'KX 44 71 02'],
    ['a text of characters outside of the first plane', { ...text, maxLength: 2, minLength: 2 }, '𝒳𝒴'],
    ['a uuid', { ...text, format: 'uuid' }, '7b1f0c9e-3d2a-4c5b-9e8f-0a1b2c3d4e5f'],
    ['an e-mail address', { ...text, format: 'email' }, 'office@brightwater.example'],
    ['an IPv6 address', { ...text, format: 'ipv6' }, '2001:db8::7'],
    ['a format that a page does not print so', { ...text, format: 'uri' }, 'www.brightwater.example'],
  ])('is none where it keeps to it: %s', async (_, definition, printed) => {
    expect((await answered(definition, printed)).reason).not.toContain("the schema's");
  });

  it('is found in linear time, however long others would try', async () => {
    const began = performance.now();
    await answered({ ...text, format: 'email' }, `${'a.'.repeat(2_000)}@${'a.'.repeat(2_000)}`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe('a list', () => {
  it.each([
    [{ minItems: 3 }, "$.tags: it has 2 entries, fewer than the schema's minItems of 3"],
    [{ maxItems: 1 }, "$.tags: it has 2 entries, more than the schema's maxItems of 1"],
  ])('with other rows than its schema allows, %j, is returned with an issue', async (bounds, issue) => {
    const reader = scriptedModel('reader', [cell('$.tags[0]', 'blue'), cell('$.tags[1]', 'green')]);
    const fields = { tags: { type: 'array', items: text, ...bounds } };
    const outcome = await run({ document: documentOf('Tags: blue green'), fields, tiers: [reader] });
    expect(outcome.object?.['tags']).toEqual(['blue', 'green']);
    expect(metaOf(outcome).issues).toContain(issue);
  });
});
