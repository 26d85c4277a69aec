/** The body of a faked answer with fields of these scores and a table of this many rows. */
export function fakeAnswer(scores: readonly number[], rows = 0) {
  const columns = ['description', 'quantity', 'unit_price', 'amount'];
  const line_items = Array.from({ length: rows }, (_, index) => Object.fromEntries(columns.map((column) => [column, index])));
  const cells = line_items.flatMap((_, index) => columns.map((column) => `$.line_items[${index}].${column}`));
  const entry = (field: string, score: number) => ({ field, score, reason: 'Exact match', page: 1, text: 'Invoice' });
  return {
    object: {
      ...Object.fromEntries(scores.map((_, index) => [`f${index}`, 'Invoice'])),
      ...(rows > 0 && { line_items }),
      _meta: {
        confidence_score: 0.9,
        field_confidence: [...scores.map((score, index) => entry(`$.f${index}`, score)), ...cells.map((path) => entry(path, 0.9))],
        issues: [],
      },
    },
    metadata: { processing_time_ms: 10, credits: 1, fallback_triggered: false },
  };
}
