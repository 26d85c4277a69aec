import { setTimeout as sleep } from 'node:timers/promises';
import { json, openaiReply } from '../../../fakes/llm-server.js';
import { anthropicSetting } from '../../../plugins/models/llm/setting.js';
import { formats, get, metric, post } from '../caller.js';
import type { OutageFacts, OutageTable } from '../table.js';
import { both, openai, openTestSystem, type ProviderSetup, quick, type TestSystem, total } from '../test-system.js';
import type { OutageSetup } from './setup.js';

/** How two tiers replace each other, and the result when none answers. */
export async function tierRows(setup: OutageSetup): Promise<void> {
  const { table } = setup;
  await inWorld(setup, { providerSetup: both, config: { outages: patient } }, (system) => tierTwoFails(system, table));
  await inWorld(setup, { providerSetup: both, config: { outages: {} } }, (system) => everybodyDown(system, table));
  await inWorld(setup, { providerSetup: openai, config: { outages: { failures: patient.failures } } }, (system) => storm(system, table));
  await nameless(table);
}

/** The breaker stays closed, so that each call counts. */
const patient = { ...quick, failures: 1_000_000 };

async function inWorld(
  { fast, store }: OutageSetup,
  options: { readonly providerSetup: ProviderSetup; readonly config?: object },
  act: (system: TestSystem) => Promise<void>,
): Promise<void> {
  for (const instances of fast ? [1] : [1, 3]) {
    const openedStore = await store(instances);
    const system = await openTestSystem({ ...options, instances, openedStore, env: openedStore.env });
    try {
      await act(system);
    } finally {
      await system.close();
      await openedStore.close();
    }
  }
}

const doubtful = openaiReply([{ ...total, confidence: 'unsure' }]);

/** Tier 1 answers with doubt; Tier 2 fails before or after it has worked. */
async function tierTwoFails({ provider, instances, leftovers }: TestSystem, table: OutageTable): Promise<void> {
  const endings = {
    'is down': { handler: json(anthropicSetting.errorBody('overloaded', ''), 529, { 'retry-after-ms': '5' }), calls: 4, credits: 1 },
    'refuses to read': { handler: anthropicSetting.refusals['a refusal'] ?? json({}), calls: 2, credits: 3 },
  };
  for (const [what, { handler, calls, credits }] of Object.entries(endings))
    for (const [index, format] of formats.entries()) {
      const { url = '' } = instances[index % instances.length] ?? {};
      await table.row(
        {
          row: `Tier 2 ${what} after Tier 1 answered`,
          where: `${format}, ${both.name}, ${instances.length}`,
          expected: { status: 200, code: '', 'Tier 1’s draft': true, 'an issue says so': true, fallback_triggered: true, credits, calls },
          within: [0, 2_000],
        },
        async () => {
          const before = provider.requests.length;
          provider.answer(doubtful, handler);
          const { status, code, read, fallback, issues, credits: paid, ms } = await post(url, { format });
          const hasIssue = issues.some((issue) => issue.startsWith('Tier 2 failed'));
          return {
            status,
            code,
            'Tier 1’s draft': read,
            'an issue says so': hasIssue,
            fallback_triggered: fallback,
            credits: paid ?? 'none',
            calls: provider.requests.length - before,
            ms,
          };
        },
        leftovers,
      );
    }
}

/** As shipped: after five failures in a row no provider is called for 5 s. */
async function everybodyDown({ provider, instances, leftovers }: TestSystem, table: OutageTable): Promise<void> {
  for (const [index, format] of formats.entries()) {
    const { url = '' } = instances[index % instances.length] ?? {};
    await table.row(
      {
        row: 'every provider down, as shipped',
        where: `${format}, ${both.name}, ${instances.length}`,
        expected: { status: 200, code: 'LLM_ERROR', credits: 0, calls: 0, '/health': 200, paused: 2, 'after the pause': 'read' },
        within: [0, 100],
      },
      async () => {
        provider.answer(json({}, 503, { 'retry-after-ms': '1' }));
        while ((await metric(url, 'llm_paused')) < 2) await post(url, { format });
        const before = provider.requests.length;
        const answers = [await post(url, { format }), await post(url, { format }), await post(url, { format })];
        const { status, code, credits } = answers[0] ?? {};
        const calls = provider.requests.length - before;
        const [health, paused] = [(await get(url, '/health')).status, await metric(url, 'llm_paused')];
        provider.answer(openaiReply([total]));
        const ms = Math.min(...answers.map((answer) => answer.ms));
        return {
          status: status ?? 0,
          code: code ?? '',
          credits: credits ?? 'none',
          calls,
          '/health': health,
          paused,
          'after the pause': await readIn(url, 12_000),
          ms,
        };
      },
      leftovers,
    );
  }
}

async function readIn(url: string, ms: number): Promise<string> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    if ((await post(url)).read) return 'read';
    await sleep(200);
  }
  return 'not read';
}

/** The breaker is disabled, so that only the retry budget acts. */
async function storm({ provider, instances, leftovers }: TestSystem, table: OutageTable): Promise<void> {
  const { url = '' } = instances[0] ?? {};
  await table.row(
    {
      row: '200 requests while the provider is down, without a breaker',
      where: `pdf, openai, ${instances.length}`,
      expected: { 'all LLM_ERROR': true, 'retries at most a tenth and 10 a minute': true },
    },
    async () => {
      const before = provider.requests.length;
      const began = performance.now();
      provider.answer(json({}, 503, { 'retry-after-ms': '1' }));
      const answers = [];
      for (let batch = 0; batch < 20; batch += 1) answers.push(...(await Promise.all(Array.from({ length: 10 }, () => post(url)))));
      const minutes = (performance.now() - began) / 60_000;
      const retries = provider.requests.length - before - answers.length;
      const fits = retries <= 0.1 * answers.length + 10 + 10 * minutes;
      return {
        'all LLM_ERROR': answers.every(({ code }) => code === 'LLM_ERROR'),
        'retries at most a tenth and 10 a minute': fits || `${retries} retries`,
      } satisfies OutageFacts;
    },
    leftovers,
  );
}

/** The host name of the provider cannot be resolved. */
async function nameless(table: OutageTable): Promise<void> {
  const tier = { use: 'openai', model: 'gpt-test', base_url: 'http://nobody.invalid/v1', api_key: 'sk-test' };
  const system = await openTestSystem({ providerSetup: openai, config: { tiers: [tier], outages: patient } });
  const { url = '' } = system.instances[0] ?? {};
  try {
    for (const format of formats)
      await table.row(
        {
          row: 'DNS knows no such provider',
          where: `${format}, openai, 1`,
          expected: { status: 200, code: 'LLM_ERROR', credits: 0, attempts: 3 },
          within: [0, 15_000],
        },
        async () => {
          const before = await metric(url, 'llm_attempts_total');
          const { status, code, credits, ms } = await post(url, { format });
          return { status, code, credits: credits ?? 'none', attempts: (await metric(url, 'llm_attempts_total')) - before, ms };
        },
      );
  } finally {
    await system.close();
  }
}
