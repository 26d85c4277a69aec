import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, json, raw } from '../../../fakes/llm-server.js';
import type { ProviderSetting } from '../../../plugins/models/llm/setting.js';
import { type CallerFormat, formats, metric, post } from '../caller.js';
import type { OutageFacts, OutageRow } from '../table.js';
import { anthropic, openai, openTestSystem, type ProviderSetup, type TestSystem, total } from '../test-system.js';
import type { OutageSetup } from './setup.js';

const deadlineMs = 4_000;

interface ProviderFault extends Omit<OutageRow, 'where'> {
  /** Replies of the provider, one per call; the last one repeats. */
  readonly handlers: (setting: ProviderSetting) => readonly Handler[];
  /** Further facts besides the answer and the number of calls. */
  readonly besides?: (system: TestSystem, url: string) => Promise<OutageFacts>;
  readonly slow?: true;
}

const failed = (calls: number, credits = 0): OutageFacts => ({ status: 200, code: 'LLM_ERROR', credits, calls });
const unparsed: OutageFacts = { status: 200, code: 'PARSING_ERROR', credits: 1, calls: 2 };
const read = (calls: number): OutageFacts => ({ status: 200, code: '', credits: 1, calls });

const says =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (setting: ProviderSetting): readonly Handler[] => [json(setting.errorBody('server_error', ''), status, headers)];
/** Makes retries fast; one row uses the shipped pause. */
const soon = { 'retry-after-ms': '10' };

const hang: Handler = () => undefined;
const drip: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
};
const stall: Handler = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
const cut: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.destroy());
};
const reset: Handler = (_request, response) => void response.socket?.resetAndDestroy();

const closed = async ({ provider }: TestSystem): Promise<OutageFacts> => {
  const until = performance.now() + 500;
  while (!provider.requests.at(-1)?.gone() && performance.now() < until) await sleep(5);
  return { 'its socket': provider.requests.at(-1)?.gone() ? 'closed' : 'open' };
};
const silence: Pick<ProviderFault, 'expected' | 'within' | 'besides' | 'slow'> = {
  expected: { status: 200, code: 'TIMEOUT_ERROR', credits: 1, calls: 1, 'its socket': 'closed' },
  within: [deadlineMs - 10, deadlineMs + 500],
  besides: closed,
  slow: true,
};

const faults: readonly ProviderFault[] = [
  {
    row: '429, Retry-After fits, then an answer',
    handlers: (setting) => [...says(429, { 'retry-after': '1' })(setting), setting.reply([total])],
    expected: read(2),
    within: [1_000, 2_500],
    slow: true,
  },
  {
    row: '429, Retry-After fits, again and again',
    handlers: says(429, { 'retry-after-ms': '300' }),
    expected: failed(3),
    within: [600, 2_000],
  },
  {
    row: '429, Retry-After: 86400',
    handlers: says(429, { 'retry-after': '86400' }),
    expected: { ...failed(1), 'then without a call': 'LLM_ERROR in 100 ms' },
    within: [0, 1_000],
    besides: refusedAtOnce,
  },
  { row: '503, waits as shipped', handlers: says(503), expected: failed(3), within: [0, 3_500], slow: true },
  ...[500, 502, 503, 529].map((status) => ({
    row: `${status}`,
    handlers: says(status, soon),
    expected: failed(3),
    within: [0, 1_000] as const,
  })),
  {
    row: '503 twice, then an answer',
    handlers: (setting) => [...says(503, soon)(setting), ...says(503, soon)(setting), setting.reply([total])],
    expected: read(3),
    within: [0, 1_500],
  },
  { row: 'connection reset', handlers: () => [reset], expected: failed(3), within: [0, 3_500] },
  ...[400, 401, 403, 404, 413].map((status) => ({
    row: `${status} from the provider`,
    handlers: says(status),
    expected: { ...failed(1), alarms: 1 },
    within: [0, 1_000] as const,
    besides: async (_world: TestSystem, url: string) => ({ alarms: await metric(url, 'llm_alarm_total') }),
  })),
  { row: 'hang', handlers: () => [hang], ...silence },
  { row: 'drip', handlers: () => [drip], ...silence },
  { row: 'stall in the stream', handlers: () => [stall], ...silence },
  { row: 'cut body', handlers: () => [cut], expected: failed(2), within: [0, 2_500] },
  { row: 'HTML with 200', handlers: () => [raw('<html>', 'text/html')], expected: failed(2), within: [0, 2_500] },
  { row: '{} with 200', handlers: () => [json({})], expected: failed(2), within: [0, 2_500] },
  {
    row: 'no choices with 200',
    handlers: () => [json({ id: 'x', object: 'response', status: 'completed', usage: null })],
    expected: failed(2),
    within: [0, 2_500],
  },
  {
    row: 'wrong types with 200',
    handlers: () => [json({ output: 'text', content: 'text', usage: 'none' })],
    expected: failed(2),
    within: [0, 2_500],
  },
  { row: 'reply is no JSON', handlers: (setting) => [setting.reply('I see an invoice.')], expected: unparsed, within: [0, 1_000] },
  { row: 'reply is no cells', handlers: (setting) => [setting.reply('{"total": 120}')], expected: unparsed, within: [0, 1_000] },
  { row: 'reply is repaired', handlers: (setting) => [setting.reply('no'), setting.reply([total])], expected: read(2), within: [0, 1_000] },
  {
    row: 'max_tokens, then room enough',
    handlers: (setting) => [setting.cutOff, setting.reply([total])],
    expected: read(2),
    within: [0, 1_000],
  },
  { row: 'max_tokens twice', handlers: (setting) => [setting.cutOff], expected: unparsed, within: [0, 1_000] },
  { row: 'refusal', handlers: ({ refusals }) => Object.values(refusals).slice(0, 1), expected: failed(1, 1), within: [0, 1_000] },
  { row: 'content filter', handlers: ({ refusals }) => Object.values(refusals).slice(-1), expected: failed(1, 1), within: [0, 1_000] },
  { row: 'empty', handlers: (setting) => [setting.reply('')], expected: failed(1, 1), within: [0, 1_000] },
];

