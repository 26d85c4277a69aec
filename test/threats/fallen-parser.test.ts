import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { sample } from '../fixtures/sample.js';
import { key } from '../measure/bench/server.js';
import { paragraph, rawDocx } from '../plugins/converters/raw-docx.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { fallibleDocx, fallibleOcr, falliblePdf, mark } from './fallen-parser.js';
import { ask, type Caller, type HostileServer, levels, otherKey, startHostile } from './hostile-server.js';

const programs = {
  'plugins/converters/pdf/child.js': falliblePdf,
  'plugins/converters/docx/child.js': fallibleDocx,
  'plugins/recognizers/tesseract/child.js': fallibleOcr,
};
const config = 'recognizers: [tesseract]\nserver: { trusted_proxies: [127.0.0.1] }';

/** A file whose total is this amount. */
type FileOf = (amount: string) => Promise<Uint8Array>;
const pdf: FileOf = async (amount) => rawPdf([{ content: at(50, 700, `Total ${amount}`) }]);
const docx: FileOf = async (amount) => rawDocx(paragraph(`Total ${amount}`));
/** Drawing its two pages takes longer than all that is done with them. */
const picture = invoicePdf(sample({ layout: { scan: 'image' } }));
const scan: FileOf = async (amount) => Buffer.concat([await picture, Buffer.from(`\n% READ ${amount}\n`)]);
const formats = [
  ['PDF', pdf],
  ['DOCX', docx],
  ['scan', scan],
] as const;

const hostile = async (file: FileOf, amount: string): Promise<Uint8Array> => Buffer.concat([await file(amount), Buffer.from(mark)]);
/** More callers than a pool keeps children for. */
const many = Array.from({ length: 12 }, (_, index) => `pk_many${String(index).padStart(16, '0')}`);
const attacker = { key };
const victim = { key: otherKey };

/** The totals that the victim and then the attacker are answered after the attacker's file has taken a parser over. */
async function totals({ server: { url } }: HostileServer, file: FileOf, [first, second]: readonly [Caller, Caller] = [attacker, victim]) {
  await ask(url, await hostile(file, '1.00'), first);
  const forged = await ask(url, await file('120.00'), second);
  const stolen = await ask(url, await file('5.00'), first);
  return [forged.total ?? forged.code, stolen.total ?? stolen.code];
}

describe.each(levels)('a parser that a caller’s file has taken over, with isolation "%s"', (level) => {
  let hostileServer: HostileServer;
  beforeAll(async () => {
    hostileServer = await startHostile({ programs, config, level });
  });
  afterAll(() => hostileServer.stop());

  it.each(formats)('neither forges the next caller’s %s nor hands it to the first', async (_, file) => {
    const [forged, stolen] = await totals(hostileServer, file);
    expect(forged).toBe(120);
    expect(stolen).not.toBe(120);
  });
});

describe('a parser that a file has taken over', () => {
  let hostileServer: HostileServer;
  beforeAll(async () => {
    hostileServer = await startHostile({ programs, config, environment: { VOUCH_KEYS: [key, otherKey, ...many].join() } });
  });
  afterAll(() => hostileServer.stop());

  it('of one address at the playground does not meet a file of another', async () => {
    const pair = [{ address: '192.0.2.1' }, { address: '192.0.2.2' }] as const;
    const [forged, stolen] = await totals(hostileServer, pdf, pair);
    expect([forged, stolen === 120]).toEqual([120, false]);
  });

  it('of the playground does not meet a file of a key', async () => {
    const pair = [{ address: '192.0.2.3' }, victim] as const;
    const [forged, stolen] = await totals(hostileServer, pdf, pair);
    expect([forged, stolen === 120]).toEqual([120, false]);
  });

  it('meets nobody else’s file while more callers than parsers send theirs at the same time', async () => {
    const { url } = hostileServer.server;
    await ask(url, await hostile(pdf, '1.00'), attacker);
    for (const round of [200, 300]) {
      const answers = await Promise.all([
        ...many.map(async (one, index) => ask(url, await pdf(`${round + index}.00`), { key: one })),
        ask(url, await pdf('7.00'), attacker),
      ]);
      expect(answers.slice(0, -1).map(({ total }) => total)).toEqual(many.map((_, index) => round + index));
    }
  });
});

describe('a parser that a file has taken over and that others share', () => {
  it('forges and hands over with VOUCH_PARSER_PER=shared, as the setting says', async () => {
    const shared = await startHostile({ programs, config, environment: { VOUCH_PARSER_PER: 'shared' } });
    expect(await totals(shared, pdf)).toEqual([1, 120]);
    await shared.stop();
  });

  it('does not meet the next file of its own caller with VOUCH_PARSER_PER=document', async () => {
    const apart = await startHostile({ programs, config, environment: { VOUCH_PARSER_PER: 'document' } });
    expect(await totals(apart, pdf, [attacker, attacker])).toEqual([120, 5]);
    await apart.stop();
  });
});
