import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { cpuWaitMs } from '../../../plugins/sandbox/watch-process.js';
import { type OpenedConverter, openPdf, text } from '../converters/open.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { parsers } from './parsers.js';

const good = rawPdf([{ content: at(50, 700, 'Total 120.00') }]);

/** A file whose content unpacks to more than the memory of a child; `unique` makes it a different file. */
const packed = deflateSync(Buffer.alloc(450 * 2 ** 20, 0x20), { level: 1 }).toString('latin1');
const bomb = (unique = ''): Uint8Array =>
  rawPdf([{ content: unique, entries: '/Contents 4 0 R' }], {
    objects: [`<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`],
  });

const opened: OpenedConverter[] = [];
function openPdfSandbox(options: Readonly<Record<string, number>> = {}): OpenedConverter {
  const converter = openPdf(options);
  opened.push(converter);
  return converter;
}
afterEach(() => Promise.all(opened.splice(0).map((converter) => converter.close())));

const refusal = (converter: OpenedConverter, bytes: Uint8Array, signal?: AbortSignal): Promise<string> =>
  converter.convert(bytes, signal).then(
    () => 'read',
    (error: Error) => error.message,
  );

/** Full pages, each of which takes about 70 ms in a parser that has just started. */
const full = (pages: number): Uint8Array =>
  rawPdf(
    Array.from({ length: pages }, (_, page) => ({
      content: Array.from({ length: 2_000 }, (_, index) =>
        at(20 + (index % 25) * 22, 20 + Math.floor(index / 25) * 10, `${page}.${index}`, 5),
      ).join(''),
    })),
  );
const long = full(60);

/** How long a parser works on a file, in ms, without its waits for a processor: other tests keep the machine busy. */
async function ownMs(bytes: Uint8Array): Promise<number> {
  const before = parsers();
  const pdf = openPdfSandbox({ deadline_ms: 20_000, children: 1 });
  await pdf.convert(good);
  const pid = parsers().find((one) => !before.includes(one));
  const [began, waited] = [performance.now(), cpuWaitMs(pid) ?? 0];
  await pdf.convert(bytes);
  return performance.now() - began - (cpuWaitMs(pid) ?? 0) + waited;
}

describe('a file that breaks a limit', () => {
  it('is refused for its memory, and the next one is read', async () => {
    const pdf = openPdfSandbox();
    expect(await refusal(pdf, bomb())).toMatch(/memory.*512 MB/);
    expect(text((await pdf.convert(good)).pages[0]?.words)).toBe('Total 120.00');
    expect(pdf.log.filter((line) => line.startsWith('parser child lost'))).toEqual([
      'parser child lost {"subject":"PDF","reason":"memory"}',
    ]);
    expect(pdf.lost).toEqual(['memory']);
  });

  it('is refused for its time', async () => {
    const pdf = openPdfSandbox({ deadline_ms: 1_500 });
    expect(await refusal(pdf, long)).toMatch(/time than the 1500 ms/);
    expect(await refusal(pdf, good)).toBe('read');
  });

  // Other tests keep the machine busy as well, at times for longer than any file may wait.
  it.runIf(existsSync('/proc/self/schedstat'))('is not refused for its CPU wait on a busy machine', { retry: 2 }, async () => {
    const deadline_ms = Math.ceil(1.5 * (await ownMs(full(4))));
    const pdf = openPdfSandbox({ deadline_ms });
    await pdf.convert(good);
    const neighbours = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
    );
    const began = performance.now();
    try {
      expect(await refusal(pdf, full(4))).toBe('read');
      expect(performance.now() - began).toBeGreaterThan(deadline_ms);
    } finally {
      for (const neighbour of neighbours) neighbour.kill('SIGKILL');
    }
  });

  it('is refused again without another child', async () => {
    const pdf = openPdfSandbox({ deadline_ms: 1_500, children: 1 });
    await refusal(pdf, long);
    await pdf.convert(good);
    const before = parsers();
    expect(await refusal(pdf, long)).toMatch(/time than the 1500 ms/);
    expect(parsers()).toEqual(before);
    expect(pdf.log).toHaveLength(1);
  });

  it('fails only its own request while others are read', async () => {
    const pdf = openPdfSandbox({ deadline_ms: 3_000 });
    const answers = await Promise.all([bomb(), good, good, bomb('0 g'), good].map((bytes) => refusal(pdf, bytes)));
    expect(answers.map((answer) => (answer === 'read' ? answer : 'refused'))).toEqual(['refused', 'read', 'read', 'refused', 'read']);
  });
});

