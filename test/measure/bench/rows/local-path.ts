import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { samplePath } from '../../../fixtures/sample.js';
import { mostOf } from '../../load/traffic.js';
import { interleaved, median, quantile } from '../clock.js';
import { extract } from '../post.js';
import { atLeast, atMost, type BenchFigure, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

const pdftotext = () => promisify(execFile)('pdftotext', ['-bbox-layout', samplePath, '-']);
const isInstalled = (): Promise<boolean> =>
  pdftotext().then(
    () => true,
    () => false,
  );

/** The warm local reader against one process of a tool that only finds words, and documents a second on two cores. */
export const localPath: BenchRow = {
  name: 'local path',
  async measure({ rounds, seconds }) {
    const vouch = await startVouch();
    try {
      await mostOf(vouch.url, seconds);
      const compared = await isInstalled();
      const theirWork = compared ? pdftotext : async () => undefined;
      const { ours, theirs } = await interleaved(rounds, { ours: () => extract(vouch.url), theirs: theirWork });
      const p50 = median(ours);
      const rate = await mostOf(vouch.url, seconds);
      return {
        figures: [
          {
            name: 'HTTP to JSON, local reader, 2 pages, p50',
            measured: `${milliseconds(p50)} (p95 ${milliseconds(quantile(ours, 0.95))})`,
          },
          compared ? against(p50, median(theirs)) : { name: reference, measured: 'no pdftotext here: install poppler-utils' },
          {
            name: 'throughput, documents of 2 pages a second',
            measured: rate.toFixed(1),
            aim: atLeast(rate, 60, 'at least 60'),
          },
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

const reference = '… against pdftotext -bbox-layout as a process';

const against = (p50: number, other: number): BenchFigure => ({
  name: reference,
  measured: `${(p50 / other).toFixed(1)} × ${milliseconds(other)}`,
  aim: atMost(p50 / other, 3, 'at most 3 ×'),
});
