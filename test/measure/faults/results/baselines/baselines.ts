import type { Document, Draft } from '../../../../../core/index.js';
import { indexPage, squash } from '../../../../../core/text.js';
import type { FaultLeaf } from '../../../../kit/sheet.js';

/** Simpler ways of checking a value that other tools use, for comparison with the rules of the engine. */
export const baselines = ['quote on the page', 'JSON value in the text', 'printed value in the text', "the model's own word"] as const;
export type Baseline = (typeof baselines)[number];

/** Whether each way accepts a leaf. None considers where a value is printed or which text is visible. */
export type Accepts = Readonly<Record<Baseline, (leaf: FaultLeaf, draft: Draft) => boolean>>;

export function baselinesOf(document: Document): Accepts {
  const rows = document.pages.map(indexPage).flatMap((page) => [...page.rows, ...page.hiddenRows]);
  const text = rows.map((row) => row.text).join('\n');
  const squashed = squash(text);
  return {
    'quote on the page': ({ mark }) => mark.quote === null || squashed.includes(squash(mark.quote)),
    'JSON value in the text': ({ path }, draft) => {
      const value = draft.fields.find((field) => field.path === path)?.value ?? null;
      return value === null || text.includes(String(value));
    },
    'printed value in the text': ({ mark }) => mark.value === null || text.includes(mark.value),
    "the model's own word": () => true,
  };
}
