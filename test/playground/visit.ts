import { tmpdir } from 'node:os';
import type { BrowserContext, BrowserContextOptions, Locator, Page, Response } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { createEngine, type Engine, once } from '../../core/index.js';
import { type AppOptions, buildApp, openStore } from '../../server/index.js';
import { expectConforms } from '../server/support/conforms.js';
import { launchChromium } from '../support/chromium.js';

export const key = 'pk_0123456789abcdefTEST';

/** The shipped engine and a real Chromium, one of each for all files that a process runs; both end with it. */
const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
export const shippedEngine = createEngine(settings);
const browser = once(launchChromium);

export interface PlaygroundServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve({
  until,
  ...options
}: Partial<AppOptions> & { readonly until?: Promise<void> } = {}): Promise<PlaygroundServer> {
  const store = openStore('memory:');
  const app = await buildApp({
    engine: until ? delayed(shippedEngine, until) : shippedEngine,
    store,
    keys: [key],
    rateLimit: 0,
    limits: { playgroundCredits: 1_000 },
    ...options,
  });
  const close = async (): Promise<void> => {
    await app.close();
    await store.close();
  };
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close };
}

/** The real engine, starting only after `until`, so that a test can check what the page shows meanwhile. */
const delayed = (inner: Engine, until: Promise<void>): Engine => ({
  ...inner,
  open: async (request) => until.then(() => inner.open(request)),
});

/** A real server, shared as well. Credits are plentiful unless a test is about them. */
export const server = once(() => serve());

export interface Visit {
  readonly page: Page;
  /** Every address that the page requested. */
  readonly requests: readonly string[];
  /** Errors of the page, including resources that the content policy refused. */
  readonly faults: readonly string[];
}

export interface VisitOptions extends BrowserContextOptions {
  readonly at?: PlaygroundServer;
  readonly hash?: string;
}

/** Opens any address in a new profile, and records the errors there. */
export async function open(address: string, options: BrowserContextOptions = {}): Promise<Pick<Visit, 'page' | 'faults'>> {
  const context = await (await browser()).newContext({ viewport: { width: 1440, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address);
  return { page, faults };
}

/** Opens the page as on a first visit, with the sample on it. */
export async function visit({ at, hash = '', ...options }: VisitOptions = {}): Promise<Visit> {
  const { url } = at ?? (await server());
  const context = await profile(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const [requests, faults]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  checkAnswers(page);
  await page.goto(`${url}/playground${hash}`);
  await page.locator('canvas[data-drawn]').waitFor();
  return { page, requests, faults };
}

/** Checks the answers to the page's own requests against the OpenAPI document after the test. An aborted request has no body to check. */
function checkAnswers(page: Page): void {
  const checks: Promise<unknown>[] = [];
  const check = async (response: Response, path: string): Promise<void> => {
    // Answers that a test fakes have no server address, and neither have those of a closed page.
    if ((await response.serverAddr().catch(() => null)) === null) return;
    const [headers, text] = await Promise.all([response.allHeaders(), response.text()]).catch(() => []);
    if (headers && text !== undefined)
      expectConforms({ status: response.status(), headers, text }, { method: response.request().method(), path });
  };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(v1\/|playground\/state)/.test(pathname)) checks.push(check(response, pathname).catch((fault: unknown) => fault));
  });
  onTestFinished(async () => {
    const faults = await Promise.all(checks);
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });
}

/** Options need a new profile. All other visits share one, which is cleared after each test, because a warm cache saves seconds. */
async function profile(options: BrowserContextOptions): Promise<BrowserContext> {
  const make = async () =>
    (await browser()).newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
  if (Object.keys(options).length > 0) {
    const own = await make();
    onTestFinished(() => own.close());
    return own;
  }
  sharedProfile ??= make();
  const context = await sharedProfile;
  onTestFinished(async () => {
    for (const page of context.pages()) {
      await page.evaluate(() => localStorage.clear());
      await page.close();
    }
  });
  return context;
}
let sharedProfile: Promise<BrowserContext> | undefined;

export const extractButton = (page: Page): Locator => page.getByRole('button', { name: 'Extract', exact: true });

/** Presses Extract and waits for the outcome. */
export async function extract(page: Page, timeout = 120_000): Promise<void> {
  await extractButton(page).click();
  await page.getByRole('heading', { name: /^(Result|No result)$/ }).waitFor({ timeout });
}

/** A visit with the result of the sample. */
export async function result(options: VisitOptions = {}): Promise<Visit> {
  const visited = await visit(options);
  await extract(visited.page);
  await located(visited.page);
  return visited;
}

/** Waits until the boxes are drawn. */
export const located = (page: Page): Promise<void> => page.locator('button.box').first().waitFor();

export interface TestFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function choose(page: Page, { name, bytes }: TestFile): Promise<void> {
  await page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

/** Replaces the schema by typing another one. */
export async function writeSchema(page: Page, schema: object | string): Promise<void> {
  await page.getByRole('tablist', { name: 'View of the schema' }).getByRole('tab', { name: 'JSON' }).click();
  await page.locator('.schema-panel .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2));
}

/** The body of the last answer, as the page copies it. */
export async function answer(page: Page): Promise<PlaygroundBody> {
  return JSON.parse(await copied(page)) as PlaygroundBody;
}

export async function copied(page: Page): Promise<string> {
  await tab(page, 'JSON').click();
  await page.getByRole('button', { name: 'Copy the JSON' }).click();
  await page.getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Parts of the result' }).getByRole('tab', { name });

export interface PlaygroundBody {
  // biome-ignore lint/suspicious/noExplicitAny: tests read values of any caller's schema
  readonly object: any;
  readonly metadata: { readonly credits: number; readonly fallback_triggered: boolean };
  readonly verification?: {
    readonly checks_run: readonly { readonly status: string; readonly expected: number | null; readonly actual: number | null }[];
  };
}
