import { hasPostalCode } from '../../../../core/text.js';
import { nameIn } from '../parties/names.js';
import type { Placed } from './blocks.js';
import type { Sheet } from './layout.js';

/** A whole address in one line: name, street, postal code and town between separators. */
export const isSenderLine = (text: string): boolean => {
  const parts = partsOf(text);
  return parts.length >= 3 && parts.slice(1).some(hasPostalCode);
};

/**
 * The name with which a sender's line begins: `Kraxi GmbH · Street 1 · 12345 Town`. Commas alone also part the address of anybody else; at the
 * very top of a page they do the sender's.
 */
export function senderIn({ line, phrase }: Placed, { heights }: Sheet): string | undefined {
  const onTop = phrase.box.y < TOP * (heights[line.page - 1] ?? 0);
  return isSenderLine(phrase.text) && (onTop || signs.test(phrase.text)) ? nameIn(partsOf(phrase.text)[0] ?? '') : undefined;
}

const signs = /[·•●∙▪|]|\s[–—-]\s/;
/** The share of the page over the address window. Source: DIN 5008, form A. */
const TOP = 0.1;

const partsOf = (text: string): readonly string[] => text.split(/\s*[·•●∙▪|]\s*|\s+[–—-]\s+|,\s+/);
