import { atX, atY, colours, type Frame, picture, text } from '../calibrate/svg/plot.js';
import type { Curve } from './row.js';

const wide = 420;
const high = 300;

/** Draws each curve on logarithmic axes; linear growth runs parallel to the faint line. */
export const growthPlot = (curves: readonly Curve[]): string =>
  picture(
    { width: curves.length * wide, height: high + 40, title: 'Time by size' },
    curves.flatMap((curve, index) => drawn(curve, index * wide)),
  );

function drawn({ name, points }: Curve, left: number): readonly string[] {
  const logs = points.map(([size, ms]): readonly [number, number] => [Math.log10(size), Math.log10(ms)]);
  const range = (values: readonly number[]) => ({ from: Math.floor(Math.min(...values)), to: Math.ceil(Math.max(...values)) });
  const frame: Frame = {
    left: left + 70,
    top: 30,
    width: wide - 100,
    height: high - 60,
    x: range(logs.map(([x]) => x)),
    y: range(logs.map(([, y]) => y)),
  };
  const [lastX = 0, lastY = 0] = logs.at(-1) ?? [];
  const down = Math.min(lastX - frame.x.from, lastY - frame.y.from);
  return [
    `<rect x="${frame.left}" y="${frame.top}" width="${frame.width}" height="${frame.height}" fill="none" stroke="${colours.text}"/>`,
    line(
      frame,
      [
        [lastX - down, lastY - down],
        [lastX, lastY],
      ],
      colours.faint,
    ),
    line(frame, logs, colours.after),
    ...logs.map(([x, y]) => `<circle cx="${atX(frame, x)}" cy="${atY(frame, y)}" r="3" fill="${colours.after}"/>`),
    ...powers(frame.x).map((x) => text(atX(frame, x), frame.top + frame.height + 18, String(10 ** x), { anchor: 'middle', size: 12 })),
    ...powers(frame.y).map((y) => text(frame.left - 8, atY(frame, y) + 4, `${10 ** y} ms`, { anchor: 'end', size: 12 })),
    text(frame.left + frame.width / 2, frame.top + frame.height + 40, name, { anchor: 'middle' }),
  ];
}

const line = (frame: Frame, points: readonly (readonly [number, number])[], colour: string): string =>
  `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(([x, y]) => `${atX(frame, x)},${atY(frame, y)}`).join(' ')}"/>`;

const powers = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
