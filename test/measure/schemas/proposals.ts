import { type Engine, type Field, InputError, parseSchema, type SourceFile } from '../../../core/index.js';
import { conceptOf } from '../../../core/text.js';
import { proposeSchema } from '../../../server/cli/schema/propose.js';
import type { Stated } from '../../kit/truth-file.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import type { SampleKind } from './kinds.js';

export interface KindMeasure {
  readonly name: string;
  /** The fields that the truth of a sample states, and that the page shows. */
  readonly stated: readonly string[];
  readonly missed: readonly string[];
  readonly mistyped: readonly string[];
  /** How many fields were proposed at all. */
  readonly proposed: number;
  readonly failure?: string;
}

/** Proposes a schema from the samples of each kind, one after the other. */
export async function measureProposals(
  kinds: readonly SampleKind[],
  engine: Engine,
  read: (path: string) => Promise<SourceFile>,
): Promise<readonly KindMeasure[]> {
  const measures: KindMeasure[] = [];
  for (const kind of kinds) measures.push(await measureKind(kind, engine, read));
  return measures;
}

async function measureKind(
  { name, samples }: SampleKind,
  engine: Engine,
  read: (path: string) => Promise<SourceFile>,
): Promise<KindMeasure> {
  const stated = [...new Set(samples.flatMap(statedIn))];
  try {
    const { schema } = await proposeSchema(await Promise.all(samples.map(({ path }) => read(path))), engine);
    const { fields } = parseSchema(JSON.stringify(schema));
    const found = new Map(stated.map((truth) => [truth, fields.find((field) => asksFor(field, truth))]));
    return {
      name,
      stated,
      missed: stated.filter((truth) => !found.get(truth)),
      mistyped: stated.filter((truth) => {
        const field = found.get(truth);
        return field && typeOf(field) !== wantedType(truth);
      }),
      proposed: fields.length,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, stated, missed: stated, mistyped: [], proposed: 0, failure: error.message };
  }
}

/** Names of truth, those of rows as `line_items.amount`. What no page shows cannot be proposed from it. */
function statedIn({ truth }: CorpusDocument): readonly string[] {
  const isShown = (stated: Stated | undefined): boolean => stated !== undefined && stated.visible !== false;
  const single = Object.entries(truth.fields).flatMap(([name, value]) => (isShown(value) ? [name] : []));
  const columns = (truth.line_items ?? []).flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => (isShown(value) ? [`line_items.${name}`] : [])),
  );
  return [...single, ...new Set(columns)];
}

/** Whatever a field is called, it counts for what it is read as. */
function asksFor(field: Field, truth: string): boolean {
  const [name = '', column] = truth.split('.');
  if (column === undefined) return !field.path.includes('[]') && (field.names[0] === name || conceptOf(field) === name);
  return field.path.includes('[]') && (field.names.at(-1) === column || conceptOf(field) === `line_${column}`);
}

const typeOf = ({ type, format }: Field): string => (format === 'date' ? 'date' : type === 'integer' ? 'number' : type);

const amounts = new Set(['subtotal', 'tax', 'total', 'amount_due', 'line_items.quantity', 'line_items.unit_price', 'line_items.amount']);
const wantedType = (truth: string): string => (truth.endsWith('_date') ? 'date' : amounts.has(truth) ? 'number' : 'string');
