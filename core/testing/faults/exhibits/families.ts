import { type Family, familyOf as statedFamily } from '../truth/agrees.js';
import type { LineField } from '../truth/truth-file.js';
import { type FaultLeaf, isLine, type SheetHeaderName } from './sheet.js';

/** How values of a field are compared. */
export const familyOf = (name: SheetHeaderName | LineField): Family =>
  name === 'order_number' || name === 'iban' ? 'id' : statedFamily(name);

/** The families of evidence.md §12, by which rates are reported separately. */
export const fieldFamilies = ['money', 'date', 'id', 'name', 'line'] as const;
export type FaultFieldFamily = (typeof fieldFamilies)[number];

const families: Readonly<Record<Family, FaultFieldFamily>> = { number: 'money', date: 'date', id: 'id', name: 'name' };

export const fieldFamily = ({ path, name }: Pick<FaultLeaf, 'path' | 'name'>): FaultFieldFamily =>
  isLine(path) ? 'line' : families[familyOf(name)];
