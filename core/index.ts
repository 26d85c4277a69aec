/** The main public entry, `vouch` in the package: contracts, plugin helpers, exact amounts, schemas, errors and the engine. */

export { engineDefaults } from './assembly/defaults.js';
export { joinMistakes, mistakesOf } from './assembly/mistakes.js';
export { apiMismatch } from './assembly/plugin-api.js';
export { mistakesInParts, type PlacedPart } from './assembly/plugin-factory.js';
export { type Decimal, type Unknown, unknown } from './contracts/amount.js';
export type { CalibrationTable, Cap, ReaderKind } from './contracts/cap.js';
export { type Caveat, type CaveatKind, caveatKinds } from './contracts/caveat.js';
export type { Classification, SchemaCandidate, SchemaChoice } from './contracts/classification.js';
export type { Converter, FileTypes, Mark, Splitter } from './contracts/converter.js';
export type {
  Attachment,
  Box,
  Document,
  DocumentContent,
  FileTrace,
  OcrLine,
  OcrStep,
  Page,
  Picture,
  SourceFile,
  StatedInvoice,
  StatedValue,
  StatedValues,
  TextLayer,
  TraceKind,
  Word,
} from './contracts/document.js';
export { leastLikely, traceKinds } from './contracts/document.js';
export type { AppraisedField, CandidateReading, Draft, Region } from './contracts/draft.js';
export { ConfigError, ExtractionError, type FailureCode, type FailureDetails, InputError, type Retryable } from './contracts/errors.js';
export {
  type CallUsage,
  type DocumentOutcome,
  defaultThreshold,
  type Engine,
  type EngineSettings,
  type ExtractionRequest,
  type GivenReading,
  type MeteredModel,
  type ModelUsage,
  type OpenedDocument,
  type OutageSettings,
  type Outcome,
  type Part,
  type PartOutcome,
  type RemoteModel,
  type RequestUsage,
  type TokenBudget,
  type TokenPrice,
  type TokenPrices,
  type UsageRole,
  type Verification,
  type View,
} from './contracts/extraction.js';
export type { ConfidenceGate, Doubt, MetaInjector } from './contracts/gate.js';
export type {
  Cell,
  CellConfidence,
  CellReason,
  EmptyArray,
  ExtractionModel,
  PageSource,
  Reading,
  ReadTask,
  UnreadRows,
} from './contracts/model.js';
export type { Ending, Observation, Observer, Progress, Round, Stage, Step, Usage } from './contracts/observer.js';
export type { OptionSchema, OptionsOf, OptionsSchema } from './contracts/plugin.js';
export { definePlugin, type Kind, type Kinds, type Plugin, type PluginContext, type PluginEvent } from './contracts/plugin.js';
export type { OcrResult, Recognizer, RecognizeTask } from './contracts/recognizer.js';
export type {
  AmountCheck,
  AmountFinding,
  CandidateValue,
  Check,
  Checkable,
  CheckStatus,
  EarlierDocuments,
  Finding,
  KnownDocument,
  NamedValue,
  NeededField,
  Operand,
  Policy,
  RuleContext,
  RuleValue,
  StatedCheck,
  StatedFinding,
  Strength,
  VerificationStatus,
  VerifierRule,
} from './contracts/rule.js';
export type {
  ArrayNode,
  Field,
  FieldNote,
  Json,
  JsonObject,
  LeafNode,
  LeafType,
  ObjectNode,
  RowBounds,
  Schema,
  SchemaNode,
  ValueBounds,
} from './contracts/schema.js';
export { createEngine } from './engine.js';
export { kindNamed } from './evidence/document-kinds.js';
export { takesPart } from './evidence/grounded.js';
export { conceptOf } from './evidence/labels/concepts/concepts.js';
export { doubtOf, incompleteConfidence, isVeto, unopposedStrength, unshownConfidence } from './evidence/scoring/caps.js';
export { scoreOf } from './evidence/scoring/weigh.js';
export { Breaker, type BreakerEvent } from './flow/breaker.js';
export { abortable } from './flow/deadline.js';
export { eventLoopYielder, waitForIdleLoop, type YieldToEventLoop } from './flow/event-loop.js';
export { type Amounts, type Release, Semaphore } from './flow/semaphore.js';
export { observed, unobserved } from './flow/stage-observer.js';
export { UsageLedger } from './flow/tally.js';
export { parseObject, replaceAt, schemaOfData } from './schema/data.js';
export { parseSchema } from './schema/parse.js';
export { child, concrete, indexesIn, isPlainRow, template } from './schema/path.js';
export { definitionOf, schemaOf } from './schema/tree.js';
export { parseReading } from './shapes/shapes.js';
export { type SourceTexts, withSources } from './shapes/sources-by-path.js';
export { cellsOfAnswer, requireReading } from './stages/given.js';
export { requireFewCells } from './stages/ground.js';
export { overallStatus } from './stages/verify.js';
export { at, listAt, numberAt, textAt } from './values/at.js';
export { shownCost } from './values/cost.js';
export { isEmpty, isObject, isPlain } from './values/json.js';
export { memoize, memoizeByObject, memoizeByPair, once } from './values/memoize.js';
export {
  amount,
  decimal,
  isAmount,
  minorUnit,
  minus,
  plus,
  rows,
  times,
  tolerance,
} from './values/money.js';
export { didYouMean, nearest } from './values/nearest.js';
export { type Adjustment, added, listed, type Reconciled, reconcile, reconcilePrinted, takenOff } from './values/reconcile.js';
export { decodeUtf8, withoutByteOrderMark } from './values/utf8.js';
