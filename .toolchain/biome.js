#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const name = `@biomejs/cli-${process.platform}-${process.arch}`;
const [command, ...before] = installed() ?? ['npx', '--yes', `@biomejs/biome@${version()}`];
process.exit(spawnSync(command, [...before, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);

function installed() {
  try {
    return [fileURLToPath(import.meta.resolve(`${name}/biome`))];
  } catch {
    // For macOS, Windows and Alpine the install brings none; npx gets the same version from a registry that has it.
    return undefined;
  }
}

function version() {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return optionalDependencies['@biomejs/cli-linux-x64'];
}
