import { type Json, type JsonObject, parseSchema, template } from '../../../core/index.js';
import { isAt, valueAt } from '../../client/evidence.js';
import type { ShownRun } from '../../client/index.js';
import { sellerIn } from '../../extraction/review-policy.js';

type Weighed = NonNullable<ShownRun['weighed']>[number];

/** A value that a person has decided: as it was read, and as it is. */
interface JudgedLeaf extends Weighed {
  readonly first: Json;
  readonly now: Json;
}

/** The verdicts of a confirmed run: in the form of a corpus, and as the run of an evaluation, where they say what was right. */
export function truthOf(run: ShownRun, schema: string) {
  const { id, file, result, first = result, weighed = [] } = run;
  const [object, read] = [result.object as JsonObject | null, first.object as JsonObject | null];
  const leaves = weighed.map((leaf) => ({ ...leaf, first: valueAt(read, leaf.path) ?? null, now: valueAt(object, leaf.path) ?? null }));
  const judged = leaves.filter(({ path }) => isJudged(path, run.verdicts));
  const seller = sellerOf(run.schema, object);
  return {
    truth: {
      id,
      ...(file !== null && { file: `docs/${file}` }),
      text_layer: weighed.some(({ document }) => document === 'scanned') ? 'none' : 'native',
      group: seller,
      schema,
      fields: {},
      further: Object.fromEntries(judged.filter(({ path }) => !isCell(path)).map((leaf) => [leaf.path.slice(2), statedBy(leaf.now, leaf)])),
      tables: tablesOf(leaves, judged, object),
      reviewed: Object.fromEntries(judged.map(({ path, how = 'noticed' }) => [path, how])),
    },
    caps: {
      document: id,
      sha256: id,
      source: seller,
      family: weighed[0]?.document ?? 'native',
      leaves: leaves.map(({ path, field, reader, score, caps, empty, how, chance, ...leaf }) => ({
        ...{ path, field, reader, score, caps, empty },
        // What somebody has corrected unasked says nothing of how often such values are right.
        right: how !== undefined && judged.some((one) => one.path === path) ? isSame(leaf.first, leaf.now) : null,
        ...(how && { how }),
        ...chanceOf({ how, chance }),
      })),
    },
  };
}

/** What is said of a list is said of all in it. A document that was confirmed as a whole says nothing of single values. */
const isJudged = (path: string, verdicts: ShownRun['verdicts']): boolean =>
  verdicts.some((one) => one.path !== '$' && ['confirmed', 'corrected', 'absent'].includes(one.verdict) && isAt(path, one.path));

/** Documents of one seller are right and wrong together; those whose seller is unknown may be all of one. */
function sellerOf(schema: string, object: JsonObject | null): string {
  const parsed = parseSchema(schema);
  return (
    sellerIn(
      parsed,
      parsed.fields.map(({ path }) => ({ path, value: valueAt(object, path) ?? null })),
    ) ?? 'unknown seller'
  );
}

/** How likely a value was to be judged, where it was drawn. One that was corrected unasked stands for no others. */
const chanceOf = ({ how, chance }: { readonly [key in 'how' | 'chance']?: Weighed[key] | undefined }) =>
  how === 'blind' && chance !== undefined ? { chance } : {};

const statedBy = (value: Json, leaf: JudgedLeaf | undefined) => ({
  value,
  ...(leaf && (leaf.how === undefined ? { chance: null } : chanceOf(leaf))),
});

const isCell = (path: string): boolean => path !== template(path);
const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The lists of which every value is decided, as they are now. */
function tablesOf(leaves: readonly JudgedLeaf[], judged: readonly JudgedLeaf[], object: JsonObject | null) {
  const lists = Map.groupBy(
    leaves.filter(({ path }) => isCell(path)),
    ({ path }) => path.slice(0, path.indexOf('[')),
  );
  const known = [...lists].filter(([, cells]) => cells.every((cell) => judged.includes(cell)));
  return Object.fromEntries(
    known.map(([list]) => {
      const rows = valueAt(object, list);
      const at = (path: string) => leaves.find((leaf) => leaf.path === path);
      const stated = (Array.isArray(rows) ? (rows as readonly JsonObject[]) : []).map((row, index) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, statedBy(value, at(`${list}[${index}].${name}`))])),
      );
      return [list.slice(2), stated];
    }),
  );
}
