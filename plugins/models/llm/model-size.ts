import type { ReaderKind } from '../../../core/index.js';

/** Words in the names of models that their makers sell as their large ones. A word of its own only: `pro`, not `prompt`. */
const large = words('opus sonnet fable mythos astra sol terra pro large ultra plus max');
const small = words('mini nano lite flash haiku small tiny luna air edge mobile');
/** Version names without a word for the size: the plain model is the large one of its time. */
const plainNames = /^(?:gpt-(?:4o|4\.1|[5-9](?:\.\d+)?)(?:-\d{4}-\d{2}-\d{2})?|o[1-9])$/;
/** Models of at least so many billion parameters count as large. */
const largeBillions = 30;

/**
 * Whether a model is one of the large or of the small ones, by the name that its maker gives it. A name that says nothing counts as small,
 * whose values are believed less.
 */
export function sizeOf(model: string): Extract<ReaderKind, 'large' | 'small'> {
  const name = model.toLowerCase();
  const billions = Number(/(?:^|[^\d.])(\d+(?:\.\d+)?)b(?![a-z\d])/.exec(name)?.[1] ?? 0);
  if (small.test(name)) return 'small';
  return large.test(name) || plainNames.test(name) || billions >= largeBillions ? 'large' : 'small';
}

function words(list: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${list.replaceAll(' ', '|')})(?![a-z])`);
}
