import { openRelay } from '../../fakes/relay.js';
import { openSchema, type TestSchema } from '../../server/state/open-schema.js';
import { type ServerProcess, startVouch, untilWell } from '../bench/server.js';
import { postgres } from './postgres.js';
import { metricsToken } from './watch.js';

/** Server processes behind one address. */
export interface Fleet {
  readonly url: string;
  readonly servers: readonly ServerProcess[];
  /** The schema of their shared state; absent when each server keeps its own in memory. */
  readonly schema?: TestSchema;
  stop(): Promise<void>;
}

export interface FleetPlan {
  readonly config?: string;
  /** 1 when absent. */
  readonly instances?: number;
  /** Whether the state is in PostgreSQL; true by default for several instances. */
  readonly shared?: boolean;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the servers of a plan. Several share a PostgreSQL schema, dropped at the end, behind a TCP balancer. */
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
