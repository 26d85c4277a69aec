/** What the doors need to know. The entry points pass the members on; nothing else of the server reads the configuration. */
export interface ServerSettings {
  /** 0 = a free one. */
  readonly port: number;
  readonly host: string;
  /** Keys that are valid besides those in the store; each `pk_` and at least 16 characters. */
  readonly keys: readonly string[];
  readonly store: Store;
  /** Requests a second and IP on `/v1/extract`; 0 = no limit. */
  readonly rateLimit: number;
  readonly playground: boolean;
  /** Exact origins that may call the playground: 'https://app.example.com'. */
  readonly playgroundOrigins: readonly string[];
  /** CIDRs whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** From a SIGTERM to the first refusal. */
  readonly drainMs: number;
  /** Who has it sees `/metrics`; empty = there are none. */
  readonly metricsToken: string;
  readonly logLevel: LogLevel;
  /** Tokens that all providers together may use in a day; 0 = no limit. */
  readonly dailyTokens: number;
  /** For how long an answer is given again to the same key for the same request; 0 = never. */
  readonly cacheSeconds: number;
}

export type LogLevel = (typeof logLevels)[number];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where keys, rates and quotas are kept: a file, the process itself, or a database that several machines share. */
export type Store = `sqlite:${string}` | 'memory:' | `postgres://${string}` | `postgresql://${string}`;

/** One setting that can be given in more places than the file. Strongest first: flag, environment, file, default. */
export interface Setting {
  readonly name: 'config' | 'deadline' | keyof ServerSettings;
  readonly env: string;
  /** Dotted, as in the file. Null for what the file cannot say. */
  readonly key: string | null;
  /** Null where a command line would show a secret to every user of the machine. */
  readonly flag: string | null;
  /** JSON Schema of the value. A list is written with commas in the environment. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly type: 'string' | 'integer' | 'number' | 'array' };
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  readonly meaning: string;
  readonly secret?: true;
}

export const settings: readonly Setting[] = [
  {
    name: 'config',
    env: 'VOUCH_CONFIG',
    key: null,
    flag: '--config',
    schema: { type: 'string', minLength: 1 },
    allowed: 'the path of a file',
    meaning: 'the configuration file; without it the nearest `vouch.config.{yaml,yml,json,ts,mts,js,mjs}` from the working folder upwards',
  },
  {
    name: 'port',
    env: 'PORT',
    key: 'server.port',
    flag: '--port',
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    allowed: 'an integer from 0 to 65535',
    meaning: 'the port to listen on; 0 takes a free one',
  },
  {
    name: 'host',
    env: 'HOST',
    key: 'server.host',
    flag: '--host',
    schema: { type: 'string', pattern: '^[A-Za-z0-9.:_-]+$' },
    allowed: 'a host name or an IP address',
    meaning: 'the address to listen on; `0.0.0.0` is every one, as a container needs',
  },
  {
    name: 'keys',
    env: 'VOUCH_KEYS',
    key: 'server.keys',
    flag: null,
    schema: { type: 'array', items: { type: 'string', pattern: '^pk_[A-Za-z0-9_-]{16,200}$' } },
    allowed: 'a list of keys, each `pk_` and at least 16 letters, digits, `_` or `-`',
    meaning: 'API keys that are valid besides those of `vouch key create`',
    secret: true,
  },
  {
    name: 'store',
    env: 'VOUCH_STORE',
    key: 'server.store',
    flag: '--store',
    schema: { type: 'string', pattern: '^(memory:|sqlite:.+|postgres(ql)?://.+)$' },
    allowed: '`sqlite:<file>`, `postgres://<user>@<host>/<database>` or `memory:`',
    meaning:
      'where keys, rates and quotas are kept: `sqlite:<file>` for one machine, `postgres://…` for many; `memory:` forgets them when the process ends',
  },
  {
    name: 'rateLimit',
    env: 'VOUCH_RATE_LIMIT',
    key: 'server.rate_limit',
    flag: '--rate-limit',
    schema: { type: 'number', minimum: 0 },
    allowed: 'a number of at least 0',
    meaning: 'requests a second and IP on `/v1/extract`; 0 is no limit',
  },
  {
    name: 'playground',
    env: 'VOUCH_PLAYGROUND',
    key: 'server.playground',
    flag: '--playground',
    schema: { type: 'string', enum: ['on', 'off'] },
    allowed: '`on` or `off`',
    meaning: 'whether there is a playground: the page and `/v1/playground`, which needs no key; `off` answers both with a 404',
  },
  {
    name: 'playgroundOrigins',
    env: 'VOUCH_PLAYGROUND_ORIGINS',
    key: 'server.playground_origins',
    flag: '--playground-origins',
    schema: { type: 'array', items: { type: 'string', format: 'origin' } },
    allowed: 'a list of origins such as `https://app.example.com`, without a path',
    meaning:
      'origins of pages that may call `/v1/playground`; the page that is served here needs its own where it is reached by a name other than `localhost`',
  },
  {
    name: 'trustedProxies',
    env: 'VOUCH_TRUSTED_PROXIES',
    key: 'server.trusted_proxies',
    flag: '--trusted-proxies',
    schema: { type: 'array', items: { type: 'string', format: 'cidr' } },
    allowed: 'a list of CIDRs such as `10.0.0.0/8`',
    meaning: 'proxies whose `X-Forwarded-For` is believed',
  },
  {
    name: 'drainMs',
    env: 'VOUCH_DRAIN_MS',
    key: 'server.drain_ms',
    flag: '--drain-ms',
    schema: { type: 'integer', minimum: 0, maximum: 300_000 },
    allowed: 'a whole number of milliseconds from 0 to 300000',
    meaning: 'how long a SIGTERM leaves load balancers to see that `/readyz` says no, before new requests are refused',
  },
  {
    name: 'metricsToken',
    env: 'VOUCH_METRICS_TOKEN',
    key: 'server.metrics_token',
    flag: null,
    schema: { type: 'string', pattern: '^([!-~]{16,200})?$' },
    allowed: 'a token of 16 to 200 characters without spaces, or empty',
    meaning: 'shows metrics at `/metrics` to who sends it as a bearer token; without one there are none',
    secret: true,
  },
  {
    name: 'logLevel',
    env: 'VOUCH_LOG_LEVEL',
    key: 'server.log_level',
    flag: '--log-level',
    schema: { type: 'string', enum: logLevels },
    allowed: `one of ${logLevels.join(', ')}`,
    meaning: 'how much is logged on the standard output; a line a request and one an extraction at `info`',
  },
  {
    name: 'cacheSeconds',
    env: 'VOUCH_CACHE_SECONDS',
    key: 'server.cache_seconds',
    flag: '--cache-seconds',
    schema: { type: 'integer', minimum: 0, maximum: 86_400 },
    allowed: 'a whole number of seconds from 0 to 86400',
    meaning:
      'for how long an answer is given again, from memory and for no credits, to the same key for the same file, schema and options; 0 is never',
  },
  {
    name: 'dailyTokens',
    env: 'VOUCH_DAILY_TOKENS',
    key: 'server.daily_tokens',
    flag: '--daily-tokens',
    schema: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    allowed: 'a whole number of tokens from 0 to 2000000000',
    meaning: 'tokens that all providers together may use in a UTC day, input and output, over all servers of the store; 0 is no limit',
  },
  {
    name: 'deadline',
    env: 'VOUCH_DEADLINE_MS',
    key: 'deadline_ms',
    flag: '--deadline-ms',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    allowed: 'a whole number of milliseconds from 1 to 2147483647',
    meaning: 'the one deadline of a request, in milliseconds',
  },
];
