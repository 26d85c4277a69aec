import type { Cap, CapName } from '../../contracts/cap.js';

const printed = new Set<CapName>(['label.match', 'label.heading', 'label.shared']);

/** Whether a value has a printed label of its field: beside it, above it, or shared with another field. */
export const isPrintedLabel = ({ name }: Cap): boolean => printed.has(name);
