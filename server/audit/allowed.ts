import type { AppraisedField, Cap } from '../../core/index.js';
import type { Evidence } from './evidence.js';

/** The most that evidence can carry a value that quotes nothing, is concluded from what is printed, is printed roughly, or is printed. */
export const most = { unquoted: 0.3, concluded: 0.8, roughly: 0.9, printed: 0.99 } as const;

/**
 * The caps of a field that hold whoever read it. What another reader and the model's own word are worth is left out: a second reader may have
 * agreed, which lifts 0.95 to 0.99, and its word is not in the result. Without the caller's schema the labels of a field are unknown, too.
 */
export const bindingCaps = ({ caps }: AppraisedField, { schema }: Pick<Evidence, 'schema'>): readonly Cap[] =>
  caps.filter(
    ({ name }) => !/^(?:agreement|model)\./.test(name) && (schema !== undefined || !/^(?:label|uniqueness|absence)\./.test(name)),
  );

/** The lowest of the caps. */
export const decisive = (caps: readonly Cap[]): Cap | undefined =>
  caps.reduce<Cap | undefined>((low, cap) => (low && low.value <= cap.value ? low : cap), undefined);
