/** Names as a choice: 'PDF', 'PDF or DOCX', 'PDF, DOCX or PNG'. */
export const anyOf = (names: readonly string[]): string => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');
