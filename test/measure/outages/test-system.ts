import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LlmServer, startLlmServer } from '../../fakes/llm-server.js';
import type { ProviderSetting } from '../../plugins/models/llm/setting.js';
import { anthropicSetting, openaiSetting } from '../../plugins/models/llm/setting.js';
import { type CallerAnswer, type CallerFormat, formats, get, post } from './caller.js';
import { type Instance, type InstanceOptions, startInstance } from './instance.js';

/** A store that counts its holds. */
export interface CountedStore {
  /** The number of unsettled holds. */
  holds(): Promise<number>;
}

export interface TestSystem {
  readonly provider: LlmServer;
  readonly instances: readonly Instance[];
  /** Problems left behind, as sentences; empty when good documents succeed on every instance and no trace of the fault remains. */
  leftovers(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The provider configuration of each server and the matching fake. */
export interface ProviderSetup {
  readonly name: string;
  readonly setting: ProviderSetting;
  readonly tiers: (url: string) => readonly object[];
}

export const total = { path: '$.total', value: '120.00', quote: 'Total 120.00' };

export interface TestSystemOptions {
  readonly providerSetup: ProviderSetup;
  readonly instances?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: object;
  readonly openedStore?: CountedStore;
  /** Whether to read documents before the rows begin; true when absent. */
  readonly warm?: boolean;
  readonly start?: (options: InstanceOptions) => Promise<Instance>;
}

/** Short pauses and a large retry budget, so that a row tests one thing; other rows test the shipped values. */
export const quick = { pause_ms: 200, longest_pause_ms: 1_500, retries_a_minute: 100_000 };

/** Two parsers for each format, as shipped. */
const mostChildren = 4;

/** Starts servers with one fake provider and waits until they are warm and idle. */
export async function openTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const { providerSetup, instances: count = 1, env = {}, config = {}, openedStore, warm = true, start = startInstance } = options;
  const provider = await startLlmServer();
  const parts = { tiers: providerSetup.tiers(provider.url), witnesses: [], recognizers: [], outages: quick, ...config };
  const instances = await Promise.all(Array.from({ length: count }, () => start({ config: parts, env })));
  provider.answer(providerSetup.setting.reply([total]));
  if (warm) await Promise.all(instances.flatMap(({ url }) => formats.map((format) => post(url, { format }))));
  await settled(async () =>
    (await Promise.all(instances.map(({ url }) => get(url, '/health')))).flatMap(({ status }) =>
      status === 200 || !warm ? [] : ['unhealthy'],
    ),
  );
  const rest = instances.map((instance) => ({ instance, sockets: instance.sockets() }));
  return {
    provider,
    instances,
    async leftovers() {
      provider.answer(providerSetup.setting.reply([total]));
      const unhealthy = (await Promise.all(instances.map(faultsOf))).flat();
      const left = await settled(async () => [
        ...rest.flatMap(({ instance, sockets }) => [
          ...over('children', instance.children().length, mostChildren),
          ...over('sockets', instance.sockets(), sockets + 10 * (count - 1)),
          ...over('temporary files', readdirSync(instance.temp).length, 0),
        ]),
        ...over('sockets at the provider', await provider.connections(), count * 2),
        ...over('holds', (await openedStore?.holds()) ?? 0, 0),
      ]);
      return [...unhealthy, ...left];
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.remove()));
      await provider.close();
    },
  };
}

/** Problems of an instance: a good document must succeed before the provider would be paused, and the probes must be healthy. */
async function faultsOf({ url }: Instance): Promise<readonly string[]> {
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

/** Problems that remain after waiting, because sockets and processes take a moment to close. */
export async function settled(check: () => Promise<readonly string[]>, ms = 8_000): Promise<readonly string[]> {
  const until = performance.now() + ms;
  for (;;) {
    const found = await check();
    if (found.length === 0 || performance.now() > until) return found;
    await sleep(50);
  }
}

const over = (what: string, count: number, most: number): readonly string[] => (count > most ? [`${count} ${what}, ${most} before`] : []);

const openaiTier = (url: string) => ({ use: 'openai', model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-test' });
const anthropicTier = (url: string) => ({ use: 'anthropic', model: 'claude-test', base_url: url, api_key: 'sk-test' });

/** Setups for a real SDK with its fake provider. */
export const openai: ProviderSetup = { name: 'openai', setting: openaiSetting, tiers: (url) => [openaiTier(url)] };
export const anthropic: ProviderSetup = { name: 'anthropic', setting: anthropicSetting, tiers: (url) => [anthropicTier(url)] };
/** Tier 1 at OpenAI, Tier 2 at Anthropic. */
export const both: ProviderSetup = {
  name: 'openai → anthropic',
  setting: openaiSetting,
  tiers: (url) => [openaiTier(url), anthropicTier(url)],
};
