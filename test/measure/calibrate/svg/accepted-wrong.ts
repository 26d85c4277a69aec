import type { Comparison } from '../compare/compare.js';
import { atThreshold, type CurvePoint, wrongAmong, wrongAt } from '../compare/curve.js';
import { type Way, ways } from '../compare/ways.js';
import { atX, atY, axes, colours, type Frame, picture, text } from './plot.js';

/** What all panels are made with. */
export interface AcceptedWrongStyle {
  readonly threshold: number;
  /** Of the measurement: '2026-11-20' */
  readonly date: string;
}

const looks: Readonly<Record<Way, { readonly colour: string; readonly width: number; readonly dash: string }>> = {
  "model's own word": { colour: '#cc79a7', width: 2, dash: '2 4' },
  'quote check': { colour: '#d55e00', width: 2, dash: '8 4' },
  'lowest cap': { colour: '#009e73', width: 2, dash: '12 3 2 3' },
  weighing: { colour: colours.after, width: 3.5, dash: 'none' },
};

/** Plots how many values are wrong among the accepted, by the share of the right ones that are accepted, a panel for each reader. */
export function acceptedWrongPlot(comparisons: readonly Comparison[], { threshold, date }: AcceptedWrongStyle): string {
  const width = 460 * comparisons.length;
  return picture(width, 622, [
    text(width / 2, 28, 'How many of the accepted values are wrong, by four ways to score them', { anchor: 'middle', size: 17 }),
    ...comparisons.flatMap((comparison, at) => panel(comparison, 80 + 460 * at, threshold)),
    ...comparisons
      .slice(0, 1)
      .flatMap((first) => caption(first, date))
      .map((line, at) => text(20, 572 + 18 * at, line, { size: 12 })),
  ]);
}

const lowestRate = 0.001;
const xTicks = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
const yTicks = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4];

function panel({ reader, values, curves, documents, families, sources }: Comparison, left: number, threshold: number): readonly string[] {
  const frame: Frame = {
    left,
    top: 88,
    width: 355,
    height: 300,
    x: { from: 0.5, to: 1 },
    y: { from: lowestRate, to: 0.4, logarithmic: true },
  };
  const read = values.filter(({ planted }) => !planted);
  const wrong = read.filter(({ right }) => !right).length;
  const counted = `${number(read.length)} values, ${wrong} of them wrong, and ${number(values.length - read.length)} planted ones`;
  return [
    text(left, 56, `${reader} readings of ${documents} ${families.join(' and ')} documents, ${sources} sources`, { size: 14 }),
    text(left, 76, counted, { size: 12 }),
    ...axes(
      frame,
      { x: 'right values accepted, share of all right ones', y: 'wrong among the accepted (log scale)' },
      { x: xTicks, y: yTicks },
    ),
    ...ways.map((way) => line(frame, curves[way], way)),
    ...ways.flatMap((way) => mark(frame, atThreshold(curves[way], threshold), way)),
    text(left, 450, `at the threshold of ${threshold.toFixed(2)}, the dots`, { size: 12 }),
    ...ways.flatMap((way, at) => key({ left, top: 472 + 20 * at }, atThreshold(curves[way], threshold), way)),
  ];
}

/** A step of the share of accepted right values for each point of a line. */
const step = 0.0025;

function line(frame: Frame, curve: readonly CurvePoint[], way: Way): string {
  const { from, to } = frame.x;
  const shares = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  const points = shares.map((share) => `${atX(frame, share)},${atY(frame, wrongAt(curve, share))}`).join(' ');
  const { colour, width, dash } = looks[way];
  return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
}

/** A dot at the threshold, where it is in the frame. */
function mark(frame: Frame, point: CurvePoint | undefined, way: Way): readonly string[] {
  if (!point || point.kept < frame.x.from) return [];
  const [x, y] = [atX(frame, point.kept), atY(frame, wrongAmong(point))];
  return [`<circle cx="${x}" cy="${y}" r="6" fill="${looks[way].colour}" stroke="#ffffff" stroke-width="1.5"/>`];
}

/** The line of a way, its name, and what it keeps and lets pass at the threshold. */
function key({ left, top }: Pick<Frame, 'left' | 'top'>, point: CurvePoint | undefined, way: Way): readonly string[] {
  const { colour, width, dash } = looks[way];
  const figures = point ? `${percent(point.kept, 1)} kept, ${percent(wrongAmong(point), 2)} wrong` : 'accepts nothing';
  return [
    `<line x1="${left}" y1="${top - 4}" x2="${left + 40}" y2="${top - 4}" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}"/>`,
    text(left + 50, top, way),
    text(left + 355, top, figures, { anchor: 'end' }),
  ];
}

const caption = ({ plan: { faultShare } }: Pick<Comparison, 'plan'>, date: string): readonly string[] => [
  `Planted: faults put into recorded readings of documents with known truth, weighed to make ${percent(faultShare, 0)} of all values. Measured on ${date}.`,
  'Weighing: each value is scored by a table that was learned without its source. Among values of one score, chance decides.',
  `The scale of the right values starts at 50 %. What is under ${percent(lowestRate, 1)} is drawn there.`,
];

const number = (count: number): string => count.toLocaleString('en');
const percent = (share: number, digits: number): string => `${(share * 100).toFixed(digits)} %`;
