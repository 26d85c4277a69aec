import { hasPostalCode } from '../../../core/index.js';
import type { Placed } from './blocks.js';
import { nameIn } from './names.js';

/** A whole address in one line: name, street, postal code and town between separators. */
export const isSenderLine = (text: string): boolean => {
  const parts = partsOf(text);
  return parts.length >= 3 && parts.slice(1).some(hasPostalCode);
};

/** The name with which a sender's line begins: `Kraxi GmbH · Street 1 · 12345 Town`. Commas alone also part the address of anybody else. */
export function senderIn({ phrase }: Placed): string | undefined {
  return isSenderLine(phrase.text) && /[·•●∙▪|]|\s[–—-]\s/.test(phrase.text) ? nameIn(partsOf(phrase.text)[0] ?? '') : undefined;
}

const partsOf = (text: string): readonly string[] => text.split(/\s*[·•●∙▪|]\s*|\s+[–—-]\s+|,\s+/);
