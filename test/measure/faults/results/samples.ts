import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapName, DocumentFamily, FieldFamily } from '../../../../core/contracts/cap.js';
import { type AppraisedField, type CellConfidence, isEmpty } from '../../../../core/index.js';
import { type FaultExhibit, formsAt, type Origin, statedAt } from '../../../kit/exhibit.js';
import { type Appraisal, type Fault, type Planted, watched } from '../../../kit/fault.js';
import { agreesAt } from '../../../kit/same-value.js';
import { type FaultSheet, headerNames, isLine, leavesOf } from '../../../kit/sheet.js';
import { lineFields } from '../../../kit/truth-file.js';
import type { QuoteCheck, QuoteFinding } from './baselines.js';

/** One appraised leaf, for learners: a line of `samples.jsonl`. */
export interface Sample {
  readonly document: string;
  /** What must be left out as a whole to say something of the unseen. */
  readonly source: string;
  readonly split: string | null;
  readonly family: DocumentFamily;
  readonly path: string;
  readonly field: FieldFamily;
  /** The name of the field, of a row its column: 'total', 'unit_price'. */
  readonly name: string;
  /** Who gave the value: the name of the readings, or the label of another reader; null where none answered. */
  readonly reader: string | null;
  /** The name of the planted fault; null in the unplanted reading. */
  readonly fault: string | null;
  /** Whether the fault was planted at this leaf. */
  readonly target: boolean;
  /** Whether the value is true; null where truth is silent. A null is wrong where the truth states a visible value. */
  readonly right: boolean | null;
  readonly empty: boolean;
  readonly score: number;
  readonly caps: readonly { readonly name: CapName; readonly limitedTo?: number }[];
  /** The reader's own word: of a planted value the one that it gave to the value before. */
  readonly word: CellConfidence;
  /** What a check of the quote alone finds. */
  readonly quoted: QuoteFinding;
}

/** Keeps samples in a folder, which is made, as `vouch calibrate` reads them. */
export async function writeSamples(folder: string, samples: readonly Sample[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'samples.jsonl'), samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
}

/** All leaves of the unplanted reading. */
export function samplesOf(exhibit: FaultExhibit, appraisal: Appraisal, quoteCheck: QuoteCheck): readonly Sample[] {
  const said = wordsIn(exhibit.sheet, { sheet: exhibit.sheet, quoteCheck });
  return appraisal.draft.fields.map((field) =>
    sampleOf(field, { exhibit, appraisal, said, target: false, right: isTrue(exhibit, field), fault: null }),
  );
}

/** The leaves where a fault was planted; where rows were left out or added, all rows and the subtotal. */
export function plantedSamplesOf(
  exhibit: FaultExhibit,
  appraisal: Appraisal,
  { planted, fault, quoteCheck }: PlantedFault,
): readonly Sample[] {
  const paths = planted.about === undefined ? planted.targets : watched(planted, 'lines').map(({ path }) => path);
  const changed = { ...exhibit, rows: planted.rows ?? exhibit.rows };
  const said = wordsIn(exhibit.sheet, { sheet: planted.sheet, quoteCheck });
  return appraisal.draft.fields
    .filter(({ path }) => paths.includes(path))
    .map((field) => {
      const target = planted.targets.includes(field.path);
      const right = target && fault.standard !== 'page' ? false : isTrue(changed, field);
      return sampleOf(field, { exhibit, appraisal, said, target, right, fault: fault.name });
    });
}

interface PlantedFault {
  readonly planted: Planted;
  readonly fault: Pick<Fault, 'name' | 'standard'>;
  /** Of the document with the fault. */
  readonly quoteCheck: QuoteCheck;
}

interface Judged extends Pick<Sample, 'target' | 'right' | 'fault'> {
  readonly exhibit: FaultExhibit;
  readonly appraisal: Appraisal;
  readonly said: SaidAt;
}

/** What the reader itself says for the value at a path. */
type SaidAt = (path: string) => Pick<Sample, 'word' | 'quoted'>;

/** The word stands in the reading before the fault, the quote in that with it. */
function wordsIn(before: FaultSheet, { sheet, quoteCheck }: { readonly sheet: FaultSheet; readonly quoteCheck: QuoteCheck }): SaidAt {
  const [first, last] = [before, sheet].map((one) => new Map(leavesOf(one).map(({ path, mark }) => [path, mark])));
  return (path) => {
    const mark = last?.get(path);
    const word = (first?.get(path) ?? mark)?.confidence ?? 'certain';
    return { word, quoted: mark ? quoteCheck(mark) : 'none' };
  };
}

const sampleOf = (field: AppraisedField, { exhibit: { id, origin, truth }, appraisal, said, target, right, fault }: Judged): Sample => ({
  ...leafOf(field),
  document: id,
  source: origin?.source ?? truth.group ?? id,
  split: origin?.split ?? null,
  family: appraisal.draft.family,
  reader: nameOf(field.reader, origin),
  fault,
  target,
  right,
  ...said(field.path),
});

/** What a sample says of the leaf itself. */
export const leafOf = (leaf: AppraisedField): Pick<Sample, 'path' | 'name' | 'field' | 'empty' | 'score' | 'caps'> => ({
  ...{ path: leaf.path, name: lastName(leaf.path), field: leaf.family, empty: isEmpty(leaf), score: leaf.score },
  caps: leaf.caps.map(({ name, limitedTo }) => ({ name, ...(limitedTo !== undefined && { limitedTo }) })),
});

/** The plugin that answers with the sheet, here or behind the door of a server, stands for whoever was recorded. */
function nameOf(reader: string | undefined, origin: Origin | undefined): string | null {
  if (reader === undefined) return null;
  return /^(?:replay|openai)(?::|$)/.test(reader) ? (origin?.reader ?? 'built') : reader;
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether an appraised value is true. A value of a row that the document does not have is wrong where truth states its column. */
function isTrue(exhibit: FaultExhibit, { path, value }: Pick<AppraisedField, 'path' | 'value'>): boolean | null {
  const name = [...headerNames, ...lineFields].find((known) => known === lastName(path));
  if (name === undefined) return null;
  if (isInvented(exhibit, path)) return isStatedColumn(exhibit, path) && value !== null ? false : null;
  if (formsAt(exhibit, path).length === 0) return null;
  if (value !== null) return agreesAt(exhibit, { path, name }, value);
  return statedAt(exhibit, path)?.visible === false ? null : false;
}

const isInvented = ({ rows }: FaultExhibit, path: string): boolean => isLine(path) && rows[Number(/\[(\d+)\]/.exec(path)?.[1])] === null;

const isStatedColumn = ({ truth }: FaultExhibit, path: string): boolean =>
  (truth.line_items ?? []).some((row) => lineFields.some((name) => name === lastName(path) && row[name] !== undefined));
