import type { Decimal, Part } from '../../../core/index.js';

/** The most that a model can use for the sample invoice. The cost is absent where the model has no price. */
export interface LiveSpending {
  readonly part: Part<'model'>;
  readonly label: string;
  readonly tokens: number;
  readonly cost?: Decimal;
}
