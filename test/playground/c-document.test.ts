import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { documents } from './documents.js';
import { answer, choose, extract, located, type PlaygroundBody, result, tab, visit, writeSchema } from './visit.js';

interface EvidenceEntry {
  readonly field: string;
  readonly page?: number;
  readonly text?: string;
  readonly score: number;
}
const entriesIn = (body: PlaygroundBody): readonly EvidenceEntry[] => body.object._meta.field_confidence;
const shownPage = (page: Page) => page.locator('canvas[data-drawn]').getAttribute('data-drawn');
const goToPage = async (page: Page, number: number): Promise<void> => {
  await page.getByLabel(/^Page, of/).fill(String(number));
  await page.keyboard.press('Enter');
  await page.locator(`canvas[data-drawn="${number}"]`).waitFor();
};

describe('C. the document pane', () => {
  it('the toolbar has page, zoom, percent, fit, rotate, search and download, all with names', async () => {
    const { page } = await visit();
    const bar = page.getByRole('toolbar', { name: 'View of the document' });
    const names = ['Previous page', 'Next page', 'Zoom out', 'Zoom in', 'Fit to width', 'Rotate'];
    for (const name of names) expect(await bar.getByRole('button', { name }).count()).toBe(1);
    expect([
      await bar.getByRole('link', { name: 'Download the document' }).count(),
      await bar.getByRole('searchbox', { name: 'Search the document' }).count(),
    ]).toEqual([1, 1]);
    expect(await bar.locator('.page-number').textContent()).toContain('of 2');
    await goToPage(page, 2);
    const percent = async () => Number.parseInt((await bar.locator('output').textContent()) ?? '', 10);
    const fit = await percent();
    await bar.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(percent).toBeGreaterThan(fit);
    await bar.getByRole('button', { name: 'Fit to width' }).click();
    await expect.poll(percent).toBe(fit);
    await bar.getByRole('button', { name: 'Rotate' }).click();
    await expect
      .poll(
        async () =>
          ((await page.locator('.sheet').boundingBox())?.width ?? 0) > ((await page.locator('.sheet').boundingBox())?.height ?? 0),
      )
      .toBe(true);
    await bar.getByRole('searchbox').fill('Sandbags for');
    await page.getByText('1 of 1').waitFor();
    await page.locator('canvas[data-drawn="1"]').waitFor();
    expect(await page.locator('.boxes mark').count()).toBe(1);
    const [download] = await Promise.all([page.waitForEvent('download'), bar.getByRole('link').click()]);
    expect(download.suggestedFilename()).toBe('sample-invoice.pdf');
  });

  it('Ctrl and wheel zooms at the pointer, drags pan, Page Down turns, and text can be selected as it is printed', async () => {
    const { page } = await visit();
    const scroller = page.locator('.scroller');
    const sheet = async () => (await page.locator('.sheet').boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
    const point = { x: 300, y: 400 };
    const share = async () => ({
      x: (point.x - (await sheet()).x) / (await sheet()).width,
      y: (point.y - (await sheet()).y) / (await sheet()).height,
    });
    /** Turns the wheel step by step, because the page handles a wheel event only when it has time. */
    const zoomed = async (steps: number): Promise<number> => {
      const widths = [(await sheet()).width];
      for (let step = 0; step < steps; step += 1) {
        await page.mouse.wheel(0, -100);
        await expect.poll(async () => (await sheet()).width).toBeGreaterThan(widths.at(-1) ?? 0);
        widths.push((await sheet()).width);
      }
      return widths.at(-1) ?? 0;
    };
    await page.mouse.move(point.x, point.y);
    await page.keyboard.down('Control');
    const width = await zoomed(6);
    const before = await share();
    expect(await zoomed(3)).toBeGreaterThan(width);
    await page.keyboard.up('Control');
    const after = await share();
    expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 1), expect.closeTo(before.y, 1)]);
    const scrolled = await scroller.evaluate(({ scrollTop }) => scrollTop);
    const bare = await page.evaluate(() => {
      for (let y = 800; y > 300; y -= 10) if (document.elementFromPoint(60, y)?.matches('.text-layer, .scroller')) return y;
      return 800;
    });
    await page.mouse.move(60, bare);
    await page.mouse.down();
    await page.mouse.move(60, bare - 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled + 100);
    await page.getByRole('button', { name: 'Fit to width' }).click();
    await scroller.focus();
    await page.keyboard.press('PageDown');
    await page.locator('canvas[data-drawn="2"]').waitFor();
    await page.keyboard.press('PageUp');
    await page.locator('canvas[data-drawn="1"]').waitFor();
    const name = page.locator('.text-layer span', { hasText: 'Galway Arts Week CLG' });
    await name.click({ clickCount: 3 });
    expect((await page.evaluate(() => getSelection()?.toString()))?.trim()).toBe('Galway Arts Week CLG');
  });

  it('every field with evidence has a box on its page, each cell of a row its own', async () => {
    const { page } = await result();
    const entries = entriesIn(await answer(page)).filter((entry) => entry.page !== undefined);
    const boxes: Record<string, { x: number; y: number; width: number }> = {};
    for (const number of [1, 2]) {
      await goToPage(page, number);
      for (const box of await page.locator('button.box').all())
        boxes[`${await box.getAttribute('data-box')}`] = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      expect(await page.locator('button.box').count()).toBe(entries.filter((entry) => entry.page === number).length);
    }
    expect(Object.keys(boxes).sort()).toEqual(entries.map(({ field }) => field).sort());
    const row = ['description', 'quantity', 'unit_price', 'amount'].map((column) => boxes[`$.line_items[0].${column}`]);
    const lefts = row.map((box) => Math.round(box?.x ?? 0));
    expect([...lefts].sort((a, b) => a - b)).toEqual(lefts);
    expect(new Set(lefts).size).toBe(4);
  });

  it('a scan has the boxes that the service found by OCR', async () => {
    const { page } = await visit();
    await writeSchema(page, { type: 'object', properties: { total: { type: 'number' } } });
    await choose(page, await documents.scan());
    await page.getByText('scan.pdf').first().waitFor();
    await extract(page, 90_000);
    const box = page.locator('[data-box="$.total"]');
    await box.waitFor();
    const [value, sheet] = [await box.boundingBox(), await page.locator('.sheet').boundingBox()];
    expect((value?.width ?? 0) / (sheet?.width ?? 1)).toBeLessThan(0.6);
  });

  it('a field shows its page and outlines its box, a box selects its field, across pages; hovering previews', async () => {
    const { page } = await result();
    await page.locator('[data-field="$.total"]').click();
    await page.locator('canvas[data-drawn="2"]').waitFor();
    const total = page.locator('[data-box="$.total"]');
    expect(await total.getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-field="$.invoice_number"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('canvas[data-drawn="1"]').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-box') === '$.invoice_number');
    await tab(page, 'JSON').click();
    const box = page.locator('[data-box="$.line_items[3].amount"]');
    await box.click();
    const cell = page.locator('[data-field="$.line_items[3].amount"]');
    await cell.waitFor();
    expect(await cell.getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-field="$.order_number"]').hover();
    expect(await page.locator('[data-box="$.order_number"]').getAttribute('class')).toContain('preview');
    await page.locator('[data-box="$.issue_date"]').hover();
    expect(await page.locator('[data-box="$.issue_date"] .tip').isVisible()).toBe(true);
  });

  it('a DOCX is shown as text with the same boxes and links', async () => {
    const { page } = await visit();
    await choose(page, await documents.docx());
    await page.locator('.docx-text').waitFor();
    await extract(page);
    await located(page);
    const entries = entriesIn(await answer(page)).filter((entry) => entry.page !== undefined);
    await expect.poll(() => page.locator('button.box').count()).toBe(entries.length);
    await tab(page, 'Fields').click();
    await page.locator('[data-field="$.total"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-box') === '$.total');
    const printed = await page.locator('.docx-text b', { hasText: '12,231.98' }).boundingBox();
    const box = await page.locator('[data-box="$.total"]').boundingBox();
    expect(Math.abs((box?.y ?? 0) - (printed?.y ?? 99))).toBeLessThan(8);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((printed?.x ?? 0) + (printed?.width ?? 0) + 6);
    await page.locator('[data-box="$.line_items[2].amount"]').click();
    expect(await page.locator('[data-field="$.line_items[2].amount"]').getAttribute('aria-pressed')).toBe('true');
  });

  it('without a position the page is shown, and the words say so; no box is invented', async () => {
    const { page } = await visit();
    await page.evaluate(leaveOutBoxes);
    await writeSchema(page, { type: 'object', properties: { total: { type: 'number' } } });
    await choose(page, await documents.scan());
    await page.getByText('scan.pdf').first().waitFor();
    await extract(page, 90_000);
    const card = page.locator('[data-field="$.total"]');
    await card.getByText('p. 1, no position', { exact: true }).waitFor();
    await card.click();
    expect(await page.locator('.evidence-line').textContent()).toMatch(/page 1, no position: “/);
    expect(await page.locator('button.box').count()).toBe(0);
    expect(await shownPage(page)).toBe('1');
  });
});

/** Makes the page ask for no boxes. Values read by OCR then have a page and a quote, but no position. */
const leaveOutBoxes = (): void => {
  const set = FormData.prototype.set;
  FormData.prototype.set = function (this: FormData, ...given: Parameters<typeof set>) {
    if (given[0] !== 'include') set.apply(this, given);
  } as typeof set;
};
