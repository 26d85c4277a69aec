import { childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';

/** A text, or the runs of one; how it is pronounced (`rPh`) is not shown. */
export const textOf = (element: OfficeElement | undefined): string =>
  [...childrenOf(element, 'x:t'), ...childrenOf(element, 'x:r').flatMap((run) => childrenOf(run, 'x:t'))]
    .flatMap(({ children }) => children)
    .filter((text) => typeof text === 'string')
    .join('');

export const isOn = (element: OfficeElement | undefined, name: string): boolean => ['1', 'true', 'on'].includes(value(element, name) ?? '');
