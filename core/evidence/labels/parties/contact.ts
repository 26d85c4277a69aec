import type { Concept } from '../concepts/concepts.js';
import { labelsIn } from '../labels.js';

const contactConcepts: readonly (Concept | 'own')[] = ['email', 'phone', 'website', 'iban', 'bic', 'tax_id', 'other_id'];

/** Whether a text names a way to reach, pay or tax somebody. */
export const isContact = (text: string): boolean =>
  /@|www\.|https?:|\+\d{2}/.test(text) || labelsIn(text).some(({ concept }) => contactConcepts.includes(concept));
