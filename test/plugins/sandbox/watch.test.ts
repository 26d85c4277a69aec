import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { cpuWaitMs } from '../../../plugins/sandbox/process.js';
import { watch } from '../../../plugins/sandbox/watch.js';

it.runIf(existsSync('/proc/self/schedstat'))(
  'the CPU wait from before the watch does not count against a process that has ended',
  async () => {
    const busy = Array.from({ length: availableParallelism() + 1 }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
    const [watched, ...neighbours] = busy;
    const pid = watched?.pid ?? 0;
    const breaches: string[] = [];
    try {
      setPriority(pid, 10);
      while ((cpuWaitMs(pid) ?? 0) < 1_000) await setTimeout(20);
      for (const neighbour of neighbours) neighbour.kill('SIGKILL');
      const stop = watch(pid, { deadlineMs: 900, memoryMb: 512 }, (reason) => breaches.push(reason));
      watched?.kill('SIGKILL');
      if (watched) await once(watched, 'exit');
      await setTimeout(100);
      stop();
      expect(breaches).toEqual([]);
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
  },
);
