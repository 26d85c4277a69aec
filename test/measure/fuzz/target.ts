import { type ServerProcess, startVouch } from '../bench/server.js';

/** A server under test. It is restarted when it dies, and deaths are counted. */
export interface FuzzTarget {
  url(): Promise<string>;
  pid(): number;
  deaths(): number;
  close(): Promise<void>;
}

export async function openTarget(config: string): Promise<FuzzTarget> {
  let server: Promise<ServerProcess> = startVouch(config);
  let current = await server;
  let dead = 0;
  return {
    async url() {
      if (!(await server).alive() && (await server) === current) {
        dead += 1;
        server = startVouch(config);
      }
      current = await server;
      return current.url;
    },
    pid: () => current.pid,
    deaths: () => dead + (current.alive() ? 0 : 1),
    close: async () => (current.alive() ? current.stop() : undefined),
  };
}
