import type { Cell } from '../../core/index.js';
import { at } from '../../core/values/at.js';
import { answerText, type Handler, type LlmRequest } from './llm-server.js';

/** What a request asks for: the pages that it shows, and whether it wants rows or the fields that stand once. */
export interface AskedWindow {
  /** Undefined where the whole document is shown. */
  readonly pages: readonly number[] | undefined;
  readonly wants: 'rows' | 'header' | 'both';
  /** Whether an earlier answer left out rows. */
  readonly again: boolean;
}

/** Reads a request as a model would. */
export function windowIn({ body }: Pick<LlmRequest, 'body'>): AskedWindow {
  const text = textsIn(body).join('\n');
  const pages = /in this order: ([\d, ]+)\.|Read only these pages[^:]*: ([\d, ]+)\./.exec(text);
  const paths = [...text.matchAll(/^(\S+) \| (?:string|number|integer|boolean) \| (?:required|optional)/gm)].map(([, path = '']) => path);
  const rows = paths.filter((path) => path.includes('[]')).length;
  return {
    pages: (pages?.[1] ?? pages?.[2])?.split(', ').map(Number),
    wants: rows === 0 ? 'header' : rows === paths.length ? 'rows' : 'both',
    again: text.includes('An earlier answer left out rows'),
  };
}

/** Every text of a JSON value. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.keys(value).flatMap((name) => textsIn(at(value, name))) : [];
};

/** Answers every request with what these cells say of the pages that it shows, as a perfect model would. */
export const readsPages =
  (truth: readonly Cell[], reply: (text: string) => Handler): Handler =>
  (request, response) =>
    reply(answerText(cellsFor(windowIn(request), truth)))(request, response);

/** The cells that belong into the answer to a request; its rows are numbered from 0. */
export function cellsFor({ pages, wants }: AskedWindow, truth: readonly Cell[]): readonly Cell[] {
  const own = truth.filter(({ path, page }) => {
    const isRow = path.includes('[');
    if (isRow ? wants === 'header' : wants === 'rows') return false;
    return !isRow || pages === undefined || (page !== null && pages.includes(page));
  });
  const rows = [...new Set(own.flatMap(({ path }) => rowIn(path) ?? []))].toSorted((a, b) => a - b);
  const numbers = new Map(rows.map((row, index) => [row, index]));
  return own.map((cell) => ({ ...cell, path: cell.path.replace(/\[(\d+)\]/, (_, row: string) => `[${numbers.get(Number(row))}]`) }));
}

const rowIn = (path: string): number | undefined => {
  const row = /\[(\d+)\]/.exec(path)?.[1];
  return row === undefined ? undefined : Number(row);
};
