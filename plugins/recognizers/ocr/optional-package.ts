import { createRequire } from 'node:module';

export interface OptionalPackage {
  readonly name: string;
  /** What is loaded of it, where that is not its main entry. */
  readonly entry?: string;
}

export function isInstalled({ name, entry = name }: OptionalPackage): boolean {
  try {
    createRequire(import.meta.url).resolve(entry);
    return true;
  } catch {
    return false;
  }
}

/** What installs packages in the versions that Vouch is tested with. */
export function installing(names: readonly string[]): string {
  const { optionalDependencies: versions }: { readonly optionalDependencies: Readonly<Record<string, string>> } = createRequire(
    import.meta.url,
  )('vouch/package.json');
  return `npm install ${names.map((name) => (versions[name] === undefined ? name : `${name}@${versions[name]}`)).join(' ')}`;
}
