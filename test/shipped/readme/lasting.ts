/** An answer without its time and its scores, which change with the calibration. */
export function lasting(answer: string | object): unknown {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const isScore = (name: string): boolean => name === 'score' || name === 'confidence_score';
  const body = JSON.parse(text, (name, value) => (isScore(name) ? 'score' : value)) as { readonly metadata: object };
  return { ...body, metadata: { ...body.metadata, processing_time_ms: 'time' } };
}
