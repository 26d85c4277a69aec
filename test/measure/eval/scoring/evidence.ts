import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Document } from '../../../../core/index.js';
import docx from '../../../../plugins/converters/docx.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { type ResultLeaf, readResult, type SavedResult } from '../../../../server/cli/audit/result.js';
import type { FieldEvidence } from '../../../../server/client/index.js';
import { recheck } from '../../../support/independent-recheck.js';
import { sharedConverter } from '../../faults/run/shared-plugins.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import type { CorpusDocument } from '../corpus/corpus.js';

/** A value that reaches the threshold although its evidence does not support it. */
export interface Exception {
  readonly id: string;
  readonly third: CorpusDocument['third'];
  readonly path: string;
  readonly problem: string;
}

/** The number of non-null values that reach a threshold, and those without sound evidence. */
export interface EvidencePrecision {
  readonly threshold: number;
  readonly accepted: number;
  readonly exceptions: readonly Exception[];
}

/** Checks the evidence of every accepted value against its document, with the checker that shares no code with the engine's grounding. */
export async function evidencePrecision(asked: readonly AnsweredDocument[], threshold: number): Promise<EvidencePrecision> {
  const converters = [sharedConverter(pdf), sharedConverter(docx)];
  try {
    const found = [];
    for (const { document, reply } of asked) {
      const file = { name: basename(document.path), bytes: await readFile(document.path) };
      const converter = reply.body?.object ? converters.find((candidate) => candidate.accepts(file)) : undefined;
      if (!converter) continue;
      const values = acceptedIn(readResult(reply.text), threshold);
      const pages = await converter.convert(file, new AbortController().signal);
      found.push(...values.map((value) => ({ document, path: value.path, problem: problemOf(value, pages) })));
    }
    return {
      threshold,
      accepted: found.length,
      exceptions: found.flatMap(({ document: { id, third }, path, problem }) =>
        problem === undefined ? [] : [{ id, third, path, problem }],
      ),
    };
  } finally {
    for (const converter of converters) await converter.close();
  }
}

type Accepted = ResultLeaf & Pick<FieldEvidence, 'page' | 'text'>;

function acceptedIn({ leaves, entries }: SavedResult, threshold: number): readonly Accepted[] {
  const byField = new Map(entries.map((entry) => [entry.field, entry]));
  return leaves.flatMap((leaf) => {
    const entry = byField.get(leaf.path);
    const isValue = leaf.value !== null && !Array.isArray(leaf.value);
    return isValue && entry && entry.score >= threshold ? [{ ...entry, ...leaf }] : [];
  });
}

function problemOf({ value, page, text }: Accepted, { pages }: Document): string | undefined {
  if (page === undefined || text === undefined) return 'it has no evidence';
  const found = recheck({ value, page, text }, pages);
  if ('problem' in found) return found.problem;
  return found.match.how === 'concluded' ? 'the words do not print the value' : undefined;
}
