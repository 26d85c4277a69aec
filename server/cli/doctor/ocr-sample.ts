/** The lines on the sample. Their letters have straight strokes only, and there are enough of them to tell which side is up. */
export const sampleLines: readonly string[] = ['THE LITTLE TAXI', 'TALL TILE 147', 'HALL LINE 714'];

/** Strokes in a box of 10 by 16 units with its origin at the bottom left, each as x, y, x, y, … */
const strokes: Readonly<Record<string, readonly (readonly number[])[]>> = {
  A: [[0, 0, 5, 16, 10, 0], [2, 5, 8, 5]],
  E: [[10, 16, 0, 16, 0, 0, 10, 0], [0, 8, 8, 8]],
  H: [[0, 0, 0, 16], [10, 0, 10, 16], [0, 8, 10, 8]],
  I: [[5, 0, 5, 16]],
  L: [[0, 16, 0, 0, 9, 0]],
  N: [[0, 0, 0, 16, 10, 0, 10, 16]],
  T: [[0, 16, 10, 16], [5, 16, 5, 0]],
  X: [[0, 0, 10, 16], [0, 16, 10, 0]],
  1: [[2, 12, 6, 16, 6, 0]],
  4: [[8, 0, 8, 16, 0, 5, 10, 5]],
  7: [[0, 16, 10, 16, 3, 0]],
}; // biome-ignore format: a table

/** The size of a box unit, the distances of letters and lines, and where the first line begins; in points. */
const typesetting = { size: 0.7, advance: 10.5, leading: 19.6, left: 40, top: 150 };

/** A PDF page without a text layer. Its letters are drawn as lines, so that only an OCR engine can read them. */
export function ocrSample(): Uint8Array {
  const drawn = sampleLines.flatMap((line, row) =>
    [...line].flatMap((letter, column) => (strokes[letter] ?? []).map((stroke) => strokePath(stroke, row, column))),
  );
  const content = `1.1 w 1 J 1 j\n${drawn.join('\n')}\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}

function strokePath(points: readonly number[], row: number, column: number): string {
  const steps = points.flatMap((x, index) => {
    if (index % 2 === 1) return [];
    const across = typesetting.left + column * typesetting.advance + x * typesetting.size;
    const up = typesetting.top - row * typesetting.leading + (points[index + 1] ?? 0) * typesetting.size;
    return [`${across.toFixed(1)} ${up.toFixed(1)} ${index === 0 ? 'm' : 'l'}`];
  });
  return [...steps, 'S'].join(' ');
}
