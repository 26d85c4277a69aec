import fc from 'fast-check';
import { shippedSchemas } from '../../../../config/index.js';
import type { Cell, Document, Outcome, Word } from '../../../../core/index.js';
import type { FaultExhibit } from '../../../kit/exhibit.js';
import { type RunSetting, run, scriptedModel } from '../../builders.js';
import { secret } from './edits.js';
import { exhibitNumber } from './exhibits.js';
import { type ReadingPlan, readIn, way } from './readings.js';

/** A document of which one or more readers say something, right or wrong. */
export interface Scenario {
  /** Which exhibit is read, and which one is confused with it. */
  readonly exhibit: number;
  readonly stranger: number;
  readonly first: ReadingPlan;
  readonly second: ReadingPlan | null;
  /** Says what the pages say, or what an attachment says. */
  readonly witness: { readonly way: ReadingPlan; readonly ofAttachment: boolean } | null;
  readonly threshold: number;
  /** Fields that the caller does not ask for. */
  readonly omitted: readonly (keyof typeof properties)[];
  /** Whether the document also holds text that nobody can see. */
  readonly hides: boolean;
}

const { properties, required } = shippedSchemas.invoice;
const names = Object.keys(properties) as (keyof typeof properties)[];

/** One reader alone. */
export const lone: fc.Arbitrary<Scenario> = fc.record({
  exhibit: exhibitNumber,
  stranger: exhibitNumber,
  first: way,
  second: fc.constant(null),
  witness: fc.constant(null),
  threshold: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0.85) },
    fc.integer({ min: 5, max: 99 }).map((hundredths) => hundredths / 100),
  ),
  omitted: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(names, { maxLength: 3 })),
  hides: fc.boolean(),
});

/** One reader or two, with or without a witness. */
export const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    alone: lone,
    second: fc.option(way, { freq: 1 }),
    witness: fc.option(fc.record({ way, ofAttachment: fc.boolean() }), { freq: 1 }),
  })
  .map(({ alone, ...readers }) => ({ ...alone, ...readers }));

/** What the engine is given. */
export interface EngineInput extends Pick<Scenario, 'threshold' | 'omitted'> {
  readonly document: Document;
  readonly first: readonly Cell[];
  readonly second?: readonly Cell[];
  readonly witness?: readonly Cell[];
  readonly source?: string;
}

export async function inputOf(given: Scenario, exhibits: readonly FaultExhibit[]): Promise<EngineInput> {
  const [exhibit, stranger] = [exhibits[given.exhibit], exhibits[given.stranger]];
  if (!exhibit || !stranger) throw new RangeError('a scenario of no exhibit');
  const { threshold, omitted, second, witness } = given;
  const read = async (by: ReadingPlan) => asked(await readIn(by, exhibit, stranger), omitted);
  return {
    threshold,
    omitted,
    document: given.hides ? withSecret(exhibit.document) : exhibit.document,
    first: await read(given.first),
    ...(second && { second: await read(second) }),
    ...(witness && { witness: await read(witness.way) }),
    ...(witness?.ofAttachment && { source: 'the data embedded as XML' }),
  };
}

/** A reader is asked for the operands of sums under a root of their own where the caller does not want them. */
const asked = (cells: readonly Cell[], omitted: Scenario['omitted']): readonly Cell[] =>
  cells.map((cell) => (omitted.some((name) => /^\$\.\w+/.exec(cell.path)?.[0] === `$.${name}`) ? shadowed(cell) : cell));
const shadowed = (cell: Cell): Cell => ({ ...cell, path: cell.path.replace('$', () => '$shadow') });

function withSecret(document: Document): Document {
  const words = secret.line
    .split(' ')
    .map((text, at): Word => ({ text, ocr: false, box: { x: 60 + at * 50, y: 400, width: 40, height: 10 } }));
  return { ...document, pages: document.pages.map((page) => (page.number === 1 ? { ...page, hidden: [...page.hidden, ...words] } : page)) };
}

/** Has the engine answer; settings besides, such as other rules. */
export const answer = ({ document, threshold, omitted, source, ...said }: EngineInput, more: Partial<RunSetting> = {}): Promise<Outcome> =>
  run({
    document,
    fields: Object.fromEntries(Object.entries(properties).filter(([name]) => !omitted.some((left) => left === name))),
    required: required.filter((name) => !omitted.some((left) => left === name)),
    threshold,
    verify: true,
    tiers: [scriptedModel('reader', said.first), ...(said.second ? [scriptedModel('second', said.second)] : [])],
    witnesses: said.witness ? [scriptedModel('witness', async () => ({ cells: said.witness ?? [], ...(source && { source }) }))] : [],
    ...more,
  });
