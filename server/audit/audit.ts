import { type EngineSettings, InputError, type Schema, type SourceFile } from '../../core/index.js';
import { inferredSchema } from './inferred-schema.js';
import { judgeChecks } from './judge-checks.js';
import { judgeFields } from './judge-fields.js';
import { judgeWhole } from './judge-whole.js';
import type { Point } from './point.js';
import { reappraise } from './reappraise.js';
import type { Result } from './result.js';

export interface Audit {
  readonly fields: readonly Point[];
  readonly checks: readonly Point[];
  readonly whole: readonly Point[];
}

export interface Question {
  readonly result: Result;
  readonly file: SourceFile;
  /** The one that the result was extracted with; where it is unknown, types, required fields, enums and labels are not checked. */
  readonly schema?: Schema;
  /** 0..1; the one that the result was extracted with. */
  readonly threshold: number;
}

/**
 * Holds a kept result against its document, without asking any model: what was edited since, in the values or in what vouches for them, does
 * not hold. @throws InputError when the document cannot be read, or has no text that anything could be held against.
 */
export async function audit({ result, file, schema, threshold }: Question, settings: EngineSettings): Promise<Audit> {
  const again = await reappraise({ result, file, schema: schema ?? inferredSchema(result.data), threshold }, settings);
  if (again.document.pages.every(({ words }) => words.length === 0))
    throw new InputError('the document has no text layer, so that no evidence can be looked up; only a person can compare it');
  const evidence = { result, again, threshold, ...(schema && { schema }) };
  return { fields: judgeFields(evidence), checks: judgeChecks(evidence), whole: judgeWhole(evidence) };
}

/** Whether all of it holds, as far as it can be told. */
export const holds = ({ fields, checks, whole }: Audit): boolean =>
  [...fields, ...checks, ...whole].every(({ verdict }) => verdict !== 'fails');
