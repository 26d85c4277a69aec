import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { samplePath } from '../fixtures/sample.js';
import { ask } from '../server/support/ask.js';
import { axeOf } from './axe.js';
import { key, open, serve } from './visit.js';

const server = await serve({ reviewPolicy: { thresholds: { total: 1, subtotal: 1 }, amount_above: 1 } });
afterAll(() => server.close());

const auth = { authorization: `Bearer ${key}` };
const schema = {
  type: 'object',
  properties: {
    subtotal: { type: 'number' },
    total: { type: 'number' },
    line_items: { type: 'array', items: { type: 'object', properties: { description: { type: 'string' }, amount: { type: 'number' } } } },
  },
};

/** The id of a run of the sample. */
async function kept(): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([readFileSync(samplePath)]), 'sample.pdf');
  body.set('output_schema', JSON.stringify(schema));
  body.set('review', 'true');
  return (await ask(server.url, '/v1/extract', { method: 'POST', body, headers: auth })).body.review.run;
}
const runOf = async (id: string) => (await ask(server.url, `/v1/runs/${id}`, { headers: auth })).body;

/** The page with the first run of the queue open. */
async function reviewing(
  size = { width: 1440, height: 900 },
  changed?: (run: { review: { fields: [{ printed?: string[] }, ...object[]] } }) => void,
) {
  const id = await kept();
  const visit = await open(`${server.url}/review`, { viewport: size });
  const { page } = visit;
  if (changed)
    await page.route(/\/v1\/runs\/[^/?]+$/, async (route) => {
      const answer = await route.fetch();
      const run = await answer.json();
      changed(run);
      await route.fulfill({ response: answer, json: run });
    });
  await page.getByLabel('Your name').fill('anna');
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'sample.pdf' }).first().click();
  await page.locator('.doubt').waitFor();
  await page.locator('.boxes .box').first().waitFor({ state: 'attached' });
  return { ...visit, id };
}
const left = (page: Page) => page.locator('.doubt-left').textContent();
const presses = async (page: Page, pressed: string, then: string) => {
  await page.keyboard.press(pressed);
  await expect.poll(() => left(page), { timeout: 15_000 }).toBe(then);
};

async function violations(page: Page): Promise<readonly unknown[]> {
  const found = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeOf(page).analyze()).violations);
  }
  return found.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
}

describe('the page for review', { timeout: 120_000 }, () => {
  it('decides a document by keyboard alone, and every verdict is kept', async () => {
    const { page, faults, id } = await reviewing();
    expect(await left(page)).toBe('3 left');
    await presses(page, 'Enter', '2 left');
    await page.keyboard.press('e');
    const right = (await runOf(id)).result.object.total;
    await page.keyboard.type(String(right + 1));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.doubt-why').textContent(), { timeout: 15_000 }).toContain('Not found on the page');
    expect(await page.locator('.review').textContent()).toContain('Cannot verify');
    await page.locator('h2').first().click();
    await presses(page, 'Enter', '1 left');
    await page.keyboard.press('Enter');
    await page.locator('.review-done').waitFor();
    const run = await runOf(id);
    expect([run.state, run.verdicts.map(({ verdict }: { readonly verdict: string }) => verdict)]).toEqual([
      'confirmed',
      ['confirmed', 'corrected', 'confirmed', 'confirmed'],
    ]);
    expect(faults).toEqual([]);
  });

  it('confirms what is of one kind and shown together by one key, and nothing that may be something else', async () => {
    const doubt = (row: number, more: object = {}) => ({
      path: `$.line_items[${row}].amount`,
      value: row,
      score: 0.8,
      why: [`Unsure ${row}`],
      checks: [],
      ...more,
    });
    const { page, faults, id } = await reviewing({ width: 1440, height: 900 }, (run) => {
      const others = [
        doubt(1, { checks: ['LINE_PRODUCT'] }),
        doubt(2),
        doubt(3, { printed: ['7'] }),
        doubt(4, { why: ['Another reason'] }),
        doubt(5),
      ];
      run.review.fields.splice(0, 9, doubt(0), ...others);
    });
    const shown = await page.locator('.doubt-alike li').allTextContents();
    expect(shown.map((text) => text.replace(/:.*/, ''))).toEqual([0, 2, 5].map((row) => `line_items[${row}].amount`));
    await page.keyboard.press('a');
    await expect.poll(async () => (await runOf(id)).verdicts, { timeout: 15_000 }).toHaveLength(3);
    expect((await runOf(id)).verdicts.map(({ path, verdict }: { path: string; verdict: string }) => [path, verdict])).toEqual(
      [0, 2, 5].map((row) => [`$.line_items[${row}].amount`, 'confirmed']),
    );
    expect(faults).toEqual([]);
  });

  it('takes by a number what the page prints besides, as a value of the schema', async () => {
    const { page, faults, id } = await reviewing({ width: 1440, height: 900 }, (run) => {
      run.review.fields[0].printed = ['1.234,50'];
    });
    const [{ path }] = (await runOf(id)).review.fields;
    await page.getByRole('button', { name: '1: 1.234,50' }).waitFor();
    await page.keyboard.press('1');
    await expect
      .poll(async () => (await runOf(id)).verdicts, { timeout: 15_000 })
      .toMatchObject([{ path, verdict: 'corrected', after: 1234.5 }]);
    expect(faults).toEqual([]);
  });

  it('takes the words in a box that is drawn, corrects rows in their table, and rejects with a reason', async () => {
    const { page, faults, id } = await reviewing();
    const { path, boxes } = (await runOf(id)).review.fields[0];
    const sheet = await page.locator('.boxes').boundingBox();
    const [{ x, y, w, h }] = boxes;
    if (!sheet) throw new Error('no page is shown');
    await page.keyboard.press('b');
    await page.getByText('Draw a box').waitFor();
    await page.mouse.move(sheet.x + (x - 0.005) * sheet.width, sheet.y + (y - 0.003) * sheet.height);
    await page.mouse.down();
    await page.mouse.move(sheet.x + (x + w + 0.005) * sheet.width, sheet.y + (y + h + 0.003) * sheet.height);
    await page.mouse.up();
    await expect.poll(async () => (await runOf(id)).verdicts, { timeout: 15_000 }).toHaveLength(1);
    const [drawn] = (await runOf(id)).verdicts;
    expect([drawn.path, drawn.after]).toEqual([path, drawn.before]);
    await page.locator('[data-value="$.line_items[0].amount"]').fill('1.25');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await runOf(id)).result.object.line_items[0].amount, { timeout: 15_000 }).toBe(1.25);
    // Those that stand over two lines are as sure as before, whatever was corrected beside them.
    const scored: readonly { readonly field: string; readonly score: number }[] = (await runOf(id)).result.object._meta.field_confidence;
    const descriptions = scored.filter(({ field }) => field.endsWith('.description'));
    expect(descriptions.length).toBeGreaterThan(10);
    expect(descriptions.filter(({ score }) => score < 0.85)).toEqual([]);
    await page.locator('h2').first().click();
    await page.keyboard.press('r');
    await page.keyboard.type('a copy');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await runOf(id)).state, { timeout: 15_000 }).toBe('rejected');
    expect(faults).toEqual([]);
  });

  it('is clean for axe in both themes, and fits a phone, where a single document can be decided', async () => {
    const { page, faults } = await reviewing();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => left(page), { timeout: 15_000 }).toBe('2 left');
    await page.getByRole('button', { name: 'Queue' }).click();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