describe('children', () => {
  it('are no more than allowed, and further files wait for a free one', async () => {
    // Those of the tests before may end meanwhile.
    const others = new Set(parsers());
    const pdf = openPdfSandbox({ children: 2 });
    const answers = Promise.all(Array.from({ length: 12 }, () => pdf.convert(good)));
    let [most, answered] = [0, false];
    void answers.finally(() => {
      answered = true;
    });
    for (; !answered; await setTimeout(5)) most = Math.max(most, parsers().filter((pid) => !others.has(pid)).length);
    expect(most).toBe(2);
    expect((await answers).map((document) => text(document.pages[0]?.words))).toEqual(Array(12).fill('Total 120.00'));
  });

  it('are replaced after the configured number of documents', async () => {
    const pdf = openPdfSandbox({ children: 1, recycle_after: 2 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(pdf, good)));
    expect(answers).toEqual(Array(10).fill('read'));
  });

  it('that are killed from outside are replaced without failing a file', async () => {
    const others = new Set(parsers());
    const pdf = openPdfSandbox({ children: 1 });
    await pdf.convert(good);
    // Read for many times as long as passes until the child is killed; then it is read once more, from its beginning.
    let answered = false;
    const answer = refusal(pdf, full(12)).finally(() => {
      answered = true;
    });
    await setTimeout(50);
    for (const pid of parsers()) if (!others.has(pid)) process.kill(pid, 'SIGKILL');
    expect(answered).toBe(false);
    expect(await answer).toBe('read');
    expect(await refusal(pdf, good)).toBe('read');
  });

  it('that cannot start make the converter unready, and are replaced without a request', async () => {
    const others = new Set(parsers());
    const pdf = openPdfSandbox();
    const mine = () => parsers().filter((pid) => !others.has(pid));
    await expect.poll(mine, { interval: 5 }).toHaveLength(1);
    const [booting] = mine();
    process.kill(Number(booting), 'SIGKILL');
    await expect.poll(() => pdf.works(), { interval: 5 }).toBe(false);
    await expect.poll(() => pdf.works()).toBe(true);
    await expect.poll(mine).toHaveLength(1);
    expect(mine()).not.toContain(booting);
    await pdf.close();
    expect(pdf.works()).toBe(false);
  });

  it('stop working when the caller hangs up', async () => {
    const pdf = openPdfSandbox({ children: 1 });
    await pdf.convert(good);
    const gone = new AbortController();
    const answer = refusal(pdf, long, gone.signal);
    void setTimeout(50).then(() => gone.abort(new Error('the caller is gone')));
    expect(await answer).toBe('the caller is gone');
    expect(await refusal(pdf, good)).toBe('read');
    expect(pdf.log).toEqual([]);
  });

  it('are not used by a caller who hangs up while waiting', async () => {
    const pdf = openPdfSandbox({ children: 1 });
    const gone = new AbortController();
    const [first, second] = [pdf.convert(good), refusal(pdf, good, gone.signal)];
    gone.abort(new Error('the caller is gone'));
    expect(await second).toBe('the caller is gone');
    expect((await first).chargedPages).toBe(1);
    expect(await refusal(pdf, good)).toBe('read');
  });

  it('have ended when the converter is closed', async () => {
    const others = new Set(parsers());
    const pdf = openPdfSandbox();
    await Promise.all([pdf.convert(good), pdf.convert(good)]);
    await pdf.close();
    expect(parsers().filter((pid) => !others.has(pid))).toEqual([]);
    expect(await refusal(pdf, good)).toMatch(/closed/);
  });

  it('that are closed while files are read and wait leave no file waiting', async () => {
    const pdf = openPdfSandbox({ children: 1 });
    const answers = [refusal(pdf, long), refusal(pdf, good), refusal(pdf, good)];
    await pdf.close();
    const [reading, ...waiting] = await Promise.all(answers);
    expect(reading).toMatch(/could not be/);
    expect(waiting).toEqual(Array(2).fill(expect.stringMatching(/closed/)));
  });
});
