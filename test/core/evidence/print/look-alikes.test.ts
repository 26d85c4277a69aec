import { describe, expect, it } from 'vitest';
import { mixesLookAlikes, skeleton } from '../../../../core/evidence/print/look-alikes.js';

describe('letters that nobody can tell apart', () => {
  it('are the same letter in Latin, Greek, Cyrillic and wide forms', () => {
    expect(['\u0406NV-7', '\u0399NV-7', '\uFF29\uFF2E\uFF36-\uFF17'].map(skeleton)).toEqual(['INV-7', 'INV-7', 'INV-7']);
  });

  it('are told where a word mixes them with Latin ones, and not where a name is in its own script', () => {
    expect(['\u0406NV-7', 'Br\u0456ghtwater Ltd'].map(mixesLookAlikes)).toEqual([true, true]);
    expect(['INV-7', '\u041E\u041E\u041E Rosa', '\u041C\u043E\u0441\u043A\u0432\u0430'].map(mixesLookAlikes)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
