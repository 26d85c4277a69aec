import { engineDefaults } from '../core/index.js';

type OnOff = 'on' | 'off';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Says where keys, rates and quotas are kept: in a file, in the process itself, or in a database that several machines share. */
export type StoreAddress = `sqlite:${string}` | 'memory:' | `postgres://${string}` | `postgresql://${string}`;

/** One setting. A flag overrides the environment, the environment the file, and the file the default. */
export interface SettingRow {
  readonly env: string;
  /** Its dotted key in the file. Null when the file cannot hold it. */
  readonly key: `server.${string}` | 'deadline_ms' | null;
  /** Null for a secret, because every user of a machine sees its command lines. */
  readonly flag: `--${string}` | null;
  /** As a file writes it; its type is the type of the setting. */
  readonly default?: string | number | readonly string[];
  /** JSON Schema of the value. In the environment a list is written with commas. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly type: 'string' | 'integer' | 'number' | 'array' };
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  readonly meaning: string;
  readonly secret?: true;
  /** Turns the value of the file into the one that the server takes; absent where they are the same. */
  readonly forServer?: (value: never) => unknown;
}

/** The names of a setting by its key in the file: `keep_hours` is `VOUCH_KEEP_HOURS` in the environment and `--keep-hours` on the command line. */
const at = <Key extends string>(key: Key) =>
  ({ env: `VOUCH_${key.toUpperCase()}`, key: `server.${key}`, flag: `--${key.replaceAll('_', '-')}` }) as const;

const secretAt = <Key extends string>(key: Key) => ({ ...at(key), flag: null, secret: true }) as const;

const wholeNumber = (minimum: number, maximum: number, unit?: string) =>
  ({
    schema: { type: 'integer', minimum, maximum },
    allowed: `a whole number${unit === undefined ? '' : ` of ${unit}`} from ${minimum} to ${maximum}`,
  }) as const;
const atLeastZero = { schema: { type: 'number', minimum: 0 }, allowed: 'a number of at least 0' } as const;
const cidrs = {
  schema: { type: 'array', items: { type: 'string', format: 'cidr' } },
  allowed: 'a list of CIDRs such as `10.1.2.0/28`',
} as const;

/**
 * Every setting of a host. Types, defaults, the schema of the file, environment, flags, help, messages and the table of
 * `server/docs/operate/settings.md` are derived from here, in this order. A new setting is a row here and the line that uses it.
 * The engine's own defaults, such as its deadline, come from `core/assembly/defaults.ts`.
 */
