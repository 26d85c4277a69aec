import type { ChildReply, Message, Refusal, Task } from '../protocol.js';
import { Refused } from './refused.js';

/**
 * The child's side of the cage: reads one file after the other and answers each with its content or the reason why not. Whatever is
 * thrown becomes an answer. Ends with its parent.
 */
export function serve(read: (task: Task) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (task: Task) => {
    send(await answer(() => read(task)));
  });
  send({ kind: 'ready' });
}

async function answer(read: () => Promise<unknown>): Promise<ChildReply> {
  try {
    return { kind: 'content', content: await read() };
  } catch (error) {
    return { kind: 'refusal', refusal: refusalOf(error) };
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  return { reason: 'unreadable', origin: originOf(error) };
}

/** The name and the first line of the stack: the message might quote the document. */
function originOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /([\w.-]+:\d+:\d+)\)?$/m.exec(error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '');
  return `${error.name} at ${place?.[1] ?? 'an unknown place'}`;
}

function send(message: Message): void {
  process.send?.(message);
}
