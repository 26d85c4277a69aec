import { expect, it } from 'vitest';
import { main } from './main.js';

it.each([['--plain'], ['--answers'], ['--door'], ['--fault', '3']])(
  'refuses %s beside --schema, where it would do nothing',
  async (...option) => {
    await expect(main(['corpus', '--schema', 'own', ...option])).rejects.toThrow(
      `${option[0]} has no effect beside --schema: leave out one of them`,
    );
  },
);
