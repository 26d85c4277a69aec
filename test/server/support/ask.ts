import { expectConforms } from './conforms.js';

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape `expectConforms` has checked
  readonly body: any;
}

/** Sends a request over a socket and checks the answer against the OpenAPI document. `url` ends with the prefix of a host. */
export async function ask(url: string, path: string, request: RequestInit = {}): Promise<ServerAnswer> {
  const response = await fetch(`${url}${path}`, request);
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const text = await response.text();
  expectConforms({ status, headers, text }, { method: request.method ?? 'GET', path });
  return { status, headers, body: bodyOf(headers, text) };
}

/** Parses JSON and leaves other texts as they are. */
export function bodyOf(headers: ServerAnswer['headers'], text: string): unknown {
  if (text === '') return undefined;
  return /^application\/json\b/.test(String(headers['content-type'])) ? JSON.parse(text) : text;
}
