import type { Json } from '../../core/index.js';
import { agrees } from '../eval/agrees.js';
import type { LineField } from '../eval/truth-file.js';
import type { HeaderName } from './sheet.js';

/** Whether an answered value is the true one; of ids that no truth file states, letter for letter. */
export const agreesWith = (name: HeaderName | LineField, truth: string | number, value: Json): boolean =>
  name === 'order_number' || name === 'iban' ? value === truth : agrees(name, truth, value);
