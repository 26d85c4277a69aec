import { setTimeout } from 'node:timers/promises';
import { residentMb } from '../../../../plugins/sandbox/watch-process.js';
import { median } from '../clock.js';
import { familyOf, proportionalMb } from '../process.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';
import { startVouch, untilWell } from '../server.js';

/** Time from process start to the first healthy answer, with code compiled by an earlier start, and idle memory. */
export const start: BenchRow = {
  name: 'start',
  async measure({ rounds }) {
    const starts: number[] = [];
    const [idle, own]: [number[], number[]] = [[], []];
    for (let round = 0; round < Math.min(rounds, 7); round += 1) {
      const began = performance.now();
      const vouch = await startVouch();
      await untilWell(vouch);
      starts.push(performance.now() - began);
      await setTimeout(2_000);
      const family = familyOf(vouch.pid);
      idle.push(family.reduce((sum, pid) => sum + (residentMb(pid) ?? 0), 0));
      own.push(family.reduce((sum, pid) => sum + proportionalMb(pid), 0));
      await vouch.stop();
    }
    const [ms, mb] = [median(starts), median(idle)];
    return {
      figures: [
        { name: 'cold start to the first /health 200', measured: milliseconds(ms), aim: atMost(ms, 400, 'at most 400 ms') },
        { name: 'resident memory idle, with children', measured: `${mb.toFixed(0)} MB`, aim: atMost(mb, 150, 'at most 150 MB') },
        { name: '… what they share, such as the code of Node, counted once', measured: `${median(own).toFixed(0)} MB` },
      ],
    };
  },
};
