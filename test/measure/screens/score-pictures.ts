import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { type ScoreExample, scoreExamples } from './score-examples.js';

/** Extracts each example on the page, and takes pictures of its evidence in the document and of its field card. */
export async function takeScorePictures(browser: Browser, url: string, folder: string): Promise<void> {
  for (const example of scoreExamples) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1_400 }, deviceScaleFactor: 2, colorScheme: 'light' });
    await read(page, url, example);
    const pictures = [await evidencePicture(page, example.field), await cardPicture(page, example.field)].filter(
      (picture) => picture !== undefined,
    );
    await writeFile(join(folder, `${example.name}.webp`), await stacked(browser, pictures));
    await page.close();
  }
}

async function read(page: Page, url: string, { name, invoice }: ScoreExample): Promise<void> {
  await page.goto(`${url}/playground`);
  const buffer = Buffer.from(await invoicePdf(invoice));
  await page.locator('#file').setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer });
  await page.locator('.file-name', { hasText: name }).waitFor();
  await page.getByRole('button', { name: 'Extract', exact: true }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor({ timeout: 60_000 });
}

/** The part of the document around the value; undefined for a value that has no position. */
async function evidencePicture(page: Page, field: string): Promise<Buffer | undefined> {
  await page.locator(`[data-field="${field}"]`).click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
  const box = page.locator(`[data-box="${field}"]`).first();
  if ((await box.count()) === 0) return undefined;
  const [value, sheet] = [await box.boundingBox(), await page.locator('.sheet').first().boundingBox()];
  if (!value || !sheet) throw new Error(`${field} is not visible`);
  const [width, height] = [Math.min(sheet.width, 600), 110];
  const left = value.x + value.width / 2 - width / 2;
  const x = Math.min(Math.max(left, sheet.x), sheet.x + sheet.width - width);
  return page.screenshot({ clip: { x, y: value.y + value.height / 2 - height / 2, width, height } });
}

/** The field card of the value, with score, band, quote and reason. */
const cardPicture = (page: Page, field: string): Promise<Buffer> =>
  page.locator('.field-card', { has: page.locator(`[data-field="${field}"]`) }).screenshot();

/** Stacks the pictures in one small file. */
async function stacked(browser: Browser, pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 632, height: 400 }, deviceScaleFactor: 2 });
  const style = 'body { margin: 0; padding: 8px 8px 1px; display: flow-root; } img { display: block; width: 616px; margin-bottom: 8px; }';
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await page.setContent(`<!doctype html><style>${style}</style>${images.join('')}`);
  const { height = 0 } = (await page.locator('body').boundingBox()) ?? {};
  // Playwright's own screenshots cannot be WebP; the DevTools protocol can.
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width: 632, height, scale: 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70, clip });
  await page.close();
  return Buffer.from(data, 'base64');
}
