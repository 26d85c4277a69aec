import { openRelay } from '../../fakes/relay.js';
import { openSchema, type TestSchema } from '../../server/state/open-schema.js';
import { type ServerProcess, startVouch, untilWell } from '../bench/server.js';
import { postgres } from './postgres.js';
import { metricsToken } from './watch.js';

/** Servers in processes of their own, and one address for all of them. */
export interface Fleet {
  readonly url: string;
  readonly servers: readonly ServerProcess[];
  /** Where they keep their state together; absent where each has a memory of its own. */
  readonly schema?: TestSchema;
  stop(): Promise<void>;
}

export interface FleetPlan {
  readonly config?: string;
  /** 1 when absent. */
  readonly instances?: number;
  /** Whether the state is in PostgreSQL; it is where there are several. */
  readonly shared?: boolean;
  /** More of their environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The servers of a plan; several of them share a PostgreSQL, in a schema that is dropped in the end, and stand behind a balancer of connections. */
export async function startFleet({ config = '', instances = 1, shared = instances > 1, env = {} }: FleetPlan): Promise<Fleet> {
  const schema = shared ? await openSchema(await postgres()) : undefined;
  const settings = { ...env, VOUCH_METRICS_TOKEN: metricsToken, ...(schema && { VOUCH_STORE: schema.url }) };
  const servers = await Promise.all(Array.from({ length: instances }, () => startVouch(config, settings)));
  await Promise.all(servers.map(untilWell));
  const [only] = servers;
  const balancer = servers.length > 1 ? await openRelay(...servers.map(({ url }) => Number(new URL(url).port))) : undefined;
  return {
    url: balancer ? `http://127.0.0.1:${balancer.port}` : (only?.url ?? ''),
    servers,
    ...(schema && { schema }),
    async stop() {
      balancer?.close();
      await Promise.all(servers.map((server) => server.stop()));
      await schema?.drop();
    },
  };
}
