export const zoomBounds = { least: 0.25, most: 5 } as const;
const step = 1.25;

export const zoomed = (zoom: number, direction: 1 | -1, by = step): number =>
  Math.min(zoomBounds.most, Math.max(zoomBounds.least, direction > 0 ? zoom * by : zoom / by));
