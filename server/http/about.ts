import { createRequire } from 'node:module';

export interface PackageInfo {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** Name, version and description from package.json, which is resolved by name, so that this file can move. */
export function about(): PackageInfo {
  const { name, version, description } = createRequire(import.meta.url)('vouch/package.json') as PackageInfo;
  return { name, version, description };
}
