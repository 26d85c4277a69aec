/** The parts of the runtime that not every runtime has. They are looked up, not imported, so that no bundler has to find them. */
interface Surroundings {
  readonly process?: { readonly versions?: { readonly node?: string }; getBuiltinModule?(name: 'node:fs'): FileSystem | undefined };
  readonly document?: unknown;
  readonly window?: unknown;
  readonly importScripts?: unknown;
}

interface FileSystem {
  readonly promises: { stat(path: string | URL): Promise<{ readonly size: number; isDirectory(): boolean }> };
  createReadStream(path: string | URL): AsyncIterable<Uint8Array>;
}

const surroundings = globalThis as Surroundings;

/** Node, Deno and Bun have files; workers and browsers have not. */
export const fileSystem = (): FileSystem | undefined => surroundings.process?.getBuiltinModule?.('node:fs');

/** What a runtime does where the server redirects. Workers (workerd) know no `'error'` and throw at it; elsewhere `'manual'` would copy the body. */
export function redirectMode(): 'error' | 'manual' {
  try {
    new Request('http://localhost/', { redirect: 'error' });
    return 'error';
  } catch {
    return 'manual';
  }
}

/** A page, or a worker of one. Node with a simulated page is none. */
export const isBrowser = (): boolean =>
  surroundings.process?.versions?.node === undefined &&
  ((surroundings.window !== undefined && surroundings.document !== undefined) || typeof surroundings.importScripts === 'function');
