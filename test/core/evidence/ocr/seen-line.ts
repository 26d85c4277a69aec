import type { Box, OcrLine, OcrStep } from '../../../../core/index.js';

/**
 * A line as an engine saw it, in the type of `pageOf`: a step for each character, and one for what is between it and the next. After a
 * character may stand, in braces, what else it may be with its logarithm: 'T{I:-2}otal'.
 */
export function seenLine(print: string, box: Partial<Box> = {}): OcrLine {
  const steps: OcrStep[] = [];
  let gap = false;
  for (const [, character = '', other, log] of print.matchAll(/(.)(?:\{(.*?):(-[\d.]+)\})?/gu)) {
    const likely = character === ' ' ? nothing.likely : { [character]: -0.1, ...(other !== undefined && { [other]: Number(log) }) };
    steps.push(gap ? { likely, gap } : { likely }, nothing);
    gap = character === ' ';
  }
  return { box: { x: 40, y: 40, width: 3 * steps.length, height: 10, ...box }, steps };
}

const nothing: OcrStep = { likely: { '': 0 } };
