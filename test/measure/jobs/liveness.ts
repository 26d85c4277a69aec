import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Asks a server again and again whether it lives, from a thread of its own, while `work` is done. The longest wait for its answer, in ms. */
export async function longestWaitMs(url: string, work: () => Promise<unknown>): Promise<number> {
  const thread = new Worker(new URL(import.meta.url), { workerData: url });
  try {
    await new Promise((resolve) => thread.once('message', resolve));
    await work();
    thread.postMessage('end');
    return await new Promise<number>((resolve) => thread.once('message', resolve));
  } finally {
    await thread.terminate();
  }
}

if (!isMainThread && parentPort && typeof workerData === 'string') {
  const port = parentPort;
  let [longest, over] = [0, false];
  port.once('message', () => {
    over = true;
  });
  await fetch(`${workerData}/livez`);
  port.postMessage('begun');
  while (!over) {
    const began = performance.now();
    await (await fetch(`${workerData}/livez`)).text();
    longest = Math.max(longest, performance.now() - began);
    await sleep(20);
  }
  port.postMessage(longest);
}
