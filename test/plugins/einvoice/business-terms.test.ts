import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Concept } from '../../../core/text.js';
import { businessTerms } from '../../../plugins/einvoice/business-terms.js';
import { conceptsStated, syntaxes } from '../../../plugins/einvoice/terms.js';

const guide = readFileSync(fileURLToPath(new URL('../../../server/docs/use/formats.md', import.meta.url)), 'utf8');

/** `~Name` stands for any name that ends so. */
const shown = (path: string): string => `\`${path.replaceAll('~', '…')}\``;
function rowOf(concept: Concept): string {
  const paths = syntaxes.map(({ header, line }) => (header[concept] ?? line[concept])?.paths.map(shown).join(', then ') ?? 'no');
  return `| \`${concept}\` | ${businessTerms[concept]} | ${paths.join(' | ')} |`;
}

describe('the business terms of electronic invoices', () => {
  it('have a number for every concept that is stated', () => {
    expect(Object.keys(businessTerms).toSorted()).toEqual(conceptsStated.toSorted());
  });

  it('stand in the guide with their paths, as they are read', () => {
    const rows = (Object.keys(businessTerms) as Concept[]).map(rowOf);
    expect(guide.split('\n').filter((line) => /^\| `\w+` \| BT-/.test(line))).toEqual(rows);
  });
});
