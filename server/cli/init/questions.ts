/** A choice of models: the lines of the file, and what must be set before the server can run. */
export interface ModelChoice {
  readonly text: string;
  readonly lines: readonly string[];
  /** A sentence that begins with a space, or an empty text. */
  readonly needs: string;
}

export interface InitQuestion<T> {
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

/** The three questions, by the name of the answer. */
export const questions = {
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

export interface InitAnswers {
  readonly models: ModelChoice;
  readonly host: string;
  readonly store: string;
}
