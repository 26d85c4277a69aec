import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentFamily, FieldFamily } from '../../../../core/contracts/cap.js';
import type { WeighedCap } from '../../../../core/evidence/scoring/caps.js';
import type { AppraisedField, Draft, Outcome } from '../../../../core/index.js';
import type { Observing } from '../observed-server.js';
import { judge } from '../scoring/judge.js';
import type { AnsweredDocument } from './ask.js';

/** The input of `vouch calibrate`: `<id>.caps.json` beside the answer `<id>.json` of a run. */
export interface CapsFile {
  readonly document: string;
  /** SHA-256 of the document, in hex. */
  readonly sha256: string;
  /** Where the document comes from: documents of one source share mistakes. Null where the truth does not name it. */
  readonly source: string | null;
  readonly family: DocumentFamily;
  readonly leaves: readonly CapsLeaf[];
}

export interface CapsLeaf {
  readonly path: string;
  readonly field: FieldFamily;
  /** Label of the reader that gave the value; null where none answered. */
  readonly reader: string | null;
  /** The score in the answer, with the calibration of that run. */
  readonly score: number;
  readonly caps: readonly WeighedCap[];
  /** Whether the value is null. */
  readonly empty: boolean;
  /** Whether the value is true; null where the truth states nothing. A null is wrong where the truth states a value. */
  readonly right: boolean | null;
  /** The planted fault that made it wrong; absent for a value as it was read. */
  readonly fault?: string;
  /** How likely an accepted value was to be judged at all, where a person judged a sample; 1 when absent. */
  readonly chance?: number;
}

/** Keeps the draft of each document, by the document's bytes. */
export class Recorder {
  readonly #drafts = new Map<string, Draft>();

  readonly observe: NonNullable<Observing['observe']> = (
    { file }: { readonly file: { readonly bytes: Uint8Array } },
    { draft }: Outcome,
  ) => {
    if (draft) this.#drafts.set(sha256(file.bytes), draft);
  };

  /** Writes the caps file of each answered document into a folder. */
  write(asked: readonly AnsweredDocument[], folder: string): void {
    for (const one of asked) {
      const hash = sha256(readFileSync(one.document.path));
      const draft = this.#drafts.get(hash);
      if (draft) writeFileSync(join(folder, `${one.document.id}.caps.json`), `${JSON.stringify(capsFile(one, draft, hash), null, 1)}\n`);
    }
  }
}

export function capsFile({ document, reply }: AnsweredDocument, draft: Draft, hash: string): CapsFile {
  const { header, cells } = judge(document.truth, reply.body);
  const right = new Map([...header, ...cells].map(({ path, verdict }) => [path, verdict === 'right']));
  return {
    document: document.id,
    sha256: hash,
    source: document.source,
    family: draft.family,
    leaves: draft.fields.map((field) => leaf(field, right.get(field.path) ?? null)),
  };
}

const leaf = ({ path, family, reader, score, caps, value }: AppraisedField, right: boolean | null): CapsLeaf => ({
  path,
  field: family,
  reader: reader ?? null,
  score,
  caps: caps.map(({ name, limitedTo }) => ({ name, ...(limitedTo !== undefined && { limitedTo }) })),
  empty: value === null || Array.isArray(value),
  right,
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
