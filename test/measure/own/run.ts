import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DocumentIndex } from '../../../core/evidence/page/document-index.js';
import { documentFamily } from '../../../core/evidence/scoring/families.js';
import { typeValue } from '../../../core/evidence/type-value.js';
import {
  type AppraisedField,
  type Cell,
  type Document,
  type EngineSettings,
  InputError,
  type Part,
  parseSchema,
  type Schema,
} from '../../../core/index.js';
import { openReadingAppraiser, type ReadingAppraiser } from '../../kit/appraiser.js';
import { type FurtherLeaf, judgeFurther } from '../eval/further/judge-further.js';
import { fieldOf, ownExhibit } from '../faults/own-faults.js';
import { leafOf, type Sample } from '../faults/results/samples.js';
import { openDocuments } from '../faults/run/open-documents.js';
import { sharedModel } from '../faults/run/shared-plugins.js';
import { bodyOf, type OwnVariant, plantAll } from '../faults/run-own.js';
import { cellsOfPlain, type OwnDocument, unquoted } from './documents.js';

/** The leaves of all documents that one reader has read. */
export interface OwnGroup {
  readonly name: string;
  readonly documents: number;
  readonly leaves: readonly OwnLeaf[];
}

export interface OwnLeaf extends FurtherLeaf {
  readonly document: string;
}

export interface OwnMeasure {
  /** Each reading, the truth as a reading, and the local reader that reads by the same schemas. */
  readonly groups: readonly OwnGroup[];
  /** What became of mistakes that were planted into the truth. */
  readonly planted: readonly OwnVariant[];
  /** The judged leaves of the readings and of the mistakes, for learners. */
  readonly samples: readonly Sample[];
}

export interface OwnMeasureOptions {
  readonly seed: number;
  readonly threshold: number;
  /** The reader that reads by the schemas itself, and that is the witness of the readings. */
  readonly local: Part<'model'>;
  /** Names of groups to measure, of which 'planted' is one; all when absent. */
  readonly only?: readonly string[];
  readonly settings: Pick<EngineSettings, 'gate' | 'rules' | 'recognizers' | 'calibrations' | 'folder' | 'secret'>;
  progress(done: string): void;
}

/** A reading that answers everything rightly, into which mistakes are planted. */
export const truthGroup = 'truth';
export const plantedGroup = 'planted';
export const localGroup = 'local';

/** Has the engine score plain JSON of extractors, whoever they are, by the schemas of the callers, and planted mistakes in it. */
export async function measureOwn(documents: readonly OwnDocument[], options: OwnMeasureOptions): Promise<OwnMeasure> {
  const { only, local, settings } = options;
  const isWanted = (name: string): boolean => only === undefined || only.includes(name);
  const readings = [...new Set(documents.flatMap((document) => [...document.readings.keys()]))].toSorted();
  const names = [...readings, truthGroup].filter(isWanted);
  if (only && names.length === 0 && !isWanted(plantedGroup) && !isWanted(localGroup))
    throw new InputError(
      `There is nothing to measure of that name; there are ${[...readings, truthGroup, plantedGroup, localGroup].join(', ')}`,
    );
  const opened = openDocuments();
  const witness = sharedModel(local);
  const witnesses = [witness.part];
  const given = openReadingAppraiser({ ...settings, witnesses });
  const reading = openReadingAppraiser({ ...settings, tier: witness.part });
  const exhibits: OwnOpened[] = [];
  const groups: OwnGroup[] = [];
  const planted: OwnVariant[] = [];
  const samples: Sample[] = [];
  try {
    for (const own of documents) {
      const document = await opened.open({ name: basename(own.path), bytes: await readFile(own.path) });
      exhibits.push({ ...own, document, parsed: parseSchema(own.schema) });
    }
    for (const name of names) groups.push(await groupOf(name, exhibits, given));
    if (isWanted(localGroup)) groups.push(await groupOf(localGroup, exhibits, reading));
    for (const own of isWanted(plantedGroup) ? exhibits : []) {
      const exhibit = ownExhibit({ ...own, schema: own.parsed, cells: cellsOfPlain(own.plainTruth) });
      const say = (cells: readonly Cell[]): readonly Cell[] => cells.map((cell) => plainly(cell, exhibit));
      const { variants } = await plantAll(exhibit, given, { ...options, say });
      planted.push(...variants);
      const learnable = variants.flatMap(({ fault, wrong }) => wrong.map((leaf) => ({ leaf, fault, right: false })));
      samples.push(...learnable.map((judged) => sampleOf(judged, own, plantedGroup)));
      options.progress(`planted into ${own.id}`);
    }
  } finally {
    for (const appraiser of [given, reading]) await appraiser.close();
    await witness.close();
    await opened.close();
  }
  return { groups, planted, samples };

  async function groupOf(name: string, all: readonly OwnOpened[], appraiser: ReadingAppraiser): Promise<OwnGroup> {
    const answering = name === truthGroup || name === localGroup ? all : all.filter(({ readings: own }) => own.has(name));
    const leaves: OwnLeaf[] = [];
    for (const one of answering) {
      const { id, document, parsed, truth, plainTruth, readings: own } = one;
      const plain = { cells: cellsOfPlain(own.get(name) ?? plainTruth), document };
      const appraisal = await appraiser.appraise({ exhibit: { id, file: document.file, document } }, plain, parsed);
      const judged = judgeFurther(truth, bodyOf(appraisal));
      leaves.push(...judged.map((leaf) => ({ ...leaf, document: id })));
      if (own.has(name)) samples.push(...samplesAmong(appraisal.draft.fields, judged).map((said) => sampleOf(said, one, name)));
    }
    options.progress(`${name}: ${answering.length} documents`);
    return { name, documents: answering.length, leaves };
  }
}

interface OwnOpened extends OwnDocument {
  readonly document: Document;
  readonly parsed: Schema;
}

/** A leaf as the engine has appraised it, and whether it is right. */
interface JudgedField {
  readonly leaf: AppraisedField;
  readonly right: boolean;
  readonly fault?: string;
}

/** The values that truth states; what is null and printed is wrong. */
function samplesAmong(appraised: readonly AppraisedField[], judged: readonly FurtherLeaf[]): readonly JudgedField[] {
  const fields = new Map(appraised.map((field) => [field.path, field]));
  return judged.flatMap(({ path, verdict }) => {
    const leaf = fields.get(path);
    return leaf && verdict !== 'absent' ? [{ leaf, right: verdict === 'right' }] : [];
  });
}

const sampleOf = ({ leaf, right, fault }: JudgedField, { id, source, document }: OwnOpened, reader: string): Sample => ({
  ...leafOf(leaf),
  ...{ document: id, source, split: null, family: documentFamily(document.pages), reader },
  ...{ fault: fault ?? null, target: fault !== undefined, right, word: 'certain', quoted: 'none' },
});

/** The cell as plain JSON says it: the typed value, without a quote and a page. What fits no type is said as it is. */
function plainly(cell: Cell, { schema, index }: { readonly schema: Schema; readonly index: DocumentIndex }): Cell {
  const field = fieldOf({ schema }, cell.path);
  const typed = cell.value === null || !field ? undefined : typeValue(cell.value, field, index);
  return { ...cell, ...unquoted, ...(typed && typed.kind !== 'mismatch' && { value: String(typed.value) }) };
}
