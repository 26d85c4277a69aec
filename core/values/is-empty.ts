import type { AppraisedField } from '../contracts/draft.js';

/** Whether a field has no value: a null, or an array without rows. */
export const isEmpty = ({ value }: AppraisedField): boolean => value === null || (Array.isArray(value) && value.length === 0);
