import { describe, expect, expectTypeOf, it } from 'vitest';
import { ConfigError, definePlugin, type Part, type Plugin } from '../../core/index.js';
import { engineOf } from './builders.js';

describe('several mistakes', () => {
  /** A rule that finds in its `create` what its options schema cannot say: a file that is missing, an expression that does not parse. */
  const refusing = (message: string): Part<'rule'> => ({
    plugin: definePlugin({
      kind: 'rule',
      name: 'refusing',
      create: () => {
        throw new ConfigError(message);
      },
    }),
  });

  it('what several rules refuse at the start is said at once, each with its place', () => {
    const sound = definePlugin({ kind: 'rule', name: 'sound', create: () => ({ type: 'SOUND', check: async () => [] }) });
    let error: unknown;
    try {
      engineOf({ rules: [refusing('no file'), { plugin: sound }, refusing('no expression')] });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'ConfigError', message: 'no file\nno expression' });
    const { errors } = (error as { readonly cause: AggregateError }).cause;
    expect(errors.map(({ place }) => place)).toEqual([
      ['rules', 0],
      ['rules', 2],
    ]);
  });

  it('and so is what parts of other kinds refuse', () => {
    const gate: Part<'gate'> = {
      plugin: definePlugin({
        kind: 'gate',
        name: 'strict',
        create: () => {
          throw new ConfigError('no threshold');
        },
      }),
    };
    expect(() => engineOf({ rules: [refusing('no file')], gate })).toThrow('no file\nno threshold');
  });
});

describe('plugin of another api', () => {
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
});
