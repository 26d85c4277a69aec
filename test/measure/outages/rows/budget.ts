import { formats, get, metric, post } from '../caller.js';
import type { Instance } from '../instance.js';
import { openai, openTestSystem, settled, total } from '../test-system.js';
import type { OutageSetup } from './setup.js';

const budget = 150_000;
/** The token usage that the fake provider reports for each answer. */
const tokensEach = 1_200;

/** T6: callers that cause high costs, ten at once, until the daily budget stops all calls. */
export async function budgetRows({ table, fast, store }: OutageSetup): Promise<void> {
  for (const instances of fast ? [1] : [1, 3]) {
    const openedStore = await store(instances);
    const system = await openTestSystem({
      providerSetup: openai,
      instances,
      warm: false,
      env: { ...openedStore.env, VOUCH_DAILY_TOKENS: String(budget) },
    });
    const { provider } = system;
    const callers = fast ? 160 : 1_000;
    try {
      await table.row(
        {
          row: `${callers} requests against a budget of ${budget} tokens a day`,
          where: `pdf docx, openai, ${instances}`,
          expected: {
            answers: 'read, or LLM_ERROR',
            'spent at the provider': 'at most the budget',
            'said when it is back': true,
            'could not ask the store': 'at most 1 in 20',
            holds: 0,
            'counted as spent': true,
          },
        },
        async () => {
          provider.answer(openai.setting.reply([total]));
          await settled(async () => (await Promise.all(system.instances.map(isReady))).filter((problem) => problem !== ''));
          const answers = [];
          for (let batch = 0; batch < callers; batch += 10)
            answers.push(
              ...(await Promise.all(
                Array.from({ length: 10 }, (_, index) =>
                  post(system.instances[index % instances]?.url ?? '', { format: formats[index % 2] ?? 'pdf' }),
                ),
              )),
            );
          const read = answers.filter((answer) => answer.read);
          const refused = answers.filter(({ code }) => code === 'LLM_ERROR');
          const [lost = [], dated = []] = [true, false].map((late) =>
            refused.filter(({ message }) => late === /cannot be looked up/.test(message)),
          );
          const spent = provider.requests.length * tokensEach;
          const counted = (await Promise.all(system.instances.map(({ url }) => metric(url, 'budget_tokens_total')))).reduce(
            (a, b) => a + b,
            0,
          );
          return {
            answers: read.length > 0 && refused.length > 0 && read.length + refused.length === callers ? 'read, or LLM_ERROR' : 'others',
            'spent at the provider': spent <= budget ? 'at most the budget' : spent,
            'said when it is back': dated.every(({ message }) => /It is back at 00:00 UTC, in \d+ h \d+ min$/.test(message)),
            'could not ask the store': lost.length * 20 <= callers ? 'at most 1 in 20' : lost.length,
            holds: await openedStore.holds(),
            'counted as spent': counted === spent || `${counted} of ${spent}`,
          };
        },
      );
    } finally {
      await system.close();
      await openedStore.close();
    }
  }
}

const isReady = async ({ url }: Instance): Promise<string> => ((await get(url, '/health')).status === 200 ? '' : 'not ready');
