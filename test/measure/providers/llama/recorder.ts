import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, listAt, numberAt, textAt } from '../../../../core/values/at.js';

/** One request of Vouch, and what the server answered. */
export interface RecordedCall {
  readonly path: string;
  /** How the answer was to be held to a form; '' where none was asked for. */
  readonly form: string;
  /** The most tokens that were asked for. */
  readonly limit: number | undefined;
  /** 0 where the server gave no answer. */
  readonly status: number;
  /** The server's own word for an error. */
  readonly error: string | undefined;
  /** Why the answer ended; undefined for one that did not. */
  readonly finish: string | undefined;
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

/** Stands between Vouch and a server, and changes nothing. */
export interface Recorder {
  readonly port: number;
  /** The calls since this was last asked, in the order in which they ended. */
  taken(): readonly RecordedCall[];
  /** Calls this once, as soon as a word of an answer has passed. */
  onWord(act: () => void): void;
  close(): void;
}

/** Opens a recorder in front of a port of this machine. */
export async function openRecorder(target: number): Promise<Recorder> {
  let calls: RecordedCall[] = [];
  let act: (() => void) | undefined;
  const heard = (chunk: string): void => {
    if (!chunk.includes('"content":"')) return;
    act?.();
    act = undefined;
  };
  const server = createServer((incoming, response) => {
    pass(incoming, response, { port: target, heard }).then(
      (call) => calls.push(call),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken() {
      const since = calls;
      calls = [];
      return since;
    },
    onWord(next) {
      act = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Target {
  readonly port: number;
  heard(chunk: string): void;
}

async function pass(incoming: IncomingMessage, response: ServerResponse, { port, heard }: Target): Promise<RecordedCall> {
  const asked = await textIn(incoming);
  const { method, url: path = '', headers } = incoming;
  const upstream = request({ host: '127.0.0.1', port, method, path, headers });
  response.once('close', () => upstream.destroy());
  const answered = once(upstream, 'response');
  upstream.end(asked);
  let [status, text] = [0, ''];
  try {
    const [answer] = (await answered) as [IncomingMessage];
    status = answer.statusCode ?? 0;
    response.writeHead(status, answer.headers);
    for await (const chunk of answer) {
      text += chunk;
      response.write(chunk);
      heard(String(chunk));
    }
    response.end();
  } catch {
    // Either side may leave before the end: what came until then is what was answered.
    response.destroy();
  }
  return { path, ...askedIn(json(asked)), status, ...answeredIn(text) };
}

async function textIn(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return text;
}

const askedIn = (body: unknown): Pick<RecordedCall, 'form' | 'limit'> => ({
  form: textAt(body, 'response_format', 'type') ?? '',
  limit: numberAt(body, 'max_tokens'),
});

/** The last word counts: a stream says more with each event. */
function answeredIn(text: string): Pick<RecordedCall, 'error' | 'finish' | 'tokensIn' | 'tokensOut'> {
  const bodies = /^(data|error): /m.test(text)
    ? text
        .split('\n')
        .filter((line) => /^(data|error): \{/.test(line))
        .map((line) => json(line.slice(line.indexOf('{'))))
    : [json(text)];
  const last = <T>(find: (body: unknown) => T | undefined): T | undefined =>
    bodies.map(find).findLast((found) => found !== undefined && found !== null);
  return {
    error: last((body) => textAt(body, 'error', 'type')),
    finish: last((body) => textAt(listAt(body, 'choices')[0], 'finish_reason')),
    tokensIn: last((body) => numberAt(at(body, 'usage'), 'prompt_tokens')),
    tokensOut: last((body) => numberAt(at(body, 'usage'), 'completion_tokens')),
  };
}

/** The JSON of a text; undefined where it is none. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