export const settingsTable = {
  config: {
    env: 'VOUCH_CONFIG',
    key: null,
    flag: '--config',
    schema: { type: 'string', minLength: 1 },
    allowed: 'the path of a file',
    meaning:
      'the configuration file; without it the nearest `vouch.config.{yaml,yml,json,ts,mts,js,mjs}` from the working folder up to the project, the nearest folder with a `package.json` or a `.git`',
  },
  port: {
    ...at('port'),
    env: 'PORT',
    default: 8080,
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    allowed: 'an integer from 0 to 65535',
    meaning: 'the port to listen on; 0 takes a free one',
  },
  host: {
    ...at('host'),
    env: 'HOST',
    default: '127.0.0.1',
    schema: { type: 'string', pattern: '^[A-Za-z0-9.:_-]+$' },
    allowed: 'a host name or an IP address',
    meaning: 'the address to listen on; `0.0.0.0` is every one, as a container needs',
  },
  keys: {
    ...secretAt('keys'),
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', pattern: '^pk_[A-Za-z0-9_-]{16,200}$' } },
    allowed: 'a list of keys, each `pk_` and at least 16 letters, digits, `_` or `-`',
    meaning: 'API keys that are valid besides those of `vouch key create`',
  },
  store: {
    ...at('store'),
    default: 'sqlite:.vouch/vouch.db' as StoreAddress,
    schema: { type: 'string', pattern: '^(memory:|sqlite:.+|postgres(ql)?://.+)$' },
    allowed: '`sqlite:<file>`, `postgres://<user>@<host>/<database>` or `memory:`',
    meaning:
      'where keys, rates and quotas are kept: `sqlite:<file>` for one machine, `postgres://…` for many; `memory:` forgets them when the process ends',
  },
  rateLimit: {
    ...at('rate_limit'),
    default: 1,
    ...atLeastZero,
    meaning:
      'requests a second and IP on `/v1/extract` and all else that takes a document or has one sent (`POST /v1/webhooks`); 0 is no limit',
  },
  rateLimitPerKey: {
    ...at('rate_limit_per_key'),
    default: 0,
    ...atLeastZero,
    meaning:
      'requests a second, of the same kinds, with one key that has no limit of its own, over all servers of the store; 0 is no limit',
  },
  playground: {
    ...at('playground'),
    default: 'on' as OnOff,
    schema: { type: 'string', enum: ['on', 'off'] },
    allowed: '`on` or `off`',
    meaning: 'whether there is a playground: the page and `/v1/playground`, which needs no key; `off` answers both with a 404',
    forServer: (state: OnOff): boolean => state === 'on',
  },
  playgroundOrigins: {
    ...at('playground_origins'),
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', format: 'origin' } },
    allowed: 'a list of origins such as `https://app.example.com`, without a path',
    meaning:
      'origins of pages that may call `/v1/playground`; the page that is served here needs its own where it is reached by a name other than `localhost`',
  },
  trustedProxies: {
    ...at('trusted_proxies'),
    default: [] as readonly string[],
    ...cidrs,
    meaning: 'proxies whose `X-Forwarded-For` is believed',
  },
  drainMs: {
    ...at('drain_ms'),
    default: 5_000,
    ...wholeNumber(0, 300_000, 'milliseconds'),
    meaning: 'how long a SIGTERM leaves load balancers to see that `/readyz` says no, before new requests are refused',
  },
  metricsToken: {
    ...secretAt('metrics_token'),
    default: '',
    schema: { type: 'string', pattern: '^([!-~]{16,200})?$' },
    allowed: 'a token of 16 to 200 characters without spaces, or empty',
    meaning: 'shows metrics at `/metrics` to who sends it as a bearer token; without one there are none',
  },
  logLevel: {
    ...at('log_level'),
    default: 'info' as (typeof logLevels)[number],
    schema: { type: 'string', enum: logLevels },
    allowed: `one of ${logLevels.join(', ')}`,
    meaning: 'how much is logged on the standard output; a line a request and one an extraction at `info`',
  },
  sandbox: {
    ...at('sandbox'),
    default: 'network' as 'full' | 'network' | 'permissions' | 'none-accepted',
    schema: { type: 'string', enum: ['full', 'network', 'permissions', 'none-accepted'] },
    allowed: '`full`, `network`, `permissions` or `none-accepted`',
    meaning:
      'the weakest isolation of parsers that the server starts with. A document that takes its parser over can do nothing with `full`, can reach sockets in the file system with `network`, and the network and other processes of the same user with `permissions`; with `none-accepted` it can read and change all that the server can',
  },
  parserPer: {
    ...at('parser_per'),
    default: 'caller' as 'caller' | 'document' | 'shared',
    schema: { type: 'string', enum: ['caller', 'document', 'shared'] },
    allowed: '`caller`, `document` or `shared`',
    meaning:
      'whose documents one parser process may read: those of one `caller` (a key, or an address at the playground), one `document`, or all; with `shared` a document that takes its parser over can read and change those of other callers that come after it',
  },
  cacheSeconds: {
    ...at('cache_seconds'),
    default: 0,
    ...wholeNumber(0, 86_400, 'seconds'),
    meaning:
      'for how long an answer is given again, from memory and for no credits, to the same key for the same file, schema and options; 0 is never',
  },
  work: {
    ...at('work'),
    default: 2,
    ...wholeNumber(0, 256),
    meaning: 'how many jobs this process runs at a time; 0 is none: it takes them in for others that share its store',
  },
  jobsSecret: {
    ...secretAt('jobs_secret'),
    default: '',
    schema: { type: 'string', pattern: '^(.{32,}|)$' },
    allowed: 'a text of at least 32 characters, or empty',
    meaning:
      'a secret of all servers and workers of the store, with which documents of jobs are sealed until they are read; without it the store itself has what opens them',
  },
  documents: {
    ...at('documents'),
    default: '',
    schema: { type: 'string', pattern: '^(s3://.+|)$' },
    allowed: '`s3://<bucket>/<prefix>`, or empty',
    meaning:
      'a bucket in which the documents of jobs lie until they are read, `s3://<bucket>/<prefix>?region=…&endpoint=…`; without it they lie in the store',
  },
  receiptKey: {
    ...at('receipt_key'),
    default: '',
    schema: { type: 'string', pattern: '^(.+\\.pem|)$' },
    allowed: 'the path of a `.pem` file, or empty',
    meaning:
      'the file of the private key that `vouch key new` has made, with which answers are signed for `include=receipt`; without it there are no receipts',
  },
  keepHours: {
    ...at('keep_hours'),
    default: 168,
    ...wholeNumber(1, 8_760, 'hours'),
    meaning: 'the longest that the result of a job is kept; 24 hours where its caller does not say',
  },
  webhookNetworks: {
    ...at('webhook_networks'),
    default: [] as readonly string[],
    ...cidrs,
    meaning: 'networks that webhooks may call although they are private, also without TLS',
  },
  dailyTokens: {
    ...at('daily_tokens'),
    default: 0,
    ...wholeNumber(0, 2_000_000_000, 'tokens'),
    meaning: 'tokens that all providers together may use in a UTC day, input and output, over all servers of the store; 0 is no limit',
  },
  dailyCreditsPerKey: {
    ...at('daily_credits_per_key'),
    default: 0,
    ...wholeNumber(0, 2_000_000_000, 'credits'),
    meaning: 'credits that one key without a limit of its own may use in a UTC day, over all servers of the store; 0 is no limit',
  },
  dailyTokensPerKey: {
    ...at('daily_tokens_per_key'),
    default: 0,
    ...wholeNumber(0, 2_000_000_000, 'tokens'),
    meaning:
      'tokens that the requests of one key without a limit of its own may use in a UTC day, input and output, over all servers of the store; 0 is no limit',
  },
  dailyCostPerKey: {
    ...at('daily_cost_per_key'),
    default: 0,
    schema: { type: 'number', minimum: 0, maximum: 1_000_000_000 },
    allowed: 'a number from 0 to 1000000000',
    meaning:
      'what the requests of one key without a limit of its own may cost in a UTC day, in the currency of `prices`, over all servers of the store; 0 is no limit',
  },
  deadline: {
    env: 'VOUCH_DEADLINE_MS',
    key: 'deadline_ms',
    flag: '--deadline-ms',
    default: engineDefaults.deadlineMs as number,
    ...wholeNumber(1, 2_147_483_647, 'milliseconds'),
    meaning: 'the one deadline of a request, in milliseconds',
  },
} satisfies Readonly<Record<string, SettingRow>>;
