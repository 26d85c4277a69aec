import type { Document } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';

/** A part of a text that is shown: a heading, a paragraph, an item of a list, or a row of a table with its cells. */
export interface TextBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  readonly cells: readonly string[];
}

/** The text of a document that has no pages to look at, part by part: of its Markdown, or its lines where it has none. */
export function textBlocks({ markdown, pages }: Document): readonly TextBlock[] {
  if (markdown === undefined)
    return pages.flatMap((page) => indexPage(page).rows.map(({ text }) => ({ kind: 'paragraph', cells: [text] })));
  return markdown.split('\n').flatMap((line) => blockOf(line.trim()));
}

function blockOf(line: string): readonly TextBlock[] {
  if (line === '' || /^\|?[\s:|-]*-[\s:|-]*\|?$/.test(line)) return [];
  if (/^\|.*\|$/.test(line))
    return [
      {
        kind: 'row',
        cells: line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(withoutMarkup),
      },
    ];
  const [, hashes, heading = ''] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  if (hashes) return [{ kind: 'heading', cells: [withoutMarkup(heading)] }];
  const [, item] = /^[-*+]\s+(.*)$/.exec(line) ?? [];
  return item === undefined ? [{ kind: 'paragraph', cells: [withoutMarkup(line)] }] : [{ kind: 'item', cells: [withoutMarkup(item)] }];
}

/** Without the signs of Markdown around words. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/(\*\*|__)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .trim();
