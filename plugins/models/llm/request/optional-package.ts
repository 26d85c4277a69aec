import { createRequire } from 'node:module';
import { ConfigError } from '../../../../core/index.js';

/**
 * Checks at boot that a vendor's package is there. It is loaded with the first request, because it takes time and may never be needed.
 * @throws ConfigError with the command that installs it
 */
export function requirePackage(plugin: string, name: string, range: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new ConfigError(`Plugin "${plugin}" needs a package that is not installed: npm install ${name}@${range}`, [], { cause });
  }
}

/** The package, by a name that the compiler does not follow: its types are of no use where it is absent. */
export const loadPackage = <T>(name: string): Promise<T> => import(name) as Promise<T>;
