import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CalibrationTable } from '../core/index.js';
import type { Config } from './config.js';
import { redact } from './redact.js';

interface IngredientSources {
  readonly variableTexts: ReadonlyMap<string, string>;
  readonly calibrations: readonly CalibrationTable[];
  /** In which the paths of the configuration begin. */
  readonly folder: string;
}

/**
 * What makes answers, as plain data without secrets, for receipts: the configuration but that of the server, and of it alone the readers, the rules
 * and the tables. A file that it names stands there with its text, but not what that file imports.
 */
export function ingredientsOf({ server: _, ...config }: Config, { variableTexts, calibrations, folder }: IngredientSources) {
  const shown = redact(config, { variableTexts, all: false }) as Omit<Config, 'server'>;
  const { converters, recognizers, splitter = null, tiers, witnesses, gate, rules, injector } = shown;
  const withFiles = (parts: unknown) => ({ parts, files: pathsIn(parts).map((path) => textOf(resolve(folder, path))) });
  return {
    configuration: shown,
    models: withFiles({ converters, recognizers, splitter, tiers, witnesses }),
    rules: withFiles({ gate, rules, injector }),
    tables: calibrations,
  };
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^\.{0,2}\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** A path that is no file, such as an address within a part's options, has no text. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
