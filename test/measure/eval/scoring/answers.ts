import type { Json, JsonObject } from '../../../../core/index.js';
import type { CheckBody, ExtractionBody } from '../../../../server/wire/extraction.js';
import type { TruthFile } from '../../../kit/truth-file.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import type { CorpusDocument } from '../corpus/corpus.js';

/** Builds answers for the scoring tests. `scores` lists paths whose score is not 0.99; each value is its own text. */
export const answer = (
  data: Readonly<Record<string, Json>>,
  scores: Readonly<Record<string, number>> = {},
  checks: readonly (readonly [string, CheckBody['status']])[] = [],
): ExtractionBody => ({
  object: { ...data, _meta: { confidence_score: 0.9, issues: [], field_confidence: entries('$', data, scores) } },
  metadata: { processing_time_ms: 1, credits: 1, fallback_triggered: false },
  verification: {
    status: 'PASSED',
    checks_passed: 0,
    checks_failed: 0,
    cannot_verify_count: 0,
    checks_run: checks.map(([type, status]) => ({
      type,
      status,
      fields: [],
      passed: status === 'PASSED',
      delta: null,
      expected: null,
      actual: null,
    })),
  },
});

export const asked = (
  truth: Partial<TruthFile>,
  body: ExtractionBody | null,
  {
    id = 'made-up',
    textLayer = 'native',
    source = 'acme',
    third = 'seen',
  }: Partial<Pick<CorpusDocument, 'id' | 'textLayer' | 'source' | 'third'>> = {},
): AnsweredDocument => ({
  document: { id, path: `${id}.pdf`, textLayer, source, third, isReceipt: false, truth: { id, fields: {}, ...truth } },
  reply: { status: 200, text: '', body, milliseconds: 5 },
});

export const failed: ExtractionBody = {
  object: null,
  metadata: { processing_time_ms: 1, credits: 0, fallback_triggered: false },
  error: { code: 'EXTRACTION_FAILED', message: 'No text' },
};

function entries(path: string, value: Json, scores: Readonly<Record<string, number>>): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => entries(`${path}[${index}]`, item, scores));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => entries(`${path}.${name}`, item, scores));
  const words = value === null ? {} : { page: 1, text: String(value) };
  return [{ field: path, score: scores[path] ?? 0.99, reason: 'Exact match', ...words }];
}
