import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { samplePath } from '../fixtures/sample.js';
import { documents } from './documents.js';
import { fakeAnswer } from './fake-answer.js';
import {
  answer,
  choose,
  copied,
  extract,
  extractButton,
  key,
  type PlaygroundServer,
  result,
  serve,
  server,
  tab,
  visit,
  writeSchema,
} from './visit.js';

const card = (page: Page, name: string) => page.locator('.field-card', { has: page.locator(`[data-field="$.${name}"]`) });

async function setThreshold(page: Page, threshold: string): Promise<void> {
  await page.getByRole('tab', { name: 'Setup' }).click();
  const options = page.locator('details.options');
  if ((await options.getAttribute('open')) === null) await options.locator('summary').click();
  await page.getByLabel('Confidence threshold', { exact: true }).fill(threshold);
}
const showResults = (page: Page) => page.getByRole('tab', { name: 'Results' }).click();
const numbersIn = (text: string | null): readonly number[] =>
  [...(text ?? '').matchAll(/\d[\d,]*\.\d\d/g)].map(([number]) => Number(number.replaceAll(',', '')));

describe('D. results', () => {
  it('there are tabs for fields, JSON, verification and code; verification explains itself when it was off', async () => {
    const { page } = await visit();
    await page.locator('details.options summary').click();
    await page.locator('details.options').getByRole('switch').uncheck({ force: true });
    await extract(page);
    const shown: Record<string, string> = {};
    for (const name of ['Fields', 'JSON', 'Verification', 'Code']) {
      await tab(page, name).click();
      shown[name] = (await page.locator('#result-panel').textContent()) ?? '';
    }
    expect(shown).toMatchObject({
      Fields: expect.stringContaining('BW-2026-0147'),
      Verification: expect.stringMatching(/was off for this run.*Turn it on/),
      Code: expect.stringContaining('curl'),
    });
  });

  it('a card has label, value, type, percent, reason, page and the quoted words', async () => {
    const { page } = await result();
    expect(await card(page, 'issue_date').locator('.card-face').textContent()).toMatch(
      /Issue date date\s*2026-03-12\s*\d\d % Very high\s*p\. 1\s*“Invoice date 12 March 2026”\s*Exact match: quote on page 1/,
    );
  });

  it('the chosen card shows what its score was made from', async () => {
    const { page } = await result();
    await card(page, 'issue_date').locator('.card-face').click();
    expect(await page.locator('.findings').textContent()).toMatch(
      /\+\d\.\d\d what this reader is worth.*evidence\.exact Exact match: quote on page 1/,
    );
  });

  it('confidence is number, word, icon and colour in the five bands', async () => {
    const { page } = await visit();
    const scores = [0.96, 0.92, 0.87, 0.75, 0.5];
    await page.route('**/v1/playground', async (route) => route.fulfill({ json: fakeAnswer(scores) }));
    await writeSchema(page, {
      type: 'object',
      properties: Object.fromEntries(scores.map((_, index) => [`f${index}`, { type: 'string' }])),
    });
    await extract(page);
    const seen = await page.locator('.field-card .confidence').evaluateAll((all) =>
      all.map((one) => ({
        text: one.textContent?.trim(),
        bars: one.querySelectorAll('rect.full').length,
        colour: getComputedStyle(one).color,
      })),
    );
    expect(seen.map(({ text, bars }) => `${text} ${bars}`).sort()).toEqual([
      '50 % Very low 1',
      '75 % Low 2',
      '87 % Moderate 3',
      '92 % High 4',
      '96 % Very high 5',
    ]);
    expect(new Set(seen.map(({ colour }) => colour)).size).toBe(5);
  });

  it('fields under the threshold say so and come first; another threshold needs no new request', async () => {
    const { page, requests } = await result();
    const below = page.locator('.field-card .below');
    const entries: readonly { readonly field: string; readonly score: number }[] = (await answer(page)).object._meta.field_confidence;
    const scores = entries.filter(({ field }) => !field.includes('[')).map(({ score }) => score);
    const threshold = Math.min(...scores) + 0.01;
    const doubtful = scores.filter((score) => score < threshold).length;
    const before = requests.length;
    await setThreshold(page, threshold.toFixed(2));
    await showResults(page);
    await tab(page, 'Fields').click();
    expect([await below.count(), await below.first().textContent()]).toEqual([
      doubtful,
      expect.stringContaining(`below your ${Number(threshold.toFixed(2))}`),
    ]);
    const marked = await page.locator('.field-card').evaluateAll((cards) => cards.map((one) => one.querySelector('.below') !== null));
    expect(marked.lastIndexOf(true)).toBe(doubtful - 1);
    await setThreshold(page, '1');
    await showResults(page);
    expect(await below.count()).toBe(scores.length);
    expect(requests.slice(before).filter((url) => url.includes('/v1/'))).toEqual([]);
  });

  it('only the doubtful can be shown, with their count, and all be expanded or collapsed', async () => {
    const { page } = await result();
    const doubtful = (await answer(page)).object._meta.field_confidence.filter(({ score }: { readonly score: number }) => score < 0.85);
    await tab(page, 'Fields').click();
    await page.getByRole('button', { name: `Only doubtful (${doubtful.length})` }).click();
    expect(await page.locator('.field-card').count()).toBe(doubtful.length);
    await page.getByRole('button', { name: 'Only doubtful' }).click();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await page.locator('.card-more').count()).toBe(0);
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('.card-more').count()).toBe(12);
  });

  it('line items are a grid with row numbers, a header that stays, a row count, and evidence for each of 200 rows', async () => {
    const { page } = await visit();
    await choose(page, await documents.manyRows(200));
    await page.getByText('rows.pdf').first().waitFor();
    await extract(page, 60_000);
    const grid = page.locator('.items');
    await grid.getByText('200 rows', { exact: true }).waitFor();
    expect(await grid.locator('tbody th').last().textContent()).toBe('200');
    await grid.locator('.items-scroll').evaluate((scroll) => scroll.scrollTo(0, scroll.scrollHeight));
    const [header, frame] = [await grid.locator('thead th').first().boundingBox(), await grid.locator('.items-scroll').boundingBox()];
    expect(Math.abs((header?.y ?? 0) - (frame?.y ?? 99))).toBeLessThan(3);
    await page.locator('[data-field="$.line_items[190].amount"]').click();
    const box = page.locator('[data-box="$.line_items[190].amount"]');
    await box.waitFor();
    expect(await box.getAttribute('aria-pressed')).toBe('true');
  });

  it('null is the word, with its reason', async () => {
    const { page } = await visit();
    await writeSchema(page, {
      type: 'object',
      properties: { total: { type: 'number' }, tracking_number: { type: 'string', description: 'Parcel tracking number' } },
    });
    await extract(page);
    const missing = card(page, 'tracking_number');
    expect(await missing.locator('.value').textContent()).toBe('null');
    expect((await missing.locator('.reason').textContent())?.length).toBeGreaterThan(5);
    expect(await missing.locator('.where').textContent()).toBe('no page');
  });

  it('issues stand on top, and each leads to its field', async () => {
    const { page } = await result();
    await setThreshold(page, '1');
    await extract(page);
    const { object } = await answer(page);
    await tab(page, 'Fields').click();
    const issues = page.locator('.issues li');
    expect(await issues.count()).toBe(object._meta.issues.length);
    expect((await page.locator('.issues').boundingBox())?.y).toBeLessThan((await page.locator('.field-list').boundingBox())?.y ?? 0);
    await issues.getByRole('button', { name: 'Amount due' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-field') === '$.amount_due');
  });

  it('a check is a sentence with the numbers of the answer; a failed one has the difference, an impossible one what is missing', async () => {
    const { page } = await result();
    await tab(page, 'Verification').click();
    const checks = page.locator('.check');
    expect(await checks.locator('.check-text').allTextContents()).toEqual([
      'Subtotal 9,944.70 + Tax 2,287.28 = Total 12,231.98',
      'Sum of 18 Line items 9,944.70 = Subtotal 9,944.70',
    ]);
    await page.getByRole('tab', { name: 'Setup' }).click();
    await choose(page, await documents.brokenSum());
    await page.getByText('broken-sum.pdf').first().waitFor();
    await extract(page);
    const failed = (await answer(page)).verification?.checks_run.find(({ status }) => status === 'FAILED');
    await tab(page, 'Verification').click();
    const text = await page.locator('.check.status-failed').textContent();
    expect(text).toMatch(/Failed.* = .*, but .* says .*: .* too (little|much)\./);
    expect(numbersIn(text)).toEqual(expect.arrayContaining([failed?.expected, failed?.actual]));
    await page.getByRole('tab', { name: 'Setup' }).click();
    await choose(page, await documents.taxInclusive());
    await page.getByText('tax-inclusive.pdf').first().waitFor();
    await extract(page);
    await tab(page, 'Verification').click();
    expect(await page.locator('.check.status-cannot_verify').first().textContent()).toMatch(
      /Cannot verify.* cannot be checked: .*(?:missing|not among the values|the issues of the tab Fields say why)\./,
    );
  });

  it('tier, why Tier 2 ran, time and credits are in one line', async () => {
    const { page } = await result();
    await setThreshold(page, '0.5');
    await extract(page);
    expect(await page.locator('.how-read').textContent()).toMatch(/^Tier 1 was enough · \d+\.\d s · 2 credits$/);
    const stages = page.locator('.stages-reported');
    expect(await stages.textContent()).toMatch(/^reading the document \d+ ms.* · Tier 1 \d+ ms · checking \d+ ms/);
    await setThreshold(page, '1');
    await extract(page);
    expect(await page.locator('.how-read').textContent()).toMatch(
      /^Tier 2 read it as well, because Invoice number was below 1.* · \d+\.\d s · 6 credits$/,
    );
    expect(await stages.textContent()).toMatch(/Tier 2 \d+ ms · checking again \d+ ms$/);
  });

  it('Copy and Download stand in the corner of the code and confirm in words; what is copied are the bytes of the body', async () => {
    const { page } = await visit();
    const [response] = await Promise.all([page.waitForResponse('**/v1/playground'), extract(page)]);
    expect(await copied(page)).toBe(await response.text());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(await response.text());
    await page.getByText('Saved as sample-invoice.json').waitFor();
  });

  it('JSON has line numbers and folding, and of 500 rows draws those that are in view', async () => {
    const { page } = await visit();
    await page.route('**/v1/playground', async (route) => route.fulfill({ json: fakeAnswer([0.9], 500) }));
    await extract(page);
    await tab(page, 'JSON').click();
    const scroller = page.locator('.panel-json .cm-scroller');
    await scroller.waitFor();
    expect(await page.locator('.panel-json .cm-lineNumbers .cm-gutterElement').count()).toBeGreaterThan(5);
    const drawn = await page.locator('.panel-json .cm-line').count();
    expect([drawn > 5, drawn < 200]).toEqual([true, true]);
    await scroller.evaluate((element) => element.scrollTo(0, 0));
    await page.locator('.panel-json .cm-foldGutter span[title="Fold line"]').first().click();
    expect(await page.locator('.panel-json .cm-foldPlaceholder').count()).toBe(1);
  });

  it('the code tab has curl, TypeScript and Python with the schema and options as they are; curl runs once a key is put in', async () => {
    const { page } = await visit();
    await setThreshold(page, '0.8');
    await page.getByLabel('Description of total').fill('What\'s due, "in all"');
    await showResults(page);
    await tab(page, 'Code').click();
    const code: Record<string, string> = {};
    const marks = { curl: '--form-string', TypeScript: 'openAsBlob', Python: 'import requests' };
    for (const language of ['curl', 'TypeScript', 'Python'] as const) {
      await page.getByRole('tab', { name: language }).click();
      await page.getByRole('button', { name: `Copy the ${language} code` }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(marks[language]);
      code[language] = await page.evaluate(() => navigator.clipboard.readText());
      expect(code[language]).toMatch(/confidence_threshold\W+0\.8/);
      expect(code[language]).not.toMatch(/pk_[A-Za-z0-9]{16}/);
    }
    const folder = await mkdtemp(join(tmpdir(), 'vouch-curl-'));
    await writeFile(join(folder, 'sample-invoice.pdf'), await readFile(samplePath));
    const script = (code['curl'] ?? '').replace('pk_your_key', key);
    const { stdout } = await promisify(execFile)('bash', ['-c', script.replace('curl ', 'curl -s -w "\\n%{http_code}" ')], { cwd: folder });
    expect(stdout).toMatch(/"total":12231\.98[\s\S]*\n200$/);
  });

  it('a failed extraction is a designed view: code, message, what to do next, credits', async () => {
    const { page } = await visit();
    await choose(page, await documents.broken());
    await page.getByText('broken.pdf cannot be shown.').waitFor();
    await extract(page);
    const view = page.locator('.verdict-card');
    expect(await view.locator('code').textContent()).toBe('EXTRACTION_FAILED');
    expect(await view.textContent()).toMatch(/export it anew as a PDF.*0 credits used/);
  });

  it('empty, bad input, too large, refused origin, too fast, quota, busy and offline: each has a view of its own', async () => {
    const { page } = await visit();
    const panel = page.locator('#result-panel');
    await showResults(page);
    expect(await panel.textContent()).toMatch(/Press Extract: the sample document and its schema are ready/);
    await page.getByRole('tab', { name: 'Setup' }).click();
    await choose(page, await documents.text());
    await extract(page);
    expect(await panel.textContent()).toMatch(/Something in the form.*PDF/);
    await page.getByRole('button', { name: 'Back to the setup' }).click();
    const described = await page.locator('#file').getAttribute('aria-describedby');
    expect(described).toContain('file-problem');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('canvas[data-drawn]').waitFor();
    for (const { words, ...given } of refusals) {
      await page.route('**/v1/playground', async (route) =>
        route.fulfill({ ...given, json: { detail: `a network that answers ${given.status}` } }),
      );
      await extract(page);
      expect(await panel.textContent()).toMatch(words);
      await page.unroute('**/v1/playground');
      await page.getByRole('tab', { name: 'Setup' }).click();
    }
    await page.context().setOffline(true);
    await extract(page);
    expect(await panel.textContent()).toMatch(/no connection.*Nothing was lost/);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
  });

  it('while it runs, the page shows what was sent, the seconds, and stages that nobody has reported yet; Cancel closes the request', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const at = await serve({ until });
    const { page } = await visit({ at });
    await page.route('**/v1/playground', () => undefined);
    await extractButton(page).click();
    await page.getByText('Uploading sample-invoice.pdf, 0 % sent').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/v1/playground');
    await extractButton(page).click();
    await page.getByText(/sample-invoice.pdf is uploaded\. Waiting for the answer, 1 s so far/).waitFor();
    expect(await page.locator('.stages li').allTextContents()).toEqual([
      'Reading the document not reported yet',
      'Tier 1 not reported yet',
      'Checking not reported yet',
      'Tier 2, where Tier 1 leaves doubts not reported yet',
    ]);
    const [failed] = await Promise.all([page.waitForEvent('requestfailed'), page.getByRole('button', { name: 'Cancel' }).click()]);
    expect([failed.failure()?.errorText, await extractButton(page).getAttribute('aria-disabled')]).toEqual(['net::ERR_ABORTED', 'false']);
    resolve();
    await page.close();
    await at.close();
  });

  it('the real service refuses the page behind a proxy that hides by which name it was called', async () => {
    const at = await hostHidingProxy((await server()).url);
    const { page } = await visit({ at });
    await extract(page);
    expect(await page.locator('.verdict-card').textContent()).toMatch(
      /not allowed to call the API.*Origin not allowed.*VOUCH_PLAYGROUND_ORIGINS/,
    );
    await page.close();
    await at.close();
  });

  it('the real service says when the credits of the day do not suffice', async () => {
    const at = await serve({ limits: {} });
    const { page } = await visit({ at, viewport: { width: 1440, height: 900 } });
    await setThreshold(page, '0.99');
    await extract(page);
    await page.getByText('4 of 10').first().waitFor();
    await extract(page);
    await expect
      .poll(() => page.locator('.verdict-card').textContent())
      .toMatch(/credits for today.*3 of 10 credits left, resets at 00:00 UTC/);
    await page.close();
    await at.close();
  });

  it('tab, field and filter are in the address; the result can be saved as one file; nothing but theme and split is kept', async () => {
    const { page } = await result();
    await page.locator('[data-field="$.total"]').click();
    await page.getByRole('button', { name: 'Only doubtful' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#results&tab=fields&field=%24.total&only=doubtful');
    await tab(page, 'Verification').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as HTML' }).click()]);
    const file = await download.path();
    const kept = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      cookie: document.cookie,
    }));
    expect(kept).toEqual({
      local: ['vouch.split'].filter((name) => kept.local.includes(name)),
      session: [],
      caches: [],
      databases: [],
      cookie: '',
    });
    await page.reload();
    expect(await tab(page, 'Verification').getAttribute('aria-selected')).toBe('true');
    const html = await readFile(file, 'utf8');
    expect(
      [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target).filter((target) => !/^(?:#|data:image)/.test(target ?? '')),
    ).toEqual([]);
    await page.context().setOffline(true);
    await page.setContent(html);
    expect(await page.locator('table').first().textContent()).toContain('12,231.98');
    await page.context().setOffline(false);
  });
});

const refusals: readonly { readonly status: number; readonly headers?: Record<string, string>; readonly words: RegExp }[] = [
  { status: 400, words: /Something in the form/ },
  { status: 403, words: /not allowed to call the API.*VOUCH_PLAYGROUND_ORIGINS/ },
  { status: 413, words: /The file is too large/ },
  { status: 429, headers: { 'Retry-After': '2' }, words: /Too many requests.*Retry in \d s/ },
  { status: 429, headers: { 'Retry-After': '40000', 'X-Error-Code': 'OUT_OF_CREDITS' }, words: /credits for today/ },
  { status: 429, headers: { 'X-Error-Code': 'OUT_OF_CREDITS' }, words: /credits for today/ },
  { status: 429, headers: {}, words: /Too many requests/ },
  { status: 503, headers: { 'Retry-After': '2' }, words: /The service is busy.*Retry in \d s/ },
  { status: 500, words: /Something went wrong in the service/ },
];

/** A reverse proxy in its default setup: the service behind it sees another Host header than the browser sends. */
async function hostHidingProxy(url: string): Promise<PlaygroundServer> {
  const proxy = createServer((request, response) => {
    const onward = httpRequest(new URL(request.url ?? '/', url), {
      method: request.method,
      headers: { ...request.headers, host: 'inner.example' },
    });
    onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const close = async (): Promise<void> => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
