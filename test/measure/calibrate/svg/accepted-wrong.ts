import type { Comparison } from '../compare/compare.js';
import { atThreshold, type CurvePoint, type Way, ways, wrongAmong, wrongAt } from '../compare/curve.js';
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

const title = 'How many of the accepted values are wrong';

/** Of a panel with its axes, in pixels. Pages show the picture smaller than it is, so that it must be narrow for its words. */
const panelWidth = 380;
const frameWidth = 290;

/** Plots how many values are wrong among the accepted, by the share of the right ones that are accepted, a panel for each reader. */
export function acceptedWrongPlot(comparisons: readonly Comparison[], { threshold, date }: AcceptedWrongStyle): string {
  const width = panelWidth * comparisons.length + 10;
  return picture({ width, height: 648, title }, [
    text(width / 2, 28, title, { anchor: 'middle', size: 17 }),
    ...comparisons.flatMap((comparison, at) => panel(comparison, 75 + panelWidth * at, threshold)),
    ...comparisons.slice(0, 1).flatMap((first) => caption(first, date).map((line, at) => text(20, 580 + 18 * at, line, { size: 12 }))),
  ]);
}

const lowestRate = 0.001;
const xTicks = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
const yTicks = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4];

function panel({ reader, values, curves, documents, families, sources }: Comparison, left: number, threshold: number): readonly string[] {
  const frame: Frame = {
    left,
    top: 108,
    width: frameWidth,
    height: 300,
    x: { from: 0.5, to: 1 },
    y: { from: lowestRate, to: 0.4, logarithmic: true },
  };
  const read = values.filter(({ planted }) => !planted);
  const wrong = read.filter(({ right }) => !right).length;
  return [
    text(left, 58, `${reader} readings`, { size: 15 }),
    text(left, 78, `${documents} ${families.join(' and ')} documents of ${sources} sources`),
    text(left, 96, `${number(read.length)} values, ${wrong} of them wrong; ${number(values.length - read.length)} planted`),
    ...axes(frame, { x: 'accepted, of all right values', y: 'wrong, of all accepted values (log scale)' }, { x: xTicks, y: yTicks }),
    ...ways.map((way) => line(frame, curves[way], way)),
    ...ways.flatMap((way) => mark(frame, atThreshold(curves[way], threshold), way)),
    text(left, 470, `at ${threshold.toFixed(2)}, the dots`),
    ...['accepted', 'wrong'].map((name, at) => text(left + frameWidth - 80 * (1 - at), 470, name, { anchor: 'end' })),
    ...ways.flatMap((way, at) => key({ left, top: 490 + 20 * at }, atThreshold(curves[way], threshold), way)),
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
  const figures = point ? [percent(point.kept, 1), percent(wrongAmong(point), 2)] : ['none', '-'];
  return [
    `<line x1="${left}" y1="${top - 4}" x2="${left + 36}" y2="${top - 4}" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}"/>`,
    text(left + 44, top, way),
    ...figures.map((figure, at) => text(left + frameWidth - 80 * (1 - at), top, figure, { anchor: 'end' })),
  ];
}

const caption = ({ plan: { faultShare } }: Pick<Comparison, 'plan'>, date: string): readonly string[] => [
  `Planted: faults put into recorded readings of documents with known truth, weighed to make ${percent(faultShare, 0)} of all values.`,
  'Weighing: each value is scored by a table that was learned without its source.',
  `Among values of one score, chance decides. The scale begins at 50 %; what is under ${percent(lowestRate, 1)} is drawn there.`,
  `Measured on ${date}.`,
];

const number = (count: number): string => count.toLocaleString('en');
const percent = (share: number, digits: number): string => `${(share * 100).toFixed(digits)} %`;
