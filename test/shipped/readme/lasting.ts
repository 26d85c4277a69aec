/** An answer without its time and its scores, which change with the calibration. */
export function lasting(answer: string | object): unknown {
  const isScore = (name: string): boolean => name === 'score' || name === 'confidence_score';
  return timeless(JSON.stringify(parsed(answer), (name, value) => (isScore(name) ? 'score' : value)));
}

/** An answer without its time. */
export function timeless(answer: string | object): unknown {
  const body = parsed(answer);
  return { ...body, metadata: { ...body.metadata, processing_time_ms: 'time' } };
}

const parsed = (answer: string | object): { readonly metadata: object } =>
  JSON.parse(typeof answer === 'string' ? answer : JSON.stringify(answer));
