import { describe, expect, it } from 'vitest';
import { excess } from './work.js';

describe('the gate on work', () => {
  it('lets work grow by a tenth', () => {
    expect(excess({ 'core/stages': 60, 'plugins/models': 50 }, { 'core/stages': 50, 'plugins/models': 50 })).toBeUndefined();
  });

  it('says by how much work has grown beyond that', () => {
    expect(excess({ 'core/stages': 70, 'plugins/models': 50 }, { 'core/stages': 50, 'plugins/models': 50 })).toContain('20 % more work');
  });

  it('fails where nothing is kept yet', () => {
    expect(excess({ 'core/stages': 70 }, {})).toContain('more work');
  });
});
