import { type PlaygroundRefusal, refusalOf } from './refusal.js';
import { type PlaygroundResult, resultOf } from './result.js';

export interface ExtractionForm {
  readonly file: File;
  readonly schema: string;
  readonly threshold: number;
  readonly verify: boolean;
}

export interface ExtractionListener {
  /** The share of the file that has been sent, 0 to 1. */
  uploading(share: number): void;
  /** The file is uploaded; the next event is the answer. */
  waiting(): void;
  done(result: PlaygroundResult): void;
  refused(refusal: PlaygroundRefusal): void;
}

/** Sends a document to `/v1/playground`, without a key, and returns a function that aborts the request. Only XHR reports upload progress. */
export function extract(extraction: ExtractionForm, listener: ExtractionListener): () => void {
  const { file, schema, threshold, verify } = extraction;
  const request = new XMLHttpRequest();
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  request.upload.onprogress = ({ loaded, total }) => listener.uploading(total > 0 ? loaded / total : 0);
  request.upload.onload = () => listener.waiting();
  request.onload = () => {
    if (request.status !== 200) return listener.refused(refusalOf(request.status, request.responseText, headers, file.name));
    listener.done(resultOf(request.responseText, headers, { schema, threshold, verified: verify, fileName: file.name }));
  };
  request.onerror = () => listener.refused({ kind: 'offline', detail: 'The service could not be reached.', fileName: file.name });
  request.open('POST', new URL('v1/playground', location.href));
  request.send(formOf(extraction));
  return () => request.abort();
}

/** The schema goes before the file, so that the server can refuse it early. */
function formOf({ file, schema, threshold, verify }: ExtractionForm): FormData {
  const form = new FormData();
  form.set('output_schema', schema);
  form.set('confidence_threshold', String(threshold));
  form.set('enable_verification', String(verify));
  form.set('include', 'boxes,evidence');
  form.set('file', file, file.name);
  return form;
}
