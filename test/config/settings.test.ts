import { describe, expect, it } from 'vitest';
import { fits } from '../../config/checks/validate.js';
import { configSchema, defaultConfig, settings } from '../../config/index.js';

/** The default at a dotted key: the one place where it is written down. */
const defaultAt = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined), defaultConfig);

describe('the table of settings', () => {
  it.each(settings.flatMap((setting) => (setting.key === null ? [] : [[setting.key, setting] as const])))(
    'has a default that fits for %s',
    (key, setting) => {
      expect(fits(setting, defaultAt(key))).toBe(true);
    },
  );

  it('covers every server setting of the configuration', () => {
    const keys = settings.flatMap(({ key }) => (key?.startsWith('server.') ? [key.slice('server.'.length)] : []));
    expect(keys).toEqual(Object.keys(defaultConfig.server));
  });

  it('keeps secrets off the command line', () => {
    expect(settings.filter(({ secret }) => secret).map(({ flag }) => flag)).toEqual([null, null]);
  });

  it('shares its keys with the published schema', () => {
    expect(Object.keys(configSchema.properties)).toEqual(['$schema', ...Object.keys(defaultConfig)]);
  });
});
