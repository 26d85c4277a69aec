import type { CallOptions } from './send.js';

export interface PageOptions extends CallOptions {
  /** How many a page, 1 to 100; 20 when absent. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly cursor?: string;
}

interface ListPage {
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
}

/** The pages of a list, one after the other; each is asked for once the one before was looked through. */
export async function* everyPage<Page extends ListPage>(
  ask: (from: { readonly cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let page = await ask({});
  yield page;
  while (page.next !== null) {
    page = await ask({ cursor: page.next });
    yield page;
  }
}
