/** The public door of Vouch, `vouch` in the package: the contracts, what a plugin is made with, money, schemas, errors and the engine. */

export type { CalibrationTable } from './contracts/calibration.js';
export type { Check, CheckStatus, VerificationStatus } from './contracts/check.js';
export type { Converter } from './contracts/converter.js';
export type { Attachment, Box, Document, DocumentContent, Page, Picture, SourceFile, TextLayer, Word } from './contracts/document.js';
export type { AppraisedField, Cap, Draft, Region } from './contracts/draft.js';
export { ConfigError, ExtractionError, type FailureCode, type FailureDetails, InputError, type Retryable } from './contracts/errors.js';
export type {
  Engine,
  EngineSettings,
  ExtractionRequest,
  OpenedDocument,
  OutageSettings,
  Outcome,
  Part,
  RemoteModel,
  TokenBudget,
  Verification,
  View,
} from './contracts/extraction.js';
export type { ConfidenceGate, Doubt } from './contracts/gate.js';
export type { MetaInjector } from './contracts/injector.js';
export type { Json, JsonObject } from './contracts/json.js';
export type { Cell, CellConfidence, CellReason, ExtractionModel, Reading, ReadTask, Usage } from './contracts/model.js';
export type { Ending, Observation, Observer, Round, Stage, Step } from './contracts/observer.js';
export type { OptionSchema, OptionsOf, OptionsSchema } from './contracts/options.js';
export { definePlugin, type Kind, type Kinds, type Plugin, type PluginContext, type PluginEvent } from './contracts/plugin.js';
export type { OcrResult, Recognizer, RecognizeTask } from './contracts/recognizer.js';
export type { Checkable, Finding, Operand, VerifierRule } from './contracts/rule.js';
export { createEngine } from './engine.js';
export { parseSchema } from './schema/parse.js';
export { child, concrete, indexesIn, isPlainRow, template } from './schema/path.js';
export type { ArrayNode, Field, LeafNode, LeafType, NumberRange, ObjectNode, Schema, SchemaNode } from './schema/schema.js';
export {
  amount,
  type Decimal,
  decimal,
  isAmount,
  minorUnit,
  minus,
  plus,
  rows,
  times,
  tolerance,
  type Unknown,
  unknown,
} from './values/money.js';
export { type Adjustment, added, listed, type Reconciled, reconcile, reconcilePrinted, takenOff } from './values/reconcile.js';
