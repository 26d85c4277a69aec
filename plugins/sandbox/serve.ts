import { Socket } from 'node:net';
import type { DocumentContent } from '../../core/index.js';
import { FrameReader, frameOf } from './connection.js';
import { withoutExcess } from './excess.js';
import { type ChildMessage, type ChildReply, type Named, type ParserRefusal, type ParserTask, RefusalError } from './protocol.js';

/**
 * The child's side of the sandbox: reads one file after another and replies to each with its content or a refusal.
 * Every error becomes a refusal. The process exits when its parent does.
 */
export function serve(read: (task: ParserTask) => Promise<unknown>): void {
  const server = new Socket({ fd: serverDescriptor, readable: true, writable: true });
  const tasks = new FrameReader(Number.POSITIVE_INFINITY);
  const send = (message: ChildMessage): void => void server.write(frameOf(message));
  // An orderly exit can hang in V8's shutdown while WebAssembly is being compiled, and there is nothing to flush.
  server.on('close', () => process.kill(process.pid, 'SIGKILL'));
  server.on('error', () => process.kill(process.pid, 'SIGKILL'));
  server.on('data', async (chunk) => {
    for (const task of [...tasks.read(chunk)] as readonly Named<ParserTask>[])
      send({ ...(await replyTo(() => read(task))), name: task.name });
  });
  send({ kind: 'ready' });
}

/** As `start-child.ts` connects it, and where it leaves the file that a child is given. */
const serverDescriptor = 3;
export const givenDescriptor = 4;

async function replyTo(read: () => Promise<unknown>): Promise<ChildReply> {
  try {
    const content = await read();
    return { kind: 'content', content: isDocument(content) ? withoutExcess(content) : content };
  } catch (error) {
    return { kind: 'refusal', refusal: refusalOf(error) };
  }
}

/** It is the child's own: nothing has to be checked here. */
const isDocument = (content: unknown): content is DocumentContent => typeof content === 'object' && content !== null && 'pages' in content;

function refusalOf(error: unknown): ParserRefusal {
  if (error instanceof RefusalError) return error.refusal;
  return { reason: 'unreadable', origin: originOf(error) };
}

/** The error's name and the first line of its stack, but not its message, which might quote the document. */
function originOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const position = /([\w.-]+:\d+:\d+)\)?$/m.exec(error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '');
  return `${error.name} at ${position?.[1] ?? 'an unknown place'}`;
}
