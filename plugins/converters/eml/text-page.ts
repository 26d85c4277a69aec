import type { Page } from '../../../core/index.js';
import { printed } from '../einvoice/print.js';
import type { Mail } from './parse-mail.js';

/** Longer lines are broken between words, as a mail program does. */
const wrapAt = 96;
const tab = '    ';

/**
 * A mail's own text as a page, under its subject: its lines as they are, in one fixed width. What a person may not see proves nothing, so it
 * is hidden. Its sender, recipients and day are left out: whoever forwards an invoice has not issued it.
 */
export function textPage({ subject, text, isSeen }: Mail): Page {
  const [head, body] = [linesOf(subject), linesOf(text)];
  const page = print([...head, '', ...body]);
  if (isSeen) return page;
  const seen = print(head).words;
  return {
    ...page,
    textLayer: seen.length > 0 ? 'native' : 'none',
    words: seen,
    hidden: print([...head.map(() => ''), '', ...body]).words,
  };
}

const print = (lines: readonly string[]): Page =>
  printed(
    lines.map((text) => [{ column: 0, text }]),
    1,
  );

const linesOf = (text: readonly string[]): readonly string[] => text.flatMap((line) => wrapped(line.replaceAll('\t', tab)));

function wrapped(line: string): readonly string[] {
  if (line.length <= wrapAt) return [line];
  const rows: string[] = [''];
  for (const word of line.split(' ')) {
    const last = rows.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > wrapAt) rows.push(word);
    else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return rows;
}
