import { tmpdir } from 'node:os';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { createEngine, type Engine } from '../../core/index.js';
import { type AppOptions, buildApp, openStore } from '../../server/index.js';
import { expectConforms } from '../server/support/conforms.js';
import { launchChromium } from '../support/chromium.js';

export const key = 'pk_0123456789abcdefTEST';

/** The real server with the engine that is shipped, and a real Chromium, one of each a file. Credits are many, unless a test is about them. */
let browser: Browser;
let engine: Engine;
beforeAll(async () => {
  const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
  engine = createEngine(settings);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await engine.close();
});

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve({ until, ...options }: Partial<AppOptions> & { readonly until?: Promise<void> } = {}): Promise<Server> {
  const store = openStore('memory:');
  const app = await buildApp({
    engine: until ? held(engine, until) : engine,
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

/** The real engine, which begins when it is told to: for looking at what the page does meanwhile. */
const held = (inner: Engine, until: Promise<void>): Engine => ({
  ...inner,
  extract: async (request) => until.then(() => inner.extract(request)),
});

let shared: Promise<Server> | undefined;
afterAll(async () => (await shared)?.close());
export const server = (): Promise<Server> => {
  shared ??= serve();
  return shared;
};

export interface Visit {
  readonly page: Page;
  /** Every address that the page has asked for. */
  readonly requests: readonly string[];
  /** What went wrong in the page, refused contents included. */
  readonly faults: readonly string[];
}

export interface Wishes extends BrowserContextOptions {
  readonly at?: Server;
  readonly hash?: string;
}

/** The engine that is shipped, while a test runs. */
export const shippedEngine = (): Engine => engine;

/** Any address in a profile of its own, and what went wrong there. */
export async function open(address: string, options: BrowserContextOptions = {}): Promise<Pick<Visit, 'page' | 'faults'>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address);
  return { page, faults };
}

/** A first visit with a fresh profile: the page, with the sample on it. */
export async function visit({ at, hash = '', ...options }: Wishes = {}): Promise<Visit> {
  const { url } = at ?? (await server());
  const context = await profile(options);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const [requests, faults]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  holdAnswers(page);
  await page.goto(`${url}/playground${hash}`);
  await page.locator('canvas[data-drawn]').waitFor();
  return { page, requests, faults };
}

/** Holds what the page's own requests are answered against the OpenAPI document, once the test is over. One that the page gave up has no body. */
function holdAnswers(page: Page): void {
  const held: Promise<unknown>[] = [];
  const hold = async (response: Response, path: string): Promise<void> => {
    // What a test answers itself comes from no server, and a page that is closed tells of none.
    if ((await response.serverAddr().catch(() => null)) === null) return;
    const [headers, text] = await Promise.all([response.allHeaders(), response.text()]).catch(() => []);
    if (headers && text !== undefined)
      expectConforms({ status: response.status(), headers, text }, { method: response.request().method(), path });
  };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(v1\/|playground\/state)/.test(pathname)) held.push(hold(response, pathname).catch((fault: unknown) => fault));
  });
  onTestFinished(async () => {
    const faults = await Promise.all(held);
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });
}

/** A profile with wishes of its own is new; the others share one, which is emptied after each test: a warm cache saves seconds. */
async function profile(options: BrowserContextOptions): Promise<BrowserContext> {
  const make = () =>
    browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...options });
  if (Object.keys(options).length > 0) {
    const own = await make();
    onTestFinished(() => own.close());
    return own;
  }
  common ??= make();
  const context = await common;
  onTestFinished(async () => {
    for (const page of context.pages()) {
      await page.evaluate(() => localStorage.clear());
      await page.close();
    }
  });
  return context;
}
let common: Promise<BrowserContext> | undefined;

export const extractButton = (page: Page): Locator => page.getByRole('button', { name: 'Extract', exact: true });

/** Presses Extract and waits for what comes of it. */
export async function extract(page: Page, timeout = 120_000): Promise<void> {
  await extractButton(page).click();
  await page.getByRole('heading', { name: /^(Result|No result)$/ }).waitFor({ timeout });
}

/** A visit with the result of the sample on it. */
export async function result(wishes: Wishes = {}): Promise<Visit> {
  const visited = await visit(wishes);
  await extract(visited.page);
  await located(visited.page);
  return visited;
}

/** The boxes are there. */
export const located = (page: Page): Promise<void> => page.locator('button.box').first().waitFor();

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function choose(page: Page, { name, bytes }: Upload): Promise<void> {
  await page.locator('#file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

/** Types a schema over the one that is there. */
export async function writeSchema(page: Page, schema: object | string): Promise<void> {
  await page.getByRole('tablist', { name: 'View of the schema' }).getByRole('tab', { name: 'JSON' }).click();
  await page.locator('.schema-panel .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2));
}

/** The body of the last answer of the playground, as the page copies it. */
export async function answer(page: Page): Promise<Body> {
  return JSON.parse(await copied(page)) as Body;
}

export async function copied(page: Page): Promise<string> {
  await tab(page, 'JSON').click();
  await page.getByRole('button', { name: 'Copy the JSON' }).click();
  await page.getByText('Copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Parts of the result' }).getByRole('tab', { name });

export interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the values of a caller's schema
  readonly object: any;
  readonly metadata: { readonly credits: number; readonly fallback_triggered: boolean };
  readonly verification?: {
    readonly checks_run: readonly { readonly status: string; readonly expected: number | null; readonly actual: number | null }[];
  };
}
