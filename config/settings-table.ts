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
    env: 'PORT',
    key: 'server.port',
    flag: '--port',
    default: 8080,
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    allowed: 'an integer from 0 to 65535',
    meaning: 'the port to listen on; 0 takes a free one',
  },
  host: {
    env: 'HOST',
    key: 'server.host',
    flag: '--host',
    default: '127.0.0.1',
    schema: { type: 'string', pattern: '^[A-Za-z0-9.:_-]+$' },
    allowed: 'a host name or an IP address',
    meaning: 'the address to listen on; `0.0.0.0` is every one, as a container needs',
  },
  keys: {
    env: 'VOUCH_KEYS',
    key: 'server.keys',
    flag: null,
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', pattern: '^pk_[A-Za-z0-9_-]{16,200}$' } },
    allowed: 'a list of keys, each `pk_` and at least 16 letters, digits, `_` or `-`',
    meaning: 'API keys that are valid besides those of `vouch key create`',
    secret: true,
  },
  store: {
    env: 'VOUCH_STORE',
    key: 'server.store',
    flag: '--store',
    default: 'sqlite:.vouch/vouch.db' as StoreAddress,
    schema: { type: 'string', pattern: '^(memory:|sqlite:.+|postgres(ql)?://.+)$' },
    allowed: '`sqlite:<file>`, `postgres://<user>@<host>/<database>` or `memory:`',
    meaning:
      'where keys, rates and quotas are kept: `sqlite:<file>` for one machine, `postgres://…` for many; `memory:` forgets them when the process ends',
  },
  rateLimit: {
    env: 'VOUCH_RATE_LIMIT',
    key: 'server.rate_limit',
    flag: '--rate-limit',
    default: 1,
    schema: { type: 'number', minimum: 0 },
    allowed: 'a number of at least 0',
    meaning: 'requests a second and IP on `/v1/extract`; 0 is no limit',
  },
  rateLimitPerKey: {
    env: 'VOUCH_RATE_LIMIT_PER_KEY',
    key: 'server.rate_limit_per_key',
    flag: '--rate-limit-per-key',
    default: 0,
    schema: { type: 'number', minimum: 0 },
    allowed: 'a number of at least 0',
    meaning: 'requests a second on `/v1/extract` with one key that has no limit of its own, over all servers of the store; 0 is no limit',
  },
  playground: {
    env: 'VOUCH_PLAYGROUND',
    key: 'server.playground',
    flag: '--playground',
    default: 'on' as OnOff,
    schema: { type: 'string', enum: ['on', 'off'] },
    allowed: '`on` or `off`',
    meaning: 'whether there is a playground: the page and `/v1/playground`, which needs no key; `off` answers both with a 404',
    forServer: (state: OnOff): boolean => state === 'on',
  },
  playgroundOrigins: {
    env: 'VOUCH_PLAYGROUND_ORIGINS',
    key: 'server.playground_origins',
    flag: '--playground-origins',
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', format: 'origin' } },
    allowed: 'a list of origins such as `https://app.example.com`, without a path',
    meaning:
      'origins of pages that may call `/v1/playground`; the page that is served here needs its own where it is reached by a name other than `localhost`',
  },
  trustedProxies: {
    env: 'VOUCH_TRUSTED_PROXIES',
    key: 'server.trusted_proxies',
    flag: '--trusted-proxies',
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', format: 'cidr' } },
    allowed: 'a list of CIDRs such as `10.1.2.0/28`',
    meaning: 'proxies whose `X-Forwarded-For` is believed',
  },
  drainMs: {
    env: 'VOUCH_DRAIN_MS',
    key: 'server.drain_ms',
    flag: '--drain-ms',
    default: 5_000,
    schema: { type: 'integer', minimum: 0, maximum: 300_000 },
    allowed: 'a whole number of milliseconds from 0 to 300000',
    meaning: 'how long a SIGTERM leaves load balancers to see that `/readyz` says no, before new requests are refused',
  },
  metricsToken: {
    env: 'VOUCH_METRICS_TOKEN',
    key: 'server.metrics_token',
    flag: null,
    default: '',
    schema: { type: 'string', pattern: '^([!-~]{16,200})?$' },
    allowed: 'a token of 16 to 200 characters without spaces, or empty',
    meaning: 'shows metrics at `/metrics` to who sends it as a bearer token; without one there are none',
    secret: true,
  },
  logLevel: {
    env: 'VOUCH_LOG_LEVEL',
    key: 'server.log_level',
    flag: '--log-level',
    default: 'info' as (typeof logLevels)[number],
    schema: { type: 'string', enum: logLevels },
    allowed: `one of ${logLevels.join(', ')}`,
    meaning: 'how much is logged on the standard output; a line a request and one an extraction at `info`',
  },
  sandbox: {
    env: 'VOUCH_SANDBOX',
    key: 'server.sandbox',
    flag: '--sandbox',
    default: 'network' as 'full' | 'network' | 'permissions' | 'none-accepted',
    schema: { type: 'string', enum: ['full', 'network', 'permissions', 'none-accepted'] },
    allowed: '`full`, `network`, `permissions` or `none-accepted`',
    meaning:
      'the weakest isolation of parsers that the server starts with. A document that takes its parser over can do nothing with `full`, can reach sockets in the file system with `network`, and the network and other processes of the same user with `permissions`; with `none-accepted` it can read and change all that the server can',
  },
  parserPer: {
    env: 'VOUCH_PARSER_PER',
    key: 'server.parser_per',
    flag: '--parser-per',
    default: 'caller' as 'caller' | 'document' | 'shared',
    schema: { type: 'string', enum: ['caller', 'document', 'shared'] },
    allowed: '`caller`, `document` or `shared`',
    meaning:
      'whose documents one parser process may read: those of one `caller` (a key, or an address at the playground), one `document`, or all; with `shared` a document that takes its parser over can read and change those of other callers that come after it',
  },
  cacheSeconds: {
    env: 'VOUCH_CACHE_SECONDS',
    key: 'server.cache_seconds',
    flag: '--cache-seconds',
    default: 0,
    schema: { type: 'integer', minimum: 0, maximum: 86_400 },
    allowed: 'a whole number of seconds from 0 to 86400',
    meaning:
      'for how long an answer is given again, from memory and for no credits, to the same key for the same file, schema and options; 0 is never',
  },
  work: {
    env: 'VOUCH_WORK',
    key: 'server.work',
    flag: '--work',
    default: 2,
    schema: { type: 'integer', minimum: 0, maximum: 256 },
    allowed: 'a whole number from 0 to 256',
    meaning: 'how many jobs this process runs at a time; 0 is none: it takes them in for others that share its store',
  },
  jobsSecret: {
    env: 'VOUCH_JOBS_SECRET',
    key: 'server.jobs_secret',
    flag: null,
    default: '',
    schema: { type: 'string', pattern: '^(.{32,}|)$' },
    allowed: 'a text of at least 32 characters, or empty',
    meaning:
      'a secret of all servers and workers of the store, with which documents of jobs are sealed until they are read; without it the store itself has what opens them',
    secret: true,
  },
  documents: {
    env: 'VOUCH_DOCUMENTS',
    key: 'server.documents',
    flag: '--documents',
    default: '',
    schema: { type: 'string', pattern: '^(s3://.+|)$' },
    allowed: '`s3://<bucket>/<prefix>`, or empty',
    meaning:
      'a bucket in which the documents of jobs lie until they are read, `s3://<bucket>/<prefix>?region=…&endpoint=…`; without it they lie in the store',
  },
  receiptKey: {
    env: 'VOUCH_RECEIPT_KEY',
    key: 'server.receipt_key',
    flag: '--receipt-key',
    default: '',
    schema: { type: 'string', pattern: '^(.+\\.pem|)$' },
    allowed: 'the path of a `.pem` file, or empty',
    meaning:
      'the file of the private key that `vouch key new` has made, with which answers are signed for `include=receipt`; without it there are no receipts',
  },
  keepHours: {
    env: 'VOUCH_KEEP_HOURS',
    key: 'server.keep_hours',
    flag: '--keep-hours',
    default: 168,
    schema: { type: 'integer', minimum: 1, maximum: 8_760 },
    allowed: 'a whole number of hours from 1 to 8760',
    meaning: 'the longest that the result of a job is kept; 24 hours where its caller does not say',
  },
  webhookNetworks: {
    env: 'VOUCH_WEBHOOK_NETWORKS',
    key: 'server.webhook_networks',
    flag: '--webhook-networks',
    default: [] as readonly string[],
    schema: { type: 'array', items: { type: 'string', format: 'cidr' } },
    allowed: 'a list of CIDRs such as `10.1.2.0/28`',
    meaning: 'networks that webhooks may call although they are private, also without TLS',
  },
  dailyTokens: {
    env: 'VOUCH_DAILY_TOKENS',
    key: 'server.daily_tokens',
    flag: '--daily-tokens',
    default: 0,
    schema: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    allowed: 'a whole number of tokens from 0 to 2000000000',
    meaning: 'tokens that all providers together may use in a UTC day, input and output, over all servers of the store; 0 is no limit',
  },
  dailyCreditsPerKey: {
    env: 'VOUCH_DAILY_CREDITS_PER_KEY',
    key: 'server.daily_credits_per_key',
    flag: '--daily-credits-per-key',
    default: 0,
    schema: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    allowed: 'a whole number of credits from 0 to 2000000000',
    meaning: 'credits that one key without a limit of its own may use in a UTC day, over all servers of the store; 0 is no limit',
  },
  dailyTokensPerKey: {
    env: 'VOUCH_DAILY_TOKENS_PER_KEY',
    key: 'server.daily_tokens_per_key',
    flag: '--daily-tokens-per-key',
    default: 0,
    schema: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    allowed: 'a whole number of tokens from 0 to 2000000000',
    meaning:
      'tokens that the requests of one key without a limit of its own may use in a UTC day, input and output, over all servers of the store; 0 is no limit',
  },
  dailyCostPerKey: {
    env: 'VOUCH_DAILY_COST_PER_KEY',
    key: 'server.daily_cost_per_key',
    flag: '--daily-cost-per-key',
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
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    allowed: 'a whole number of milliseconds from 1 to 2147483647',
    meaning: 'the one deadline of a request, in milliseconds',
  },
} satisfies Readonly<Record<string, SettingRow>>;
