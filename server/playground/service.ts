import type { FieldEvidence } from '../client/index.js';
import type { ExtractionBody } from '../wire/extraction.js';
import type { PlaygroundState } from '../wire/service.js';
import { schemaOfValues } from './setup/given-values.js';

interface ExtractionForm {
  readonly file: File;
  readonly schema: string;
  /** What somebody else has read; then the schema follows from it. */
  readonly values: string;
  readonly threshold: number;
  readonly verify: boolean;
}

interface ExtractionListener {
  /** The share of the file that has been sent, 0 to 1. */
  uploading(share: number): void;
  /** The file is uploaded; the next event is the answer. */
  waiting(): void;
  done(result: PlaygroundResult): void;
  refused(refusal: PlaygroundRefusal): void;
}

/** Sends a document to `/v1/playground`, without a key, and returns a function that aborts the request. Only XHR reports upload progress. */
export function extract(extraction: ExtractionForm, listener: ExtractionListener): () => void {
  const { file, schema, values, threshold, verify } = extraction;
  const request = new XMLHttpRequest();
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  request.upload.onprogress = ({ loaded, total }) => listener.uploading(total > 0 ? loaded / total : 0);
  request.upload.onload = () => listener.waiting();
  request.onload = () => {
    if (request.status !== 200) return listener.refused(refusalOf(request.status, request.responseText, headers, file.name));
    const asked = values.trim() === '' ? schema : schemaOfValues(values);
    listener.done(resultOf(request.responseText, headers, { schema: asked, threshold, verified: verify, fileName: file.name }));
  };
  request.onerror = () => listener.refused({ kind: 'offline', detail: 'The service could not be reached.', fileName: file.name });
  request.open('POST', new URL('v1/playground', location.href));
  request.send(formOf(extraction));
  return () => request.abort();
}

/** The schema goes before the file, so that the server can refuse it early. */
function formOf({ file, schema, values, threshold, verify }: ExtractionForm): FormData {
  const form = new FormData();
  if (values.trim() === '') form.set('output_schema', schema);
  else form.set('data', values);
  form.set('confidence_threshold', String(threshold));
  form.set('enable_verification', String(verify));
  form.set('include', 'boxes,evidence');
  form.set('file', file, file.name);
  return form;
}

interface ReportedStage {
  readonly name: string;
  readonly ms?: number;
}

/** An answer with status 200, together with what was asked. */
export interface PlaygroundResult {
  /** The body, byte for byte. */
  readonly text: string;
  readonly body: ExtractionBody;
  readonly meta: { readonly confidence: number; readonly fields: readonly FieldEvidence[]; readonly issues: readonly string[] };
  readonly stages: readonly ReportedStage[];
  /** The fields that were doubted after Tier 1, which is why Tier 2 read as well. */
  readonly doubted: readonly { readonly path: string; readonly cause: 'null' | 'unsure' }[];
  readonly schema: string;
  readonly verified: boolean;
  readonly fileName: string;
  readonly threshold: number;
}

/** The headers of an answer. They carry what the body has no member for. */
interface ResponseHeaders {
  get(name: string): string | null;
}

/** An answer by its text and headers, together with what was asked. */
export function resultOf(
  text: string,
  headers: ResponseHeaders,
  request: Pick<PlaygroundResult, 'schema' | 'verified' | 'fileName' | 'threshold'>,
): PlaygroundResult {
  const body = JSON.parse(text) as ExtractionBody;
  const meta = body.object?.['_meta'] as
    | { readonly confidence_score: number; readonly field_confidence: readonly FieldEvidence[]; readonly issues: readonly string[] }
    | undefined;
  return {
    ...request,
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

/** The kinds of missing answers. Each has its own title and advice. */
export type RefusalKind = 'input' | 'too-large' | 'origin' | 'too-fast' | 'quota' | 'busy' | 'offline' | 'fault';
type FormField = 'file' | 'schema' | 'values' | 'threshold';

export interface PlaygroundRefusal {
  readonly kind: RefusalKind;
  readonly status?: number;
  /** The message of the service, or else one of the page. */
  readonly detail: string;
  /** The part of the form that the message is about. */
  readonly field?: FormField;
  /** When a retry makes sense, if the service said so. */
  readonly retryAt?: Date;
  readonly fileName: string;
}

function refusalOf(status: number, text: string, headers: ResponseHeaders, fileName: string): PlaygroundRefusal {
  const detail = detailIn(text) ?? `The service answered ${status}.`;
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? { retryAt: new Date(Date.now() + seconds * 1_000) } : {};
  const kind = kindOf(status, headers.get('X-Error-Code'));
  const field = kind === 'input' ? fieldOf(detail) : undefined;
  return { kind, status, detail, fileName, ...retryAt, ...(field && { field }) };
}

/** What stands before the service, such as a proxy with a limit of its own, has no code. */
function kindOf(status: number, code: string | null): RefusalKind {
  if (status === 429) return code === 'OUT_OF_CREDITS' ? 'quota' : 'too-fast';
  return ({ 400: 'input', 403: 'origin', 413: 'too-large', 415: 'input', 503: 'busy' } as const)[status] ?? 'fault';
}

/** The messages of the service begin with the field that they are about. */
function fieldOf(detail: string): FormField {
  if (/^confidence_threshold|^enable_verification/.test(detail)) return 'threshold';
  if (/^Invalid data|^data\b/.test(detail)) return 'values';
  return /schema/i.test(detail) ? 'schema' : 'file';
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

/** Used until the service has said what its converters accept: what the default configuration does. */
const shippedTypes: PlaygroundState['reads'] = {
  formats: ['PDF', 'DOCX'],
  extensions: ['.pdf', '.docx'],
  media_types: ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
};

export const readsOf = ({ service }: { readonly service?: ServiceInfo | 'unknown' | undefined }) =>
  service && service !== 'unknown' ? service.reads : shippedTypes;

/** The version, prices and limits of the service, and the credits left today. */
export type ServiceInfo = PlaygroundState & { readonly resetsAt: Date };

/** Asks for the state of the playground. The service sends the time until reset, so that a wrong clock does not matter. */
export async function askService(): Promise<ServiceInfo> {
  const answer = await fetch(new URL('playground/state', location.href), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  const state = (await answer.json()) as PlaygroundState;
  return { ...state, resetsAt: new Date(Date.now() + state.credits.resets_in_ms) };
}
