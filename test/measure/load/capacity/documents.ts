import { residentMb } from '../../../../plugins/sandbox/watch-process.js';
import { invoiceDocx } from '../../../fixtures/docx/invoice-docx.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { perfectReading, startFakeProvider } from '../../bench/fake-provider.js';
import { familyCpuMs, familyOf } from '../../bench/process.js';
import { type ServerProcess, startVouch } from '../../bench/server.js';
import { callOf, goodCall, type LoadCall, send } from '../call.js';
import type { LoadLine } from '../row.js';

/** Processor time and memory per document of each kind, and how many two-core servers that means. */
export async function documents(): Promise<readonly LoadLine[]> {
  const scan = await invoicePdf(sample({ layout: { scan: 'image' } }));
  const local = [
    ...(await costs('PDF of 2 pages, shipped readers', { call: goodCall, ...many })),
    ...(await costs('DOCX of 2 pages, shipped readers', { call: callOf(await invoiceDocx(sample())), ...many })),
    ...(await costs('scan of 2 pages, shipped readers', { call: callOf(scan), first: 1, times: 3 })),
  ];
  return [...local, ...(await besideProvider())];
}

async function besideProvider(): Promise<readonly LoadLine[]> {
  const provider = await startFakeProvider(await perfectReading());
  try {
    const lines = await costs('PDF of 2 pages, a provider', { call: goodCall, ...many, config: provider.config });
    const { requests, bytes } = provider.received();
    const each = `1, of ${Math.round(bytes / requests / 1_024)} KiB, the PDF (${Math.round(goodCall.payload.length / 1_024)} KiB) in it`;
    return [...lines, { what: '… requests to the provider, where nothing is doubted', observed: each }];
  } finally {
    provider.close();
  }
}

const many = { first: 300, times: 100 };

interface CapacityKind {
  readonly call: LoadCall;
  /** Number of warm-up documents: a fresh process still compiles and needs twice as long for its first hundred. */
  readonly first: number;
  readonly times: number;
  readonly config?: string;
}

async function costs(what: string, { call, first, times, config = '' }: CapacityKind): Promise<readonly LoadLine[]> {
  const server = await startVouch(config);
  try {
    await repeat(server, call, first);
    const before = familyCpuMs(server.pid);
    await repeat(server, call, times);
    const seconds = (familyCpuMs(server.pid) - before) / times / 1_000;
    const mb = familyOf(server.pid).reduce((sum, pid) => sum + (residentMb(pid) ?? 0), 0);
    return [
      { what: `${what}: processor time a document, over ${times}`, observed: `${seconds.toFixed(3)} s` },
      { what: '… one core does, 70 % busy', observed: `${((0.7 * 60) / seconds).toFixed(0)} a minute` },
      {
        what: '… servers of two cores for 1, 10 and 100 a second',
        observed: [1, 10, 100].map((rate) => serversFor(rate * seconds)).join(', '),
      },
      { what: '… memory, all processes', observed: `${mb.toFixed(0)} MB` },
    ];
  } finally {
    await server.stop();
  }
}

/** A server has two cores; a target load of 0.7 leaves capacity for peaks. */
const serversFor = (cores: number): number => Math.ceil(cores / 0.7 / 2);

async function repeat({ url }: ServerProcess, call: LoadCall, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status } = await send(url, call);
    if (status !== 200) throw new Error(`A document was answered with ${status}: nothing can be measured`);
  }
}
