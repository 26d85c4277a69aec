import { expect, it } from 'vitest';
import { ConfigError, definePlugin, type Part } from '../../../core/index.js';
import { engineOf } from '../builders.js';

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
