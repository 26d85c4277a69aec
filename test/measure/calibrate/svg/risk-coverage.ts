import type { Prediction } from '../learning/sample.js';
import { type RiskPoint, riskCurve } from '../measure.js';
import { atX, atY, axes, colours, type Frame, picture, text } from './plot.js';

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
