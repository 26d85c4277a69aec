import { logistic, logit } from '../../../../core/evidence/scoring/weigh.js';
import type { FieldEvidence } from '../../../../server/client/index.js';
import { type AxisRange, atX, colours, type Frame, type PlotTextStyle, picture, text } from '../../calibrate/svg/plot.js';
import { type Step, stepsOf, sumOf } from './steps.js';

/** A value of a real answer, with its evidence. */
export interface WeighedValue {
  /** What its panel shows: 'One doubt does not sink what all else proves' */
  readonly title: string;
  readonly entry: FieldEvidence;
}

/** In pixels. Phones show the picture smaller than it is, so that it must be narrow for its words. */
const width = 440;
const margin = 14;
const row = { height: 34, words: 13, track: 18, trackHeight: 13 };
const head = 66;
const gap = 18;

/** Scores with a line of their own; the threshold has another one. */
const marked = [0.5, 0.95, 0.99];

const title = 'How evidence adds up to a score';

/** Plots each value's way from its reader's prior to its score, finding by finding, a panel for each, all on the same axes. */
export function weighingPlot(values: readonly WeighedValue[], threshold: number): string {
  const drawn = values.map(({ title: heading, entry }) => ({ heading, entry, threshold, steps: stepsOf(entry) }));
  const x = rangeOf(drawn.flatMap(({ steps }) => steps));
  const heights = drawn.map(({ steps }) => (steps.length + 1) * row.height);
  const tops = heights.map((_, at) => heights.slice(0, at).reduce((sum, height) => sum + head + height + gap, 40 + head));
  const bottom = heights.reduce((sum, height) => sum + head + height + gap, 40);
  const frame = (at: number): Frame => ({ left: margin, top: tops[at] ?? 0, width: width - 2 * margin, height: heights[at] ?? 0, x, y: x });
  return picture({ width, height: bottom + 46, title }, [
    text(width / 2, 26, title, { anchor: 'middle', size: 17 }),
    ...drawn.flatMap((value, at) => panel(frame(at), value)),
    ...key(bottom + 10, threshold),
  ]);
}

/** From the lowest to the highest log-odds, the marked scores included. */
function rangeOf(steps: readonly Step[]): AxisRange {
  const odds = [...marked.map(logit), ...steps.flatMap(({ from, to }) => [from, to])];
  return { from: Math.min(...odds) - 0.3, to: Math.max(...odds) + 0.3 };
}

interface Panel {
  readonly heading: string;
  readonly entry: FieldEvidence;
  readonly steps: readonly Step[];
  readonly threshold: number;
}

function panel(frame: Frame, value: Panel): readonly string[] {
  const { heading, entry, steps, threshold } = value;
  const rows = [...steps, undefined].map((_, at) => frame.top + at * row.height);
  const ends = [...steps, ...steps.slice(-1)].map(({ to }) => atX(frame, to));
  return [
    bold(text(margin, frame.top - 46, heading, { size: 14 })),
    text(margin, frame.top - 27, `${entry.field.replace(/^\$\./, '')}: “${entry.text ?? ''}”`),
    ...[...marked, threshold].map((score) => text(atX(frame, logit(score)), frame.top - 6, String(score), { anchor: 'middle', size: 12 })),
    ...rows.flatMap((top) => track(frame, top + row.track, threshold)),
    ...steps.map((_, at) => link(ends[at] ?? 0, rows[at] ?? 0)),
    ...steps.flatMap((step, at) => stepRow(frame, step, rows[at] ?? 0)),
    ...resultRow(frame, value, rows.at(-1) ?? 0),
  ];
}

