import type { ChildMessage, ChildReply, ParserRefusal, ParserTask } from './protocol.js';
import { RefusalError } from './refusal.js';

/**
 * The child's side of the sandbox: reads one file after another and replies to each with its content or a refusal.
 * Every error becomes a refusal. The process exits when its parent does.
 */
export function serve(read: (task: ParserTask) => Promise<unknown>): void {
  // An orderly exit can hang in V8's shutdown while WebAssembly is being compiled, and there is nothing to flush.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', async (task: ParserTask) => {
    send(await replyTo(() => read(task)));
  });
  send({ kind: 'ready' });
}

async function replyTo(read: () => Promise<unknown>): Promise<ChildReply> {
  try {
    return { kind: 'content', content: await read() };
  } catch (error) {
    return { kind: 'refusal', refusal: refusalOf(error) };
  }
}

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

function send(message: ChildMessage): void {
  process.send?.(message);
}
