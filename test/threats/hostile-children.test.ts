import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { residentMb } from '../../plugins/sandbox/watch-process.js';
import { key } from '../measure/bench/server.js';
import { paragraph, rawDocx } from '../plugins/converters/raw-docx.js';
import { rawXlsx } from '../plugins/converters/raw-xlsx.js';
import { commonSchema, jobsPart, line, zipOf, zipPart } from '../server/routes/jobs/batch-form.js';
import { form } from '../server/support/form.js';
import { archiveChild, type behaviours, type ChildName, childNames, heldByKernelOnly, hostileChild, orderOf } from './hostile-parser.js';
import { ask, type HostileServer, levels, startHostile } from './hostile-server.js';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const withMark = (bytes: Uint8Array, mark: string) => Buffer.concat([bytes, Buffer.from(mark)]);

/** A file that this child is given. */
const files: Readonly<Record<ChildName, (mark: string) => Promise<Uint8Array>>> = {
  'plugins/converters/docx/child.js': async (mark) => rawDocx(paragraph('x'), { [mark]: '' }),
  'plugins/converters/xlsx/child.js': async (mark) => rawXlsx({ sheets: [], further: { [mark]: '' } }),
  'plugins/converters/eml/child.js': async (mark) => Buffer.from(`From: a@example.com\nTo: b@example.com\nSubject: x\n\n${mark}\n`),
  'plugins/einvoice/child.js': async (mark) =>
    Buffer.from(`<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><!-- ${mark} --></Invoice>`),
  'plugins/converters/image/child.js': async (mark) => withMark(png, mark),
  'plugins/recognizers/tesseract/child.js': async (mark) => withMark(png, mark),
  'plugins/recognizers/ppocr/child.js': async (mark) => withMark(png, mark),
  [archiveChild]: async (mark) => zipOf({ [`${mark}.pdf`]: '%PDF-' }),
};

/** What would harm somebody else than the caller of the file. */
const harms = [
  'reads and writes through node:sqlite',
  'starts a program',
  'calls the server over the loopback',
  'reads a file of the machine',
  'writes to the file that it was given',
  'changes the program that it shares with the server',
  'reads the environment of the server',
  'forks itself',
  'starts a thread',
  'opens an inspector of its own',
  'reads what others have left open',
  'opens the inspector of the server',
  'kills its process group',
] as const satisfies readonly (keyof typeof behaviours)[];

/** The real server, with the program of every child replaced by one that a file can take over. */
describe.each(levels)('with isolation "%s"', (level) => {
  let hostileServer: HostileServer;
  beforeAll(async () => {
    const programs = Object.fromEntries(childNames.map((name) => [name, hostileChild(name)]));
    const config = 'converters: [pdf, docx, xlsx, eml, image, einvoice]\nrecognizers: [tesseract, ppocr]\n';
    hostileServer = await startHostile({ programs, config, level });
  });
  afterAll(() => hostileServer.stop());

  /** How long `/livez` took at most while this went on, in ms, and by how many MB the server grew at most. */
  const strain = async (work: Promise<unknown>): Promise<readonly [ms: number, mb: number]> => {
    const { url, pid } = hostileServer.server;
    const [state, before] = [{ ended: false, ms: 0, mb: 0 }, residentMb(pid) ?? 0];
    void work.finally(() => {
      state.ended = true;
    });
    while (!state.ended) {
      const began = performance.now();
      await fetch(`${url}/livez`);
      state.ms = Math.max(state.ms, performance.now() - began);
      state.mb = Math.max(state.mb, (residentMb(pid) ?? 0) - before);
      await setTimeout(5);
    }
    return [state.ms, state.mb];
  };

  /** Whether the server has taken the child's answer for a good one, as it is where nothing was ordered, or an order was fulfilled. */
  const believed = async (child: ChildName, mark: string): Promise<boolean> => {
    const { url } = hostileServer.server;
    const file = await files[child](mark);
    if (child !== archiveChild) return (await ask(url, file, { key })).total === 120;
    const { payload, headers } = form(commonSchema, jobsPart(line('a')), zipPart(file));
    const body = new Uint8Array(payload);
    const answer = await fetch(`${url}/v1/batches`, { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${key}` } });
    return answer.status === 202;
  };
  /** All children start in one way, and parsers of PDF try everything: the rest try a few harms each. */
  const triedBy = (child: ChildName) =>
    harms.slice(0, child === archiveChild ? harms.length : 4).filter((harm) => level !== 'permissions' || !heldByKernelOnly.includes(harm));

  it.each([
    [archiveChild, 'floods the connection with small messages'],
    [archiveChild, 'lists more entries than a zip may have'],
    ['plugins/converters/docx/child.js', 'floods the connection with small messages'],
    ['plugins/converters/docx/child.js', 'says a word of six million characters'],
  ] as const)('the child %s that is taken over and %s neither blocks the server nor fills its memory', async (child, behaviour) => {
    const believing = believed(child, orderOf(child, behaviour, hostileServer.server));
    const [ms, mb] = await strain(believing);
    expect([await believing, ms < 1_500, mb < 300]).toEqual([false, true, true]);
  });

  describe.each(childNames)('the child %s', (child) => {
    it('is believed where it has not been taken over', async () => {
      expect(await believed(child, `QUIET ${child} ${Math.random()}`)).toBe(true);
    });

    it.each(triedBy(child))('that is taken over and %s reaches nothing', async (harm) => {
      expect(await believed(child, orderOf(child, harm, hostileServer.server))).toBe(false);
      expect([hostileServer.server.alive(), existsSync('/tmp/vouch-hostile.db')]).toEqual([true, false]);
      expect((await fetch(`${hostileServer.server.url}/livez`)).status).toBe(200);
    });
  });
});
