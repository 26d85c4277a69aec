/** The public door for authors of rules, `vouch/rules` in the package: what the host knows, and helpers for findings. */

export { besideRecord, type ColumnValue, columnValues, findRecord, unanswered } from './beside-record.js';
export { earlierDocuments, isFirst, memoryOptions } from './earlier-documents.js';
export { exactOf, firstOf, type Pattern, patternOf, rowsOf, type TextTest, testDay, testEachText } from './fields.js';
export { type HostLookup, hostLookup, type LookupAnswer, LookupError, type LookupTerms } from './host-lookup.js';
export { type MasterData, type MasterDataOptions, masterData, masterDataOptions } from './master-data.js';
export type { MasterRecord } from './sources.js';
