export type { HeldAppraisal, WeighingSettings } from './appraiser.js';
export { type ContractResult, type ContractTerms, testContract } from './contract.js';
export { exampleSubjects } from './example-subjects.js';
export { type Instance, instanceOf, type PluginHost } from './instance.js';
export { type CatchCount, type MeasureTerms, measureRule, type RuleMeasure } from './measure-rule.js';
export {
  type ConverterRun,
  type ConverterSetting,
  type GateRun,
  type InjectorRun,
  type ModelRun,
  type RecognizerSetting,
  type RuleRun,
  runConverter,
  runGate,
  runInjector,
  runModel,
  runRecognizer,
  runRule,
  runSplitter,
  type SplitterSetting,
  type StageRun,
} from './run-plugin.js';
export type { StageSetting } from './stage.js';
export { type Subject, subjectOf } from './subject.js';
export type { TruthFile } from './truth-file.js';
export { cell, cellsOf, documentOf, pageOf, type ReadValue, type ReadValues } from './typed-document.js';

/** The kit for tests of plugins, `vouch/testing` in the package: pages from text, readings from objects, and each stage by itself. */
