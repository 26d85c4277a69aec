import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../core/index.js';
import type { Sample } from '../faults/results/samples.js';

export interface SimulatedValue {
  readonly field: string;
  readonly score: number;
  readonly right: boolean;
}

export interface SimulatedDocument {
  readonly source: string;
  readonly document: string;
  readonly values: readonly SimulatedValue[];
}

export interface SimulatedCorpus {
  readonly documents: readonly SimulatedDocument[];
  readonly sources: readonly (readonly SimulatedDocument[])[];
  readonly mistakes: readonly SimulatedValue[];
}

/** The judged values of a run of vouch faults: as they were read, document by document, and the planted mistakes. @throws InputError where there are none */
export function corpusOf(folder: string): SimulatedCorpus {
  const file = join(folder, 'samples.jsonl');
  if (!existsSync(file))
    throw new InputError(`${folder} has no samples.jsonl: make it with vouch faults CORPUS --readings NAME --out ${folder}`);
  const samples = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample)
    .filter(({ empty, right }) => !empty && right !== null);
  const read = samples.filter(({ fault }) => fault === null);
  const documents = [...Map.groupBy(read, ({ document }) => document).values()].map((own) => ({
    source: own[0]?.source ?? '',
    document: own[0]?.family ?? '',
    values: own.map(simulatedValue),
  }));
  return {
    documents,
    sources: [...Map.groupBy(documents, ({ source }) => source).values()],
    mistakes: samples.filter(({ fault, target, right }) => fault !== null && target && !right).map(simulatedValue),
  };
}

const simulatedValue = ({ field, score, right }: Sample): SimulatedValue => ({ field, score, right: right === true });