/** The ground of a bar: grey where a value is held, tinted where it is accepted, with the lines of the scores. */
function track(frame: Frame, top: number, threshold: number): readonly string[] {
  const start = atX(frame, logit(threshold));
  const ground = (left: number, right: number, fill: string): string =>
    `<rect x="${left}" y="${top}" width="${rounded(right - left)}" height="${row.trackHeight}" fill="${fill}" fill-opacity="0.15"/>`;
  const line = (score: number, look: string): string => {
    const x = atX(frame, logit(score));
    return `<line x1="${x}" y1="${top}" x2="${x}" y2="${top + row.trackHeight}" ${look}/>`;
  };
  return [
    ground(frame.left, start, '#808080'),
    ground(start, frame.left + frame.width, colours.after),
    ...marked.map((score) => line(score, `stroke="${colours.faint}"`)),
    line(threshold, `stroke="${colours.text}"`),
  ];
}

/** From a bar's end to the next one. */
const link = (x: number, top: number): string =>
  `<line x1="${x}" y1="${top + row.track}" x2="${x}" y2="${top + row.height + row.track}" stroke="${colours.text}" stroke-dasharray="1.5 2"/>`;

function stepRow(frame: Frame, { kind, from, to, says, name }: Step, top: number): readonly string[] {
  const figure = kind === 'veto' ? `≤ ${logistic(to).toFixed(2)}` : signed(to - from);
  return [
    bold(words(margin, top, figure)),
    words(margin + 46, top, says),
    ...(name === undefined || name === says ? [] : [words(width - margin, top, name, { anchor: 'end', size: 11 })]),
    arrow({ from: atX(frame, from), to: atX(frame, to), top: top + row.track + 1 }, looks[kind]),
  ];
}

const looks: Readonly<Record<Step['kind'], string>> = {
  prior: 'fill="#808080"',
  for: `fill="${colours.after}"`,
  against: `fill="${colours.before}"`,
  veto: `fill="none" stroke="${colours.before}" stroke-width="1.5" stroke-dasharray="4 2"`,
};

interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly top: number;
}

/** A bar that points to where it leads, so that its colour is not all that tells. */
function arrow({ from, to, top }: Arrow, look: string): string {
  const neck = rounded(to - Math.sign(to - from) * Math.min(7, Math.abs(to - from)));
  const [middle, bottom] = [top + (row.trackHeight - 2) / 2, top + row.trackHeight - 2];
  return `<polygon points="${from},${top} ${neck},${top} ${to},${middle} ${neck},${bottom} ${from},${bottom}" ${look}/>`;
}

/** The sum, the score, and what becomes of the value. */
function resultRow(frame: Frame, { entry: { score, evidence }, steps, threshold }: Panel, top: number): readonly string[] {
  const sum = evidence ? sumOf(evidence) : 0;
  const last = steps.at(-1);
  const verdict = `${score.toFixed(2)}: ${score >= threshold ? 'accepted' : 'held'}`;
  const told = last?.kind === 'veto' ? `would be ${logistic(sum).toFixed(2)}; the veto leaves ${verdict}` : `score ${verdict}`;
  return [
    bold(`${words(margin, top, signed(sum))}${words(margin + 46, top, told)}`),
    `<circle cx="${atX(frame, last?.to ?? 0)}" cy="${top + row.track + row.trackHeight / 2}" r="6" fill="${colours.text}"/>`,
  ];
}

const key = (top: number, threshold: number): readonly string[] => [
  arrow({ from: margin, to: margin + 26, top: top - 9 }, looks.for),
  text(margin + 32, top, '+ for the value', { size: 12 }),
  arrow({ from: margin + 166, to: margin + 140, top: top - 9 }, looks.against),
  text(margin + 172, top, '− against it', { size: 12 }),
  arrow({ from: margin + 286, to: margin + 260, top: top - 9 }, looks.veto),
  text(margin + 292, top, '≤ veto', { size: 12 }),
  text(margin, top + 22, `Lengths are weights, in log-odds. Right of ${threshold} a value is accepted.`, { size: 12 }),
];

/** The words of a row, with an edge in the colour of the ground where lines run behind them. */
const words = (x: number, top: number, told: string, style: PlotTextStyle = { size: 12 }): string =>
  `<g stroke="#ffffff" stroke-width="3" paint-order="stroke">${text(x, top + row.words, told, style)}</g>`;

const bold = (part: string): string => `<g font-weight="bold">${part}</g>`;
const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`;
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;
