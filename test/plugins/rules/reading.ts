import type { Check, Outcome, Part, Plugin } from '../../../core/index.js';
import { cell, documentOf, run, scriptedModel } from '../../core/builders.js';

/** Values by their paths, each printed on a line of its own after its path: `{ 'line_items[0].amount': '12.00' }`. */
export type Printed = Readonly<Record<string, string>>;

/** A schema of leaves with the types of builders, by their names; a table has one in a list. */
export type Asked = Readonly<Record<string, unknown>>;

const lineOf = ([path, value]: readonly [string, string]): string => `${path} ${value}`;

/** What a rule with these options says of a document that prints these values. A field that is not asked for is read all the same. */
export async function outcomeOf(
  plugin: Plugin<'rule'>,
  options: Readonly<Record<string, unknown>>,
  { asked, printed }: { readonly asked: Asked; readonly printed: Printed },
): Promise<Outcome> {
  const entries = Object.entries(printed);
  const cells = entries.flatMap(([path, value]) =>
    [`$.${path}`, `$shadow.${path}`].map((at) => cell(at, value, { quote: lineOf([path, value]) })),
  );
  const tier = scriptedModel('reader', async ({ fields }) => {
    const known = new Set(fields.map(({ path }) => path));
    return { cells: cells.filter(({ path }) => known.has(path.replaceAll(/\[\d+\]/g, '[]'))) };
  });
  const rules: readonly Part<'rule'>[] = [{ plugin, options }];
  return run({ document: documentOf(entries.map(lineOf).join('\n')), fields: asked, tiers: [tier], rules, verify: true });
}

/** The same, as the statuses of the checks with what was expected. */
export async function checksOf(...given: Parameters<typeof outcomeOf>): Promise<readonly Check[]> {
  return (await outcomeOf(...given)).verification?.checks ?? [];
}
