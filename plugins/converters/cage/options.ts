/** The options that every caged converter has. */
export const cageOptions = {
  max_pages: { type: 'integer', default: 100, minimum: 1, description: 'Pages of a document; one that has more is refused.' },
  deadline_ms: { type: 'integer', default: 15_000, minimum: 100, description: 'Time that reading one document may take.' },
  memory_mb: {
    type: 'integer',
    default: 512,
    minimum: 160,
    description: 'Resident memory of a child; above it the child is killed (Linux).',
  },
  children: { type: 'integer', default: 2, minimum: 1, description: 'Parser processes at most; one is started at once.' },
  recycle_after: {
    type: 'integer',
    default: 200,
    minimum: 1,
    description: 'Documents that one child reads before a fresh one replaces it.',
  },
} as const;
