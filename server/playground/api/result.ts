import type { ExtractionBody } from '../../wire/extraction.js';
import type { Rectangle } from '../document/view/rectangle.js';

/** A JSON value of the answer. */
export type AnswerValue = null | boolean | number | string | readonly AnswerValue[] | { readonly [name: string]: AnswerValue };

/** An entry of `field_confidence`. `boxes` are there when the service knows the position of the value. */
export interface FieldConfidence {
  readonly field: string;
  readonly score: number;
  readonly reason: string;
  readonly page?: number;
  readonly text?: string;
  readonly boxes?: readonly (Rectangle & { readonly page: number })[];
  /** What the score was made from, in log-odds. */
  readonly evidence?: {
    readonly prior?: number;
    readonly findings: readonly { readonly name: string; readonly weight?: number; readonly says: string; readonly at_most?: number }[];
  };
}

/** A stage that the service reported, with its duration. */
export interface ReportedStage {
  readonly name: string;
  readonly ms?: number;
}

/** An answer with status 200, together with what was asked. */
export interface PlaygroundResult {
  /** The body, byte for byte. */
  readonly text: string;
  readonly body: ExtractionBody;
  readonly meta: { readonly confidence: number; readonly fields: readonly FieldConfidence[]; readonly issues: readonly string[] };
  readonly stages: readonly ReportedStage[];
  /** The fields that were doubted after Tier 1, which is why Tier 2 read as well. */
  readonly doubted: readonly { readonly path: string; readonly cause: 'null' | 'unsure' }[];
  readonly schema: string;
  readonly verified: boolean;
  readonly fileName: string;
  readonly threshold: number;
}

/** The headers of an answer. They carry what the body has no member for. */
export interface ResponseHeaders {
  get(name: string): string | null;
}

export function resultOf(
  text: string,
  headers: ResponseHeaders,
  asked: Pick<PlaygroundResult, 'schema' | 'verified' | 'fileName' | 'threshold'>,
): PlaygroundResult {
  const body = JSON.parse(text) as ExtractionBody;
  const meta = body.object?.['_meta'] as
    | { readonly confidence_score: number; readonly field_confidence: readonly FieldConfidence[]; readonly issues: readonly string[] }
    | undefined;
  return {
    ...asked,
    text,
    body,
    meta: { confidence: meta?.confidence_score ?? 0, fields: meta?.field_confidence ?? [], issues: meta?.issues ?? [] },
    stages: stagesOf(headers.get('Server-Timing') ?? ''),
    doubted: doubtedOf(headers.get('Fallback-Fields') ?? ''),
  };
}

/** `Server-Timing: read;dur=120.5;desc="2 of 2 pages, 5 rows", weigh;dur=2`. */
function stagesOf(header: string): readonly ReportedStage[] {
  return [...header.matchAll(/([^\s,;]+)((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s,;]*))*)/g)].map(([, name = '', parameters = '']) => {
    const given = (key: string): string | undefined =>
      new RegExp(`;\\s*${key}=(?:"([^"]*)"|([^\\s;]*))`).exec(parameters)?.slice(1).find(Boolean);
    const ms = Number(given('dur'));
    return { name, ...(Number.isFinite(ms) && { ms }) };
  });
}

const doubtedOf = (header: string): PlaygroundResult['doubted'] =>
  header.split(', ').flatMap((entry) => {
    const [path, cause] = entry.split(';');
    return path && (cause === 'null' || cause === 'unsure') ? [{ path: decodeURIComponent(path), cause }] : [];
  });
