import type { Document } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';

/** A block of a text: a heading, a paragraph, an item of a list, or a row of a table with its cells. */
export interface TextBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  readonly cells: readonly string[];
}

/** The blocks of a document's text, from its Markdown, or from its lines if it has none. */
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

/** Removes the markup of Markdown around words. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/(\*\*|__)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .trim();
