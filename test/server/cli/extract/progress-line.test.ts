import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Progress } from '../../../../core/index.js';
import { showProgress } from '../../../../server/cli/extract/answer-all.js';

const stage = { kind: 'stage', stage: 'read', round: 1 } as const;

function terminal(isTTY: boolean, columns = 120) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

describe('the line that shows the progress of a run', () => {
  it('has a bar of the pages of the file that is read, and its rows', () => {
    const output = terminal(true);
    const line = showProgress(output, 3);
    line.show(1);
    line.observer('/tmp/long\u0007.pdf').begin(stage).progress?.({ pages: 20, ofPages: 80, rows: 812 });
    line.clear();
    expect(output.written.map((text) => text.replace('\r\u001b[K', ''))).toEqual([
      '1 of 3 files answered …',
      expect.stringMatching(/^1 of 3 files answered … long.{0,8}\.pdf \[█{5}░{15}\] 20 of 80 pages, 812 rows$/u),
      '',
    ]);
    expect(output.written.join('')).not.toContain('\u0007');
  });

  it('is written ten times a second at most, and when all is read', async () => {
    const output = terminal(true);
    const step = showProgress(output, 1).observer('a.pdf').begin(stage);
    const at = (pages: number): Progress => ({ pages, ofPages: 9, rows: pages });
    for (const pages of [1, 2, 3]) step.progress?.(at(pages));
    await sleep(110);
    for (const pages of [4, 5, 9]) step.progress?.(at(pages));
    expect(output.written.map((text) => /\d of 9/.exec(text)?.[0])).toEqual(['1 of 9', '4 of 9', '9 of 9']);
  });

  it('is written also in a process that has just begun', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5);
    onTestFinished(() => clock.mockRestore());
    const output = terminal(true);
    showProgress(output, 1).observer('a.pdf').begin(stage).progress?.({ pages: 1, ofPages: 9, rows: 1 });
    expect(output.written.join('')).toContain('1 of 9 pages');
  });

  it('is no longer than the terminal is wide', () => {
    const output = terminal(true, 60);
    showProgress(output, 1)
      .observer(`${'long'.repeat(30)}.pdf`)
      .begin(stage)
      .progress?.({ pages: 1, ofPages: 2, rows: 3 });
    expect(output.written[0]?.replace('\r\u001b[K', '')).toHaveLength(59);
  });

  it('is not written where no terminal is', () => {
    const output = terminal(false);
    const line = showProgress(output, 1);
    line.show(0);
    line.observer('a.pdf').begin(stage).progress?.({ pages: 1, ofPages: 2, rows: 3 });
    line.clear();
    expect(output.written).toEqual([]);
  });
});
