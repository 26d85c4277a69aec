import { ConfigError } from '../contracts/errors.js';
import type { Part } from '../contracts/extraction.js';
import { pluginApi } from '../contracts/plugin.js';

/** What each major of the plugin API changed, so that the refusal of a plugin of another one says what to look at. */
const changes: Readonly<Record<number, string>> = {
  1: 'seven kinds of one method each; options by JSON Schema; a rule states findings and checks once a reading',
};

/**
 * Why this Vouch cannot run a plugin, by the `api` of its definition; undefined where it can. Takes any value, because a plugin of another
 * API may have another shape. A definition without `api` is of the first.
 */
export function apiMismatch(plugin: unknown, label: string): string | undefined {
  const { api = 1 } = Object(plugin) as { readonly api?: unknown };
  if (api === pluginApi) return undefined;
  const ours = `This Vouch has API ${pluginApi} (${changes[pluginApi]})`;
  if (typeof api !== 'number' || !Number.isInteger(api) || api < 1)
    return `Plugin "${label}": its api must be ${pluginApi}, not ${JSON.stringify(api)}. ${ours}.`;
  const theirs = changes[api] === undefined ? '' : `, which had ${changes[api]}`;
  const help = api > pluginApi ? 'Install a Vouch that has it' : 'Change it as the changelog of Vouch says under that API';
  return `Plugin "${label}" is for plugin API ${api}${theirs}. ${ours}. ${help}, or a version of the plugin for API ${pluginApi}.`;
}

/** @throws ConfigError where a part is of another API */
export function refuseOtherApi({ plugin, label }: Part, place: readonly (string | number)[]): void {
  const foreign = apiMismatch(plugin, label ?? plugin.name);
  if (foreign) throw new ConfigError(foreign, place);
}
