import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { loadConfig } from '../../../config/index.js';
import { createEngine } from '../../../core/index.js';
import { buildApp } from '../../../server/index.js';
import { invoiceDocx } from '../../fixtures/docx/invoice-docx.js';
import { sample } from '../../fixtures/sample.js';
import { launchChromium } from '../../support/chromium.js';
import { takeScorePictures } from './score-pictures.js';
import { weighingPicture } from './weighing/examples.js';

/**
 * `npm run screens [-- FOLDER]` takes pictures of the page in both themes. Without a folder it takes three pictures of the page and the
 * guide's examples of scores, draws how evidence adds up, and stores them in the repository. With a folder it takes more of the page, in all
 * widths.
 */
const all = process.argv[2] !== undefined;
const inProject = (path: string): string => fileURLToPath(import.meta.resolve('vouch/package.json').replace(/package\.json$/, path));
const folder = process.argv[2] ?? inProject('test/playground/screens');
await mkdir(folder, { recursive: true });

const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const engine = createEngine(settings);
const app = await buildApp({ engine, limits: { playgroundCredits: 1_000 } });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const browser = await launchChromium();

interface Window {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}
const windows: readonly Window[] = [
  { name: '1440', width: 1440, height: 900 },
  ...(all
    ? [
        { name: '1024', width: 1024, height: 768 },
        { name: '320', width: 320, height: 640 },
        { name: '200-percent', width: 640, height: 400, scale: 2 },
      ]
    : []),
];

const scenes = {
  result: async (page: Page) => {
    await extract(page);
    await page.locator('[data-field="$.total"]').click();
    await page.locator('canvas[data-drawn="2"]').waitFor();
  },
  failed: async (page: Page) => {
    await page
      .locator('#file')
      .setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing follows') });
    await page.getByText('broken.pdf cannot be shown.').waitFor();
    await extract(page);
  },
  docx: async (page: Page) => {
    await page
      .locator('#file')
      .setInputFiles({ name: 'letter.docx', mimeType: 'application/octet-stream', buffer: Buffer.from(await invoiceDocx(sample())) });
    await page.locator('.docx-text').waitFor();
    await extract(page);
    await page.locator('[data-field="$.total"]').click();
  },
};
const moreScenes = {
  arrival: async () => undefined,
  json: async (page: Page) => {
    await page.getByRole('tab', { name: 'JSON', exact: true }).first().click();
    await page.locator('.schema-panel .cm-content').waitFor();
  },
  grid: async (page: Page) => {
    await extract(page);
    await page.locator('[data-field="$.line_items[2].amount"]').click();
  },
  verification: async (page: Page) => {
    await extract(page);
    await page.getByRole('tab', { name: 'Verification' }).click();
  },
  code: async (page: Page) => {
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('tab', { name: 'Code' }).click();
  },
};

async function extract(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Extract', exact: true }).click();
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
  await page.waitForTimeout(500);
}

for (const { name: size, width, height, scale = 1 } of windows) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, act] of Object.entries(all ? { ...scenes, ...moreScenes } : scenes)) {
      const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme: theme });
      await page.goto(`${url}/playground`);
      await page.locator('canvas[data-drawn]').waitFor();
      await act(page);
      await page.waitForTimeout(300);
      const file = all ? `${size}-${name}-${theme}.jpg` : `${name}-${theme}.jpg`;
      await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 82 });
      await page.close();
    }
  }
}
if (!all) {
  await takeScorePictures(browser, url, inProject('server/docs/pictures'));
  await writeFile(inProject('server/docs/pictures/weighing.svg'), await weighingPicture(engine));
}
await browser.close();
await app.close();
await engine.close();
