import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LlmServer, startLlmServer } from '../../fakes/llm-server.js';
import type { ProviderSetting } from '../../plugins/models/llm/setting.js';
import { type CallerAnswer, type CallerFormat, formats, get, post } from './caller.js';
import { type Instance, type InstanceOptions, startInstance } from './instance.js';

/** A store of which holds can be counted. */
export interface CountedStore {
  /** What is held and not yet settled. */
  holds(): Promise<number>;
}

export interface TestSystem {
  readonly provider: LlmServer;
  readonly instances: readonly Instance[];
  /** What was left behind: as sentences; none when a good document succeeds everywhere and nothing of the fault is to be seen. */
  leftovers(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How each server is told of providers, and how the fake plays them. */
export interface ProviderSetup {
  readonly name: string;
  readonly setting: ProviderSetting;
  readonly tiers: (url: string) => readonly object[];
}

export const total = { path: '$.total', value: '120.00', quote: 'Total 120.00' };

export interface TestSystemOptions {
  readonly cast: ProviderSetup;
  readonly instances?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: object;
  readonly shelf?: CountedStore;
  /** Whether documents are read before the rows begin; true when absent. */
  readonly warm?: boolean;
  readonly start?: (options: InstanceOptions) => Promise<Instance>;
}

/** Short pauses and many tries, so that a row shows what it is about; the shipped figures have rows of their own. */
export const quick = { pause_ms: 200, longest_pause_ms: 1_500, retries_a_minute: 100_000 };

/** Two for each format, as shipped. */
const mostChildren = 4;

/** Servers that ask one fake provider, warm and at rest. */
export async function openTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const { cast, instances: count = 1, env = {}, config = {}, shelf, warm = true, start = startInstance } = options;
  const provider = await startLlmServer();
  const parts = { tiers: cast.tiers(provider.url), witnesses: [], recognizers: [], outages: quick, ...config };
  const instances = await Promise.all(Array.from({ length: count }, () => start({ config: parts, env })));
  provider.answer(cast.setting.reply([total]));
  if (warm) await Promise.all(instances.flatMap(({ url }) => formats.map((format) => post(url, { format }))));
  await settled(async () =>
    (await Promise.all(instances.map(({ url }) => get(url, '/health')))).flatMap(({ status }) =>
      status === 200 || !warm ? [] : ['unwell'],
    ),
  );
  const rest = instances.map((instance) => ({ instance, sockets: instance.sockets() }));
  return {
    provider,
    instances,
    async leftovers() {
      provider.answer(cast.setting.reply([total]));
      const unwell = (await Promise.all(instances.map(illnessOf))).flat();
      const left = await settled(async () => [
        ...rest.flatMap(({ instance, sockets }) => [
          ...over('children', instance.children().length, mostChildren),
          ...over('sockets', instance.sockets(), sockets + 10 * (count - 1)),
          ...over('temporary files', readdirSync(instance.temp).length, 0),
        ]),
        ...over('sockets at the provider', await provider.connections(), count * 2),
        ...over('holds', (await shelf?.holds()) ?? 0, 0),
      ]);
      return [...unwell, ...left];
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.remove()));
      await provider.close();
    },
  };
}

/** A document that is all right succeeds, within the time that a model may be left alone; the probes say yes. */
async function illnessOf({ url }: Instance): Promise<readonly string[]> {
  const answers = await Promise.all(formats.map((format) => untilRead(url, format)));
  const { status } = await get(url, '/health');
  return [
    ...answers.flatMap((answer, index) =>
      answer.read ? [] : [`a good ${formats[index]} got ${answer.status} ${answer.code} ${answer.message}`],
    ),
    ...(status === 200 ? [] : [`/health ${status}`]),
  ];
}

async function untilRead(url: string, format: CallerFormat): Promise<CallerAnswer> {
  const until = performance.now() + 5_000;
  for (;;) {
    const answer = await post(url, { format });
    if (answer.read || performance.now() > until) return answer;
    await sleep(100);
  }
}

/** What is still wrong after a while: sockets and processes take a moment to go. */
export async function settled(look: () => Promise<readonly string[]>, ms = 8_000): Promise<readonly string[]> {
  const until = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found.length === 0 || performance.now() > until) return found;
    await sleep(50);
  }
}

const over = (what: string, count: number, most: number): readonly string[] => (count > most ? [`${count} ${what}, ${most} before`] : []);
