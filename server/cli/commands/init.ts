import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { configFileNames, defaultConfig } from '../../../config/index.js';
import { ConfigError } from '../../../core/index.js';
import { atTerminal, isInteractive, type Terminal, writeOutput } from '../terminal.js';

const name = 'vouch.config.yaml';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description(`Write ${name} with comments into this folder, after three questions; without a terminal to ask at, with the defaults.`)
    .option('--force', 'write over a configuration that is there')
    .action(({ force }: { readonly force?: true }) => init(force === true, terminal));
}

async function init(force: boolean, terminal: Terminal): Promise<void> {
  const there = configFileNames.filter((file) => existsSync(join(terminal.cwd, file)));
  const others = there.filter((file) => file !== name);
  if (others.length > 0)
    throw new ConfigError(`There is a ${others.join(' and ')} already: two would contradict each other. Remove it first.`);
  if (there.length > 0 && !force) throw new ConfigError(`${name} is there already; --force writes over it.`);
  const answers = await ask(questions, terminal);
  writeOutput(name, configText(answers), terminal.cwd);
  terminal.stderr.write(`${name} is written.${answers.models.needs} Then: npx vouch doctor, and npx vouch serve.\n`);
}

/** Asks the questions at a terminal. Without a terminal, the first answer of each question is taken. */
async function ask({ models, host, store }: typeof questions, terminal: Terminal): Promise<InitAnswers> {
  if (!isInteractive(terminal)) return { models: firstChoice(models), host: firstChoice(host), store: firstChoice(store) };
  const answers = await atTerminal(terminal, async (question) => ({
    models: await choose(models, question),
    host: await choose(host, question),
    store: await choose(store, question),
  }));
  if (!answers) throw new ConfigError('Not all questions were answered; nothing is written.');
  return answers;
}

function firstChoice<T>({ text, choices }: InitQuestion<T>): T {
  const [choice] = choices;
  if (!choice) throw new RangeError(`"${text}" has no answers to choose from`);
  return choice.value;
}

/** Asks until the answer is a number of the list. An empty answer takes the first choice. */
async function choose<T>({ text, choices }: InitQuestion<T>, question: (text: string) => Promise<string>): Promise<T> {
  const list = choices.map(({ says }, index) => `  ${index + 1}  ${says}\n`).join('');
  for (;;) {
    const answer = await question(`${text}\n${list}[1] `);
    const chosen = answer === '' ? choices[0] : choices[Number(answer) - 1];
    if (chosen) return chosen.value;
  }
}

/** A choice of models: the lines of the file, and what must be set before the server can run. */
interface ModelChoice {
  readonly text: string;
  readonly lines: readonly string[];
  /** A sentence that begins with a space, or an empty text. */
  readonly needs: string;
}

interface InitQuestion<T> {
  readonly text: string;
  /** The possible answers, the default first. */
  readonly choices: readonly { readonly says: string; readonly value: T }[];
}

const modelChoices: readonly ModelChoice[] = [
  { text: 'the readers that come with Vouch: no key, no network', lines: ['tiers: [local, local:thorough]'], needs: '' },
  {
    text: 'OpenAI first, Anthropic where it is not sure',
    lines: ['tiers: [openai:gpt-6-luna, anthropic:claude-sonnet-5-5]'],
    needs: ' Set OPENAI_API_KEY and ANTHROPIC_API_KEY.',
  },
  {
    text: 'a model on this machine, in Ollama; the readers that come with Vouch where it is not sure',
    lines: [
      'tiers:',
      '  - use: ollama # or vllm, llama-cpp, litellm',
      '    model: qwen3',
      '    base_url: http://127.0.0.1:11434/v1',
      '    pdf: text # a model that can see takes pictures',
      '  - local:thorough',
    ],
    needs: ' Name your model and its base_url in it.',
  },
];

const questions = {
  models: { text: 'Who reads?', choices: modelChoices.map((value) => ({ says: value.text, value })) },
  host: {
    text: 'Who may reach the server?',
    choices: [
      { says: 'this machine only', value: '127.0.0.1' },
      { says: 'every machine that can connect, as in a container', value: '0.0.0.0' },
    ],
  },
  store: {
    text: 'Where are keys and quotas kept?',
    choices: [
      { says: 'in a file beside the configuration', value: 'sqlite:.vouch/vouch.db' },
      { says: 'nowhere: all is forgotten when the server stops', value: 'memory:' },
      { says: 'in a PostgreSQL that several servers share', value: 'postgres://vouch@127.0.0.1:5432/vouch' },
    ],
  },
} as const satisfies Readonly<Record<string, InitQuestion<unknown>>>;

interface InitAnswers {
  readonly models: ModelChoice;
  readonly host: string;
  readonly store: string;
}

const list = (names: readonly unknown[]): string => `[${names.join(', ')}]`;

function configText({ models, host, store }: InitAnswers): string {
  const { recognizers, rules, credits, deadline_ms: deadlineMs, server } = defaultConfig;
  return `# Vouch. What is not said here stays as shipped; npx vouch config print --effective shows all that counts.
# \${NAME}, \${NAME:-default} and \${file:/run/secrets/name} stand for what should not be written here.

# Who extracts: ${models.text}.
# The first model reads; the second reads again what the first is not sure of. A model that is no tier is a witness: it only corroborates.
${models.lines.join('\n')}

# Who reads pages that are pictures; the second looks again where the second tier is asked. [] reads none.
# recognizers: ${list(recognizers)}

# The arithmetic that is checked. A rule of your own is a file: [${rules.join(', ')}, ./rules/mine.ts]
# rules: ${list(rules)}

# Credits a page, and those that the second tier adds.
# credits: { page: ${credits.page}, fallback_page: ${credits.fallback_page} }

# The one deadline of a request, in milliseconds.
# deadline_ms: ${deadlineMs}

server:
  # The address and the port to listen on. 0.0.0.0 is every address, as a container needs; PORT and HOST are stronger.
  host: ${host}
  port: ${server.port}

  # Where keys, rates and quotas are kept.
  store: "${store}"

  # Requests a second and address on /v1/extract; 0 is no limit.
  rate_limit: ${server.rate_limit}

  # Keys that are valid besides those of npx vouch key create. Never write one here: take it from the environment or from a file.
  # keys: ["\${VOUCH_FIRST_KEY}"]

  # Whether there is a playground, a page that needs no key; pages that may call it (its own, too, where it is reached by a name other than
  # localhost), and proxies whose X-Forwarded-For is believed.
  # playground: off
  # playground_origins: [https://app.example.com]
  # trusted_proxies: [10.1.2.0/28]
`;
}
