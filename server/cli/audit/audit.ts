import { type EngineSettings, InputError, type Schema, type SourceFile } from '../../../core/index.js';
import type { AuditFinding } from './finding.js';
import { inferredSchema } from './inferred-schema.js';
import { judgeChecks } from './judge-checks.js';
import { judgeFields } from './judge-fields.js';
import { judgeWhole } from './judge-whole.js';
import { reappraise } from './reappraise.js';
import type { SavedResult } from './result.js';

export interface Audit {
  readonly fields: readonly AuditFinding[];
  readonly checks: readonly AuditFinding[];
  readonly whole: readonly AuditFinding[];
}

export interface AuditRequest {
  readonly result: SavedResult;
  readonly file: SourceFile;
  /** The schema of the extraction; where it is unknown, types, required fields, enums and labels are not checked. */
  readonly schema?: Schema;
  /** 0..1; the threshold of the extraction. */
  readonly threshold: number;
  readonly signal?: AbortSignal;
}

/**
 * Checks a saved result against its document without asking a model. Anything edited since the extraction, values or evidence, fails.
 * @throws InputError when the document cannot be read, or has no text to check anything against.
 */
export async function audit({ result, file, schema, threshold, signal }: AuditRequest, settings: EngineSettings): Promise<Audit> {
  const request = { result, file, schema: schema ?? inferredSchema(result.data), threshold, ...(signal && { signal }) };
  const reappraisal = await reappraise(request, settings);
  if (reappraisal.document.pages.every(({ words }) => words.length === 0))
    throw new InputError('the document has no text layer, so that no evidence can be looked up; only a person can compare it');
  const context = { result, reappraisal, threshold, ...(schema && { schema }) };
  return { fields: judgeFields(context), checks: judgeChecks(context), whole: judgeWhole(context) };
}

/** Whether nothing fails; what is unknown does not count. */
export const holds = ({ fields, checks, whole }: Audit): boolean =>
  [...fields, ...checks, ...whole].every(({ verdict }) => verdict !== 'fails');
