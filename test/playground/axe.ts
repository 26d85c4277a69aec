import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Axe on a page, without an account of all that is well: that takes longer than looking. */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
