import type { FaultExhibit } from '../../../kit/exhibit.js';
import { type Half, halfOf } from '../documents.js';

/**
 * Each native document with the next one, of which some values are taken for its own. Both are of one half of the sources, so that nothing of
 * one half is planted into the other.
 */
export const withOthers = (exhibits: readonly FaultExhibit[]): readonly FaultExhibit[] =>
  exhibits.map((exhibit, at) => {
    const [other] = [...exhibits.slice(at + 1), ...exhibits.slice(0, at)].filter((one) => ofHalf(one) === ofHalf(exhibit));
    const isNative = [exhibit, other].every((one) => one?.document.pages.every(({ textLayer }) => textLayer === 'native'));
    return other && isNative ? { ...exhibit, other } : exhibit;
  });

const ofHalf = ({ id, origin, truth }: FaultExhibit): Half => halfOf(origin?.source ?? truth.group ?? id);
