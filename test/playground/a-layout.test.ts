import { describe, expect, it } from 'vitest';
import { documents } from './documents.js';
import { choose, extract, extractButton, serve, visit } from './visit.js';

describe('A. layout and the first minute', () => {
  it('the document is left, results are right; the divider drags, moves by arrows, and stays after a reload', async () => {
    const { page } = await visit();
    const widthOf = async (name: string) => (await page.locator(name).boundingBox()) ?? { x: 0, width: 0, y: 0, height: 0 };
    expect((await widthOf('.document')).x).toBeLessThan((await widthOf('.work')).x);
    const divider = page.getByRole('separator', { name: 'Width of the document' });
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await divider.getAttribute('aria-valuenow')).toBe('52');
    const { x, y } = await widthOf('.divider');
    await page.mouse.move(x + 4, y + 200);
    await page.mouse.down();
    await page.mouse.move(1440 * 0.4, y + 200, { steps: 4 });
    await page.mouse.up();
    expect(Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(40, -1);
    const left = (await widthOf('.document')).width;
    await page.reload();
    await page.locator('canvas[data-drawn]').waitFor();
    expect((await widthOf('.document')).width).toBe(left);
  });

  it('a sample with its schema is there; one click gives a full result without key or upload', async () => {
    const { page, requests } = await visit();
    expect(await page.locator('.file-name').textContent()).toBe('sample-invoice.pdf');
    await extract(page);
    expect(await page.locator('.field-card').count()).toBe(12);
    expect(await page.locator('.items tbody tr').count()).toBe(18);
    expect(requests.filter((url) => url.includes('/v1/')).map((url) => new URL(url).pathname)).toEqual(['/v1/playground']);
  });

  it('the drop zone has icon, words, types and a Browse button; click and drop both work', async () => {
    const { page } = await visit();
    const zone = page.locator('.upload');
    expect(await zone.locator('svg.icon-upload').count()).toBe(1);
    expect(await zone.textContent()).toMatch(/Click to upload or drop\s*PDF or DOCX, up to 10 MB\s*Browse/);
    for (const part of [zone.locator('.drop-zone'), zone.getByText('Browse')]) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), part.click()]);
      expect(chooser.isMultiple()).toBe(false);
    }
    const bytes = [...(await documents.brokenSum()).bytes];
    const transfer = await page.evaluateHandle((data) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(data)], 'dropped.pdf'));
      return files;
    }, bytes);
    await zone.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByText('dropped.pdf').first().waitFor();
  });

  it('the limit is printed before anything is chosen, and a larger file is refused without a request', async () => {
    const { page, requests } = await visit();
    expect(await page.getByText('up to 10 MB').count()).toBe(1);
    const before = requests.length;
    await choose(page, await documents.large());
    await page.getByText('large.pdf is 11 MB; at most 10 MB can be sent. It was not uploaded.').waitFor();
    expect(requests.slice(before).filter((url) => url.startsWith('http'))).toEqual([]);
    expect(await page.locator('.file-name').textContent()).toBe('sample-invoice.pdf');
  });

  it('a chosen file shows name, size, pages and a thumbnail, with Replace and Remove; the focus stays there', async () => {
    const { page } = await visit();
    await choose(page, await documents.manyRows(60));
    const card = page.locator('.file-card');
    await card.getByText(/KB · 3 pages/).waitFor();
    expect(await card.locator('.file-name').textContent()).toBe('rows.pdf');
    expect(await card.locator('img.thumbnail').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), card.getByRole('button', { name: 'Replace' }).click()]);
    const { bytes } = await documents.brokenSum();
    await chooser.setFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
    await card.locator('strong', { hasText: 'other.pdf' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Replace');
    await card.getByRole('button', { name: 'Remove' }).click();
    expect([await card.count(), await page.evaluate(() => document.activeElement?.id)]).toEqual([0, 'file']);
  });

  it('there is one primary button and one Reset; the primary is disabled only with a reason that can be read', async () => {
    const { page } = await visit();
    expect([await page.locator('.button.primary').count(), await page.getByRole('button', { name: 'Reset' }).count()]).toEqual([1, 1]);
    expect(await extractButton(page).getAttribute('aria-disabled')).toBe('false');
    await page.getByRole('button', { name: 'Remove' }).click();
    await extractButton(page).focus();
    expect(await extractButton(page).getAttribute('aria-disabled')).toBe('true');
    const note = await extractButton(page).getAttribute('aria-describedby');
    expect(await page.locator(`#${note}`).textContent()).toBe('Choose a document first, or use the sample.');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('.file-card').waitFor();
    expect(await extractButton(page).getAttribute('aria-disabled')).toBe('false');
  });

  it('options are folded away, and their line shows what holds', async () => {
    const { page } = await visit();
    const options = page.locator('details.options');
    expect([await options.getAttribute('open'), await options.locator('summary').textContent()]).toEqual([
      null,
      expect.stringMatching(/Threshold 0\.85, verification on/),
    ]);
    await options.locator('summary').click();
    await options.getByRole('switch', { name: 'Verification' }).uncheck({ force: true });
    expect(await options.locator('summary').textContent()).toMatch(/Threshold 0\.85, verification off/);
  });

  it('the threshold slides, is typed, says what it does, and refuses what is out of its range', async () => {
    const { page } = await visit();
    await page.locator('details.options summary').click();
    const typed = page.getByLabel('Confidence threshold', { exact: true });
    const slider = page.getByRole('slider');
    await typed.fill('0.9');
    expect([await slider.inputValue(), await page.locator('details.options summary').textContent()]).toEqual([
      '0.9',
      expect.stringContaining('Threshold 0.9,'),
    ]);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await typed.inputValue()).toBe('0.91');
    await typed.fill('2');
    expect(await page.locator('#threshold-problem').textContent()).toMatch(/a number from 0 to 1/);
    expect(await page.locator('details.options summary').textContent()).toContain('0.91');
    expect(await page.locator('#threshold-hint').textContent()).toMatch(/sends the document to Tier 2/);
  });

  it('verification is a switch that Space toggles, with a line that names totals and line items', async () => {
    const { page } = await visit();
    await page.locator('details.options summary').click();
    const control = page.locator('details.options').getByRole('switch');
    await control.focus();
    await page.keyboard.press('Space');
    expect(await control.isChecked()).toBe(false);
    const hint = await control.getAttribute('aria-describedby');
    expect(await page.locator(`#${hint}`).textContent()).toMatch(/totals.*line items/);
  });

  it('the version is shown; the theme follows the system, can be switched, and the choice stays', async () => {
    const { page } = await visit({ colorScheme: 'dark' });
    expect(await page.locator('.version').textContent()).toMatch(/^v\d+\.\d+\.\d+/);
    const surface = () => page.locator('.header').evaluate((header) => getComputedStyle(header).backgroundColor);
    expect(await surface()).toBe('rgb(26, 30, 39)');
    await page.getByLabel('Theme').selectOption('light');
    await expect.poll(surface).toBe('rgb(255, 255, 255)');
    await page.reload();
    await page.locator('canvas[data-drawn]').waitFor();
    expect([await surface(), await page.getByLabel('Theme').inputValue()]).toEqual(['rgb(255, 255, 255)', 'light']);
  });

  it('credits left, cost and reset are shown before a run, and fall by the credits of the answer', async () => {
    const at = await serve({ limits: {} });
    const { page } = await visit({ at, timezoneId: 'Europe/Dublin' });
    await page.getByText('10 of 10').waitFor();
    expect(await page.locator('.credits').textContent()).toMatch(/10 of 10 credits left today\s*resets at 00:00 UTC/);
    expect(await page.locator('#extract-note').textContent()).toBe('Costs 2 credits, or 6 if Tier 2 reads it as well.');
    await extract(page);
    await page.getByText('8 of 10').waitFor();
    await page.close();
    await at.close();
  });
});
