import { ConnectionError, UnexpectedAnswerError } from '../errors.js';
import {
  backoffMs,
  brokenOff,
  CallDeadline,
  openAnswer,
  requestIdOf,
  type ServerCall,
  type ServerConnection,
  sleep,
  timedOut,
} from './send.js';

/** A line of an answer, with the id of the request that it came by. */
export interface ReceivedLine<Line> {
  readonly line: Line;
  readonly requestId: string | undefined;
}

/**
 * The lines of an answer in JSON Lines, each as it comes; no more of them are held. Where the connection breaks they are asked for again, and
 * those up to the last one that was given are left out. The time of the call is for each wait, not for what is done between two lines.
 * @throws VouchError, as `send`
 */
export async function* receiveLines<Line extends { readonly job: string }>(
  connection: ServerConnection,
  call: ServerCall,
): AsyncGenerator<ReceivedLine<Line>, void, undefined> {
  let last: string | undefined;
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const received of linesAfter<Line>(last, connection, call)) {
        yield received;
        last = received.line.job;
        failures = 0;
      }
      return;
    } catch (error) {
      if (!(error instanceof ConnectionError) || failures >= connection.retries) throw error;
      await sleep(backoffMs(failures), call.signal);
    }
  }
}

async function* linesAfter<Line extends { readonly job: string }>(
  last: string | undefined,
  connection: ServerConnection,
  call: ServerCall,
): AsyncGenerator<ReceivedLine<Line>, void, undefined> {
  const deadline = new CallDeadline(call.timeoutMs ?? connection.timeoutMs, call.signal);
  try {
    const response = await openAnswer(connection, call, deadline);
    const requestId = requestIdOf(response);
    const unexpected = (cause?: unknown) => new UnexpectedAnswerError(response.status, requestId, { cause });
    let skipping = last !== undefined;
    for await (const text of textLines(response, { deadline, signal: call.signal, unexpected })) {
      const line = parsedLine<Line>(text, unexpected);
      if (!skipping) yield { line, requestId };
      else skipping = line.job !== last;
    }
    if (skipping) throw unexpected();
  } finally {
    deadline.clear();
  }
}

function parsedLine<Line extends { readonly job: string }>(text: string, unexpected: (cause?: unknown) => Error): Line {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (cause) {
    throw unexpected(cause);
  }
  if (typeof line === 'object' && line !== null && 'job' in line && typeof line.job === 'string') return line as Line;
  throw unexpected();
}

/** One line is one answer. */
const longestLine = 134_217_728;

interface LineReading {
  readonly deadline: CallDeadline;
  readonly signal: AbortSignal | undefined;
  readonly unexpected: () => Error;
}

/** @throws ConnectionError also where the last line has no end, and what `unexpected` makes where it is longer than any */
async function* textLines(response: Response, { deadline, signal, unexpected }: LineReading): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let length = 0;
  for await (const bytes of piecesOf(response, deadline, signal)) {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    begun.push(first);
    length += first.length;
    for (const other of others) {
      yield begun.join('');
      begun = [other];
      length = other.length;
    }
    if (length > longestLine) throw unexpected();
  }
  if (begun.some((text) => text !== '')) throw brokenOff(new Error('in the middle of a line'));
}

/** What is not taken to its end is cancelled. */
async function* piecesOf(response: Response, deadline: CallDeadline, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      deadline.begin();
      const next = await reader.read();
      deadline.clear();
      if (next.done) return;
      yield next.value;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw deadline.expired ? timedOut(deadline.ms, cause) : brokenOff(cause);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
