import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { shippedSchemas } from '../../config/schemas.js';
import { parseSchema } from '../../core/index.js';
import { makeReport } from '../../server/cli/commands/report.js';
import { wire } from '../../server/index.js';
import { brokenSum } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { root } from '../shipped/readme/markdown.js';
import { axeOf } from './axe.js';
import { open, server, shippedEngine } from './visit.js';

const guide = readdirSync(join(root, 'server/docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `/docs/guide/${basename(file, '.md')}`);
/** Pages that together have every kind of content: tables, pictures, code, lists. One renderer makes all pages, so only the width of the others is tested. */
const everyKind = ['/docs', ...['README', 'scores', 'plugins', 'hosting', 'errors'].map((page) => `/docs/guide/${page}`)];

/** The violations on a narrow page in the light theme, and of contrast on a wide one in the dark. Every page has the same navigation, so one test includes it. */
async function violations(page: Page, { list = true } = {}): Promise<readonly unknown[]> {
  const axe = () => (list ? axeOf(page) : axeOf(page).exclude('nav'));
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axe().withRules('color-contrast').analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  const light = await axe().analyze();
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the documentation', () => {
  it.each(everyKind)(
    '%s is clean for axe in both themes, wide and narrow, without a fault',
    async (address) => {
      const { page, faults } = await open(`${(await server()).url}${address}`);
      expect(await violations(page, { list: address === '/docs' })).toEqual([]);
      expect([await sideways(page), faults]).toEqual([false, []]);
    },
    120_000,
  );

  it.each(guide.filter((address) => !everyKind.includes(address)))('%s fits a narrow window, without a fault', async (address) => {
    const { page, faults } = await open(`${(await server()).url}${address}`);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([await sideways(page), faults]).toEqual([false, []]);
  });

  it('works by keyboard: past the list to the text, along the list to another page', async () => {
    const { page } = await open(`${(await server()).url}/docs/guide/README`);
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to the text');
    expect(await page.locator('.skip').boundingBox()).toMatchObject({ x: expect.toSatisfy((x: number) => x >= 0) });
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.locator('.skip').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guide/getting-started');
  });

  it('a block can be copied by keyboard, and a screen reader announces it', async () => {
    const { page } = await open(`${(await server()).url}/docs/guide/getting-started`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const code = await page.locator('pre code').first().textContent();
    const copy = page.getByRole('button', { name: 'Copy' }).first();
    await copy.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  });

  it('an answer that is folded away in the reference opens by keyboard', async () => {
    const { page } = await open(`${(await server()).url}/docs`);
    const first = page.locator('details').first();
    await first.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('open')).toBe('');
  });
});

describe('the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-report-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The report as `vouch extract --report` writes it, opened from the disk. */
  async function reportedStages(name: string, bytes: Uint8Array): Promise<Awaited<ReturnType<typeof open>>> {
    const engine = shippedEngine;
    const file = { name, bytes };
    const schema = parseSchema(JSON.stringify(shippedSchemas.invoice));
    const body = wire(await engine.extract({ file, schema, verify: true }), ['boxes']);
    const path = join(folder, `${name}.html`);
    writeFileSync(path, await makeReport(file, body, engine));
    return open(pathToFileURL(path).href);
  }
  const documents = {
    'invoice.pdf': () => invoicePdf(brokenSum()),
    'letter.docx': () => invoiceDocx(brokenSum()),
    'broken.pdf': async () => Buffer.from('%PDF-1.7\nnothing of a PDF follows'),
  };

  it.each(Object.entries(documents))(
    'of %s is clean for axe in both themes, and nothing but tables scrolls sideways',
    async (name, bytes) => {
      const { page, faults } = await reportedStages(name, await bytes());
      expect(await violations(page)).toEqual([]);
      expect([await sideways(page), faults]).toEqual([false, []]);
    },
  );

  it('leads by keyboard from a value to its place on the page and back', async () => {
    const { page } = await reportedStages('invoice.pdf', await documents['invoice.pdf']());
    const link = page.locator('a.place').first();
    await link.focus();
    const target = (await link.getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toBe(target);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toMatch(/^mark/);
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toMatch(/^#v\d+$/);
  });
});
