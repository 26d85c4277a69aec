import { createRequire } from 'node:module';

export interface PackageInfo {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** What the package says of itself. It finds itself by name, so the place of this file does not matter. */
export function about(): PackageInfo {
  const { name, version, description } = createRequire(import.meta.url)('vouch/package.json') as PackageInfo;
  return { name, version, description };
}
