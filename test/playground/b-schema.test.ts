import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shippedSchemas } from '../../config/index.js';
import { extractButton, visit, writeSchema } from './visit.js';

const view = (page: Page, name: 'Form' | 'JSON') => page.getByRole('tab', { name, exact: true }).first();

async function schemaOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy the schema' }).click();
  await page.getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const small = (properties: object) => JSON.stringify({ type: 'object', properties, required: [] }, null, 2);

describe('B. the schema', () => {
  it('form and JSON are two views of one text: an edit in either is in the other, and nothing is lost', async () => {
    const { page } = await visit();
    const text =
      '{\n  "type": "object",\n  "$comment": "kept",\n  "properties": {\n    "total":   { "type": "number", "minimum": 0 }\n  }\n}';
    await writeSchema(page, text);
    await view(page, 'Form').click();
    expect(await page.locator('.field-row .name input').inputValue()).toBe('total');
    await view(page, 'JSON').click();
    expect(await schemaOf(page)).toBe(text);
    await view(page, 'Form').click();
    await page.getByLabel('Description of total').fill('What is to be paid');
    await page.getByLabel('Name of the field total').fill('sum');
    expect(JSON.parse(await schemaOf(page))).toEqual({
      type: 'object',
      $comment: 'kept',
      properties: { sum: { type: 'number', minimum: 0, description: 'What is to be paid' } },
    });
  });

  it('a template asks before it replaces edits, and Undo has them back', async () => {
    const { page } = await visit();
    const template = page.getByLabel('Template');
    expect(await template.locator('option').allTextContents()).toEqual(Object.values(shippedSchemas).map(({ title }) => title));
    await template.selectOption('receipt');
    expect(JSON.parse(await schemaOf(page))).toEqual(shippedSchemas.receipt);
    await page.getByLabel('Description of total').fill('mine');
    const edited = await schemaOf(page);
    await template.selectOption('bill');
    const question = page.getByRole('alertdialog', { name: 'Replace the schema?' });
    await question.getByRole('button', { name: 'Keep mine' }).click();
    expect(await schemaOf(page)).toBe(edited);
    await template.selectOption('bill');
    await question.getByRole('button', { name: 'Replace' }).click();
    expect(JSON.parse(await schemaOf(page))).toEqual(shippedSchemas.bill);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await schemaOf(page)).toBe(edited);
  });

  it('values of another extractor are scored in place of it: what is wrong is marked, and what stands there instead is said', async () => {
    const { page } = await visit();
    await page.getByText('Values of another extractor').click();
    const values = page.getByLabel('JSON with the values');
    await values.fill('{"total": 12231.98, "total": 1}');
    expect(await page.getByRole('alert').textContent()).toBe('Invalid data: $.total stands twice in its object');
    expect(await page.getByRole('button', { name: 'Score' }).getAttribute('aria-disabled')).toBe('true');
    await values.fill('{"total": 12231.98, "due_date": "2026-04-12"}');
    await page.getByRole('button', { name: 'Score' }).click();
    await page.getByRole('tab', { name: 'JSON' }).last().click();
    await page.getByRole('button', { name: 'Copy the JSON' }).click();
    const { object } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(object).toMatchObject({ total: 12231.98, due_date: '2026-04-12' });
    const [total, dueDate] = object._meta.field_confidence;
    expect([total.score > 0.9, dueDate.score < 0.5]).toEqual([true, true]);
    await page.getByRole('tab', { name: 'Code' }).click();
    expect(await page.getByRole('tabpanel', { name: 'curl' }).textContent()).toMatch(/v1\/score.*--form-string data=/s);
  });

  it('every row shows type, description and required; objects and arrays are inset, three levels deep, at 1024', async () => {
    const { page } = await visit({ viewport: { width: 1024, height: 768 } });
    const leaf = { type: 'string', description: 'deep' };
    const third = { type: 'object', properties: { third: leaf } };
    await writeSchema(page, small({ first: { type: 'array', items: { type: 'object', properties: { second: third } } } }));
    await view(page, 'Form').click();
    const rows = page.locator('.field-row');
    expect(await rows.locator('.type-badge').evaluateAll((badges: HTMLSelectElement[]) => badges.map(({ value }) => value))).toEqual([
      'array',
      'object',
      'string',
    ]);
    expect([await rows.locator('.description').count(), await rows.getByRole('switch', { name: 'Required' }).count()]).toEqual([3, 3]);
    const edges = await rows
      .locator('.name input')
      .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect()).map(({ left, width }) => ({ left, width })));
    const [first, second, deepest] = edges;
    expect([(first?.left ?? 0) < (second?.left ?? 0), (second?.left ?? 0) < (deepest?.left ?? 0), (deepest?.width ?? 0) > 100]).toEqual([
      true,
      true,
      true,
    ]);
    await rows.nth(2).getByRole('switch').check({ force: true });
    expect(JSON.parse(await schemaOf(page)).properties.first.items.properties.second.required).toEqual(['third']);
  });

  it('"Add another" adds a row and focuses its name without closing anything, by keyboard alone', async () => {
    const { page } = await visit();
    await page.locator('details.options summary').click();
    await page.getByRole('button', { name: 'Add another field', exact: true }).focus();
    for (const name of ['iban', 'bic', 'customer_number']) {
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        () => document.activeElement instanceof HTMLInputElement && document.activeElement.value.startsWith('field_'),
      );
      await page.keyboard.type(name);
      for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Add another');
    }
    const names = Object.keys(JSON.parse(await schemaOf(page)).properties);
    expect(names.slice(-3)).toEqual(['iban', 'bic', 'customer_number']);
    expect(await page.locator('details.options').getAttribute('open')).not.toBeNull();
  });

  it('a schema can be saved to a file and opened from one, and is equal', async () => {
    const { page } = await visit();
    await page.getByLabel('Description of total').fill('edited');
    const before = await schemaOf(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.schema-tools').getByRole('button', { name: 'Save' }).click(),
    ]);
    const saved = await readFile(await download.path());
    expect([download.suggestedFilename(), saved.toString()]).toEqual(['schema.json', before]);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('#schema-file').setInputFiles({ name: 'schema.json', mimeType: 'application/json', buffer: saved });
    await expect.poll(() => page.getByLabel('Description of total').inputValue()).toBe('edited');
    expect(await schemaOf(page)).toBe(before);
  });

  it('mistakes are marked at their line while typing, each with a reason, and nothing can be extracted', async () => {
    const { page } = await visit();
    const mistakes: readonly (readonly [string, number, RegExp])[] = [
      ['{\n  "type": "object",\n  "properties": {\n    "a": {"type" "string"}\n  }\n}', 4, /JSON/],
      [small({ total: { type: 'number' }, _meta: { type: 'object', properties: { a: { type: 'string' } } } }), 7, /_meta.*service adds/],
      [small({ day: { type: 'date' } }), 5, /unsupported type; allowed are string, number/],
      [small({ either: { oneOf: [{ type: 'string' }, { type: 'number' }] } }), 5, /"oneOf", which is not supported/],
      [small({}), 3, /needs "properties"/],
    ];
    for (const [text, line, reason] of mistakes) {
      await writeSchema(page, text);
      await page.getByText(`Line ${line}:`).waitFor();
      expect(await page.locator('#schema-problem').textContent()).toMatch(reason);
      expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
      const top = (await page.locator('.cm-lint-marker-error').boundingBox())?.y ?? 0;
      const number = await page
        .locator('.cm-lineNumbers .cm-gutterElement')
        .evaluateAll((numbers, y) => numbers.find((one) => Math.abs(one.getBoundingClientRect().y - y) < 8)?.textContent, top);
      expect(Number(number)).toBe(line);
      expect(await page.getByRole('textbox', { name: 'Schema as JSON' }).getAttribute('aria-description')).toMatch(reason);
      expect(await extractButton(page).getAttribute('aria-disabled')).toBe('true');
    }
    await writeSchema(page, small({ total: { type: 'number' } }));
    await expect.poll(() => extractButton(page).getAttribute('aria-disabled')).toBe('false');
  });

  it('Copy puts the schema on the clipboard as JSON that the API accepts', async () => {
    const { page } = await visit();
    expect(JSON.parse(await schemaOf(page))).toEqual(shippedSchemas.invoice);
  });
});
