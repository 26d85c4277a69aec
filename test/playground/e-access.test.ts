import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask } from '../server/support/ask.js';
import { axeOf } from './axe.js';
import { ratio } from './contrast.js';
import { documents } from './documents.js';
import { answer, choose, extract, extractButton, located, result, serve, server, tab, visit } from './visit.js';

const focused = (page: Page, attribute: string) => page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);

describe('E. accessibility and containment', () => {
  it('the upload is a native file input with a label, described by types and limit; it works with the drop zone removed; errors are tied to it', async () => {
    const { page } = await visit();
    await page.locator('.drop-zone').evaluate((zone) => zone.remove());
    const input = page.getByLabel('Browse for a document');
    expect(await input.getAttribute('type')).toBe('file');
    const described = async () => {
      const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ');
      return Promise.all(ids.map((id) => page.locator(`#${id}`).textContent()));
    };
    expect(await described()).toEqual(['PDF or DOCX, at most 10 MB']);
    await choose(page, await documents.large());
    await page.locator('#file-problem').waitFor();
    expect(await described()).toEqual(['PDF or DOCX, at most 10 MB', expect.stringContaining('at most 10 MB can be sent')]);
    await choose(page, await documents.brokenSum());
    await page.locator('.file-name', { hasText: 'broken-sum.pdf' }).waitFor();
  });

  it('a polite live region speaks upload, stages and counts, and the focus goes to the heading of the results', async () => {
    const { page } = await visit();
    await page.evaluate(() => {
      const live = document.getElementById('live');
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(live?.textContent ?? '')).observe(live ?? document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    expect(await page.locator('#live').getAttribute('aria-live')).toBe('polite');
    await extract(page);
    const said = await page.evaluate(() => (window as unknown as { readonly said: readonly string[] }).said);
    expect([said[0], said.find((text) => text.includes('Reading')), said.at(-1)]).toEqual([
      expect.stringMatching(/^Uploading sample-invoice\.pdf, \d+ percent/),
      'sample-invoice.pdf is uploaded. Reading; waiting for the answer',
      expect.stringMatching(/^Went through reading the document, .*Tier 1, checking.*\. 84 fields, (?:\d+|none) doubtful$/),
    ]);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('results-heading');
  });

  it.each(['light', 'dark'] as const)('text has a contrast of 4.5 and controls and boxes of 3, in the %s theme', async (theme) => {
    const { page } = await visit({ colorScheme: theme });
    const tokens = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const names = [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []))
        .filter((name) => name.startsWith('--'));
      return Object.fromEntries([...new Set(names)].map((name) => [name.slice(2), style.getPropertyValue(name).trim()]));
    });
    const inTheme = (name: string): string => {
      const [, light, dark] = /^light-dark\((.+),\s*(.+)\)$/.exec(tokens[name] ?? '') ?? [];
      return (theme === 'dark' ? dark : light) ?? tokens[name] ?? '';
    };
    const pairs = [
      ...['text', 'muted'].flatMap((text) => ['canvas', 'surface', 'sunken', 'accent-soft'].map((ground) => [text, ground, 4.5] as const)),
      ...['very-high', 'high', 'moderate', 'low', 'very-low'].flatMap((text) =>
        ['surface', 'sunken', 'accent-soft'].map((ground) => [text, ground, 4.5] as const),
      ),
      ...['text', 'warning', 'accent'].map((text) => [text, 'warning-soft', 4.5] as const),
      ...['problem', 'warning', 'accent'].map((text) => [text, 'surface', 4.5] as const),
      ...['code-key', 'code-string', 'code-number'].map((text) => [text, 'sunken', 4.5] as const),
      ['warning', 'accent-soft', 4.5] as const,
      ['accent-text', 'accent', 4.5] as const,
      ...['line-strong', 'accent'].flatMap((part) => ['canvas', 'surface', 'sunken'].map((ground) => [part, ground, 3] as const)),
    ];
    const paper = ['very-high', 'high', 'moderate', 'low', 'very-low'].map((tone) => ({
      pair: `box-${tone} on paper`,
      value: ratio(inTheme(`box-${tone}`), '#ffffff'),
      least: 3,
    }));
    const found = [
      ...pairs.map(([one, other, least]) => ({ pair: `${one} on ${other}`, value: ratio(inTheme(one), inTheme(other)), least })),
      ...paper,
    ];
    expect(found.filter(({ value, least }) => !(value >= least))).toEqual([]);
  });

  it('everything works by keyboard: the first click, from a field to its evidence and back, the code; and every box has a name', async () => {
    const { page } = await visit();
    await extractButton(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
    await located(page);
    await tabTo(page, '[data-field]');
    const cards = await page.locator('.field-card [data-field]').evaluateAll((all) => all.map((one) => one.getAttribute('data-field')));
    expect(await focused(page, 'data-field')).toBe(cards[0]);
    for (let press = cards.indexOf('$.invoice_number'); press > 0; press -= 1) await page.keyboard.press('ArrowDown');
    expect(await focused(page, 'data-field')).toBe('$.invoice_number');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-box') === '$.invoice_number');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
    await page.keyboard.press('Escape');
    expect(await focused(page, 'data-field')).toBe('$.invoice_number');
    await tabTo(page, '[data-field^="$.line_items"]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page, 'data-field')).toBe('$.line_items[1].quantity');
    await tab(page, 'Fields').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Code');
    await tabTo(page, '.code-corner button');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('curl');

    const { object } = await answer(page);
    const names = await page
      .locator('button.box')
      .evaluateAll((boxes) => boxes.map((box) => [box.getAttribute('data-box'), box.getAttribute('aria-label')] as const));
    for (const { field, score, page: number } of object._meta.field_confidence) {
      const [, name] = names.find(([path]) => path === field) ?? [];
      if (name) expect(name).toMatch(new RegExp(`, ${Math.floor(score * 100)} percent, page ${number}$`));
    }
    expect(names.find(([path]) => path === '$.line_items[0].amount')?.[1]).toMatch(/^Line items 1, amount 370\.00, \d+ percent, page 1$/);
  });

  it('quote and page stand as text beside the highlight, nothing moves under reduced motion', async () => {
    const { page } = await result({ reducedMotion: 'reduce' });
    await page.locator('[data-field="$.total"]').click();
    await expect.poll(() => page.locator('.evidence-line').textContent()).toBe('Total page 2: “Total €12,231.98”');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) =>
          ['', '::after', '::before'].some((part) => Number.parseFloat(getComputedStyle(element, part).transitionDuration) > 0),
        ).length,
    );
    expect(moving).toBe(0);
  });

  it.each([
    ['at 320 px', { viewport: { width: 320, height: 640 } }],
    ['at 200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ])('%s the panes stack, and only tables and pages scroll sideways', async (_, options) => {
    const { page } = await visit(options);
    const sideways = () =>
      page.evaluate(() => [document.body.scrollWidth, document.documentElement.scrollWidth].map((width) => width <= innerWidth));
    expect(await sideways()).toEqual([true, true]);
    await page.getByRole('tab', { name: 'JSON', exact: true }).first().click();
    await page.locator('.schema-panel .cm-content').waitFor();
    expect(await sideways()).toEqual([true, true]);
    await extract(page);
    for (const name of ['Fields', 'JSON', 'Verification', 'Code']) {
      await tab(page, name).click();
      expect([name, await sideways()]).toEqual([name, [true, true]]);
    }
    const [left, right] = [await page.locator('.document').boundingBox(), await page.locator('.work').boundingBox()];
    expect((left?.y ?? 0) + (left?.height ?? 0)).toBeLessThanOrEqual((right?.y ?? 0) + 1);
  });

  it('axe finds nothing in any state, in either theme', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const at = await serve({ until });
    const { page } = await visit({ at, colorScheme: 'light' });
    const found: Record<string, unknown> = {};
    /** Runs all rules in the light theme, and only the contrast rule in the dark one. */
    const clean = async (state: string, part = '.work'): Promise<void> => {
      const axe = () => axeOf(page).include(part).exclude('.text-layer');
      const light = await axe().analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await axe().withRules('color-contrast').analyze();
      await page.emulateMedia({ colorScheme: 'light' });
      const violations = [...light.violations, ...dark.violations].map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
      if (violations.length > 0) found[state] = violations;
    };
    await clean('setup with the form', 'html');
    await page.locator('details.options summary').click();
    await page.getByRole('tab', { name: 'JSON', exact: true }).first().click();
    await page.locator('.schema-panel .cm-content').waitFor();
    await clean('setup with the editor and the options');
    await page.getByRole('tab', { name: 'Results' }).click();
    await clean('empty');
    await extractButton(page).click();
    await page.getByText(/Waiting for the answer/).waitFor();
    await clean('running');
    resolve();
    await located(page);
    await clean('Fields', 'html');
    for (const name of ['JSON', 'Verification', 'Code']) {
      await tab(page, name).click();
      await clean(name);
    }
    await tab(page, 'Fields').click();
    for (const [status, seconds, code = ''] of [[400], [403], [413], [429, 2], [429, 40_000, 'OUT_OF_CREDITS'], [503, 2], [500]] as const) {
      const headers = { 'Retry-After': String(seconds ?? 1), 'X-Error-Code': code };
      const answered = { status, headers, json: { detail: `a network that answers ${status}` } };
      await page.route('**/v1/playground', (route) => route.fulfill(answered));
      await extract(page);
      await clean(`${status} ${seconds}`);
      await page.unroute('**/v1/playground');
    }
    await page.context().setOffline(true);
    await extract(page);
    await clean('offline');
    await page.context().setOffline(false);
    await page.getByRole('tab', { name: 'Setup' }).click();
    await choose(page, await documents.broken());
    await page.getByText('broken.pdf cannot be shown.').waitFor();
    await extract(page);
    await clean('failed', 'html');
    await page.getByRole('tab', { name: 'Setup' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await clean('nothing chosen', 'html');
    expect(found).toEqual({});
    await page.close();
    await at.close();
  });

  it('no request leaves the origin, and the policy stops nothing that the page does', async () => {
    const { page, requests, faults } = await result();
    const { url } = await server();
    for (const name of ['JSON', 'Verification', 'Code']) await tab(page, name).click();
    await page.getByRole('tab', { name: 'Setup' }).click();
    await choose(page, await documents.docx());
    await page.locator('.docx-text').waitFor();
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter((address) => !address.startsWith(`${url}/`) && !/^(blob|data):/.test(address))).toEqual([]);
    expect(faults).toEqual([]);
    const policy = (await ask(url, '/playground')).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });
});

/** Presses Tab until an element that matches the selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}
