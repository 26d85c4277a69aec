import { describe, expect, expectTypeOf, it } from 'vitest';
import { ConfigError, definePlugin, type Plugin } from '../../../core/index.js';
import { engineOf } from '../builders.js';

const ruleOfApi = (api: unknown): Plugin<'rule'> =>
  ({ kind: 'rule', name: 'later', api, create: () => ({ type: 'LATER', check: async () => [] }) }) as unknown as Plugin<'rule'>;

const refusalOf = (...apis: readonly unknown[]): string => {
  try {
    engineOf({ rules: apis.map((api) => ({ plugin: ruleOfApi(api) })) });
    return 'it starts';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

describe('a plugin', () => {
  it('of this API is taken, and so is one that says none', () => {
    expect([refusalOf(1), refusalOf(undefined)]).toEqual(['it starts', 'it starts']);
  });

  it('of another API is refused at the start, with what this one is and what would help', () => {
    expect(refusalOf(2)).toMatch(
      /^Plugin "later" is for plugin API 2\. This Vouch has API 1 \(.+\)\. Install a Vouch that has it, or a version of the plugin for API 1\.$/,
    );
  });

  it.each(['1', 0, 1.5, null])('of an API that cannot be (%j) is refused as well', (api) => {
    expect(refusalOf(api)).toContain(`its api must be 1, not ${JSON.stringify(api)}`);
  });

  it('is one of several mistakes that are said at once', () => {
    expect(refusalOf(2, 3).split('\n')).toHaveLength(2);
  });

  it('of another API does not compile', () => {
    // @ts-expect-error: there is no such API yet
    definePlugin({ kind: 'rule', name: 'later', api: 2, create: () => ({ type: 'LATER', check: async () => [] }) });
    expectTypeOf<Plugin['api']>().toEqualTypeOf<1 | undefined>();
  });
});