/** Later requests are not sent while a provider asks for a pause. */
async function refusedAtOnce(system: TestSystem, url: string): Promise<OutageFacts> {
  const before = system.provider.requests.length;
  const answers = [await post(url), await post(url), await post(url)];
  const calls = system.provider.requests.length - before;
  const ms = Math.min(...answers.map((answer) => answer.ms));
  return { 'then without a call': calls === 0 ? `${answers[0]?.code} in ${ms < 100 ? 100 : Math.round(ms)} ms` : `${calls} calls` };
}

/** Every fault of a provider, one after the other. */
export async function providerRows({ table, store, fast }: OutageSetup): Promise<void> {
  const setups: readonly (readonly [ProviderSetup, number])[] = fast
    ? [[openai, 1]]
    : [
        [openai, 1],
        [anthropic, 1],
        [openai, 3],
        [anthropic, 3],
      ];
  for (const [providerSetup, instances] of setups) {
    const openedStore = await store(instances);
    const system = await openTestSystem({
      providerSetup,
      instances,
      openedStore,
      env: { ...openedStore.env, VOUCH_DEADLINE_MS: String(deadlineMs) },
    });
    try {
      for (const fault of faults.filter(({ slow }) => !(fast && slow)))
        for (const [index, format] of formats.entries()) await oneFault({ fault, system, providerSetup, format, index }, table);
    } finally {
      await system.close();
      await openedStore.close();
    }
  }
}

interface ProviderCase {
  readonly fault: ProviderFault;
  readonly system: TestSystem;
  readonly providerSetup: ProviderSetup;
  readonly format: CallerFormat;
  readonly index: number;
}

let sent = 0;

/** Sends one document to each instance in rotation. */
async function oneFault({ fault, system, providerSetup, format }: ProviderCase, table: OutageSetup['table']): Promise<void> {
  const { instances, provider } = system;
  const { url = '' } = instances[sent++ % instances.length] ?? {};
  const { handlers, besides, ...row } = fault;
  const where = `${format}, ${providerSetup.name}, ${instances.length}`;
  await table.row(
    { ...row, where },
    async () => {
      const alarmsBefore = await metric(url, 'llm_alarm_total');
      const before = provider.requests.length;
      provider.answer(...handlers(providerSetup.setting));
      const { status, code, credits, ms } = await post(url, { format });
      const calls = provider.requests.length - before;
      const more = (await besides?.(system, url)) ?? {};
      const alarms = 'alarms' in more ? { alarms: Number(more['alarms']) - alarmsBefore } : {};
      return { status, code, credits: credits ?? 'none', calls, ...more, ...alarms, ms };
    },
    system.leftovers,
  );
}
