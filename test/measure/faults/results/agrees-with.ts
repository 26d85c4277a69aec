import type { Json } from '../../../../core/index.js';
import type { LineField } from '../../eval/corpus/truth-file.js';
import { agrees } from '../../eval/scoring/agrees.js';
import type { SheetHeaderName } from '../exhibits/sheet.js';

/** Whether an answered value is the true one; of ids that no truth file states, letter for letter. */
export const agreesWith = (name: SheetHeaderName | LineField, truth: string | number, value: Json): boolean =>
  name === 'order_number' || name === 'iban' ? value === truth : agrees(name, truth, value);
