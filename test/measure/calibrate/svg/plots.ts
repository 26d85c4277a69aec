import type { Prediction } from '../learning/sample.js';
import { type Bin, bins, calibrationError, type RiskPoint, riskCurve } from '../measure.js';
import { type AxisRange, atX, atY, axes, colours, type Frame, picture, text } from './plot.js';

/** Plots how often values of each score are right, with and without calibration; perfect calibration is the diagonal. */
export function reliabilityPlot(title: string, before: readonly Prediction[], after: readonly Prediction[]): string {
  const least = Math.min(0.9, ...[...bins(before), ...bins(after)].flatMap(({ score, right }) => [score, right]));
  const range = { from: Math.max(0, Math.floor(least * 10 - 1) / 10), to: 1 };
  return picture({ width: 960, height: 520, title }, [
    text(480, 28, title, { anchor: 'middle', size: 16 }),
    ...panel(70, range, { name: 'start values', predictions: before, colour: colours.before }),
    ...panel(550, range, { name: 'calibrated, sources held out', predictions: after, colour: colours.after }),
  ]);
}

interface Series {
  readonly name: string;
  readonly predictions: readonly Prediction[];
  readonly colour: string;
}

function panel(left: number, range: AxisRange, { name, predictions, colour }: Series): readonly string[] {
  const frame: Frame = { left, top: 70, width: 380, height: 380, x: range, y: range };
  const [x1, y1, x2, y2] = [atX(frame, range.from), atY(frame, range.from), atX(frame, range.to), atY(frame, range.to)];
  const diagonal = `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colours.text}" stroke-dasharray="4 4"/>`;
  const ticks = Array.from({ length: Math.round((range.to - range.from) * 10) + 1 }, (_, index) => range.from + index / 10);
  return [
    ...axes(frame, { x: 'score', y: 'of these were right' }, { x: ticks, y: ticks }),
    text(left, 58, `${name}: ECE ${calibrationError(predictions).toFixed(3)}, n ${predictions.length}`, { colour }),
    diagonal,
    ...bins(predictions).flatMap((bin) => point(frame, bin, colour)),
  ];
}

/** A disc with an area by the number of values, and twice the standard error of the rate as a bar. */
function point(frame: Frame, { n, score, right }: Bin, colour: string): readonly string[] {
  const [x, y] = [atX(frame, score), atY(frame, right)];
  const spread = 2 * Math.sqrt((right * (1 - right)) / n);
  const [high, low] = [Math.min(frame.y.to, right + spread), Math.max(frame.y.from, right - spread)].map((rate) => atY(frame, rate));
  return [
    `<line x1="${x}" y1="${high}" x2="${x}" y2="${low}" stroke="${colour}" stroke-width="1.5"/>`,
    `<circle cx="${x}" cy="${y}" r="${(2 + Math.sqrt(n) / 2.5).toFixed(1)}" fill="${colour}" fill-opacity="0.45" stroke="${colour}"><title>score ${score.toFixed(3)}: ${(right * 100).toFixed(1)} % of ${n} right</title></circle>`,
  ];
}

/** Thresholds marked on the curve, with label positions that do not overlap. */
const marked = [0.7, 0.85, 0.9, 0.95];

/** Plots the share of accepted values by error rate, with and without calibration, from the highest score on. */
export function riskCoveragePlot(title: string, before: readonly Prediction[], after: readonly Prediction[]): string {
  const [start, calibrated] = [riskCurve(before), riskCurve(after)];
  const highest = Math.max(0.01, ...[...start, ...calibrated].map(({ risk }) => risk));
  const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((size) => highest / size <= 8) ?? 0.25;
  const to = Math.ceil((highest * 1.1) / step) * step;
  const frame: Frame = { left: 80, top: 60, width: 560, height: 360, x: { from: 0, to: 1 }, y: { from: 0, to } };
  const ticks = { x: [0, 0.2, 0.4, 0.6, 0.8, 1], y: Array.from({ length: Math.round(to / step) + 1 }, (_, index) => index * step) };
  return picture({ width: 840, height: 490, title }, [
    text(360, 28, `${title}, n ${before.length}`, { anchor: 'middle', size: 16 }),
    ...axes(frame, { x: 'accepted values (coverage)', y: 'of these wrong (risk)' }, ticks),
    ...curve(frame, start, { name: 'start values', colour: colours.before, legendY: 90 }),
    ...curve(frame, calibrated, { name: 'calibrated', colour: colours.after, legendY: 210 }),
  ]);
}

interface RiskLine {
  readonly name: string;
  readonly colour: string;
  readonly legendY: number;
}

function curve(frame: Frame, points: readonly RiskPoint[], { name, colour, legendY }: RiskLine): readonly string[] {
  const path = points.map(({ coverage, risk }) => `${atX(frame, coverage)},${atY(frame, risk)}`).join(' ');
  const cuts = marked.flatMap((threshold) => {
    const point = points.findLast(({ score }) => score >= threshold);
    return point ? [{ threshold, ...point }] : [];
  });
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(({ score, coverage, risk }) =>
      dot(atX(frame, coverage), atY(frame, risk), `score ${score.toFixed(2)}`, { colour, radius: 2.5 }),
    ),
    ...cuts.map(({ threshold, coverage, risk }) =>
      dot(atX(frame, coverage), atY(frame, risk), `threshold ${threshold.toFixed(2)}`, { colour, radius: 5.5 }),
    ),
    text(660, legendY, name, { colour }),
    ...cuts.map(({ threshold, coverage, risk }, index) =>
      text(660, legendY + 20 + index * 18, `${threshold.toFixed(2)}: ${(coverage * 100).toFixed(0)} % at ${(risk * 100).toFixed(1)} %`, {
        size: 12,
      }),
    ),
  ];
}

const dot = (x: number, y: number, title: string, { colour, radius }: { readonly colour: string; readonly radius: number }): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"><title>${title}</title></circle>`;
