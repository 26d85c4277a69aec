/** The kit for tests of plugins, `vouch/testing` in the package: pages from text, readings from objects, and each stage by itself. */

export { type ContractResult, type ContractTerms, testContract } from './contract/contract.js';
export { exampleSubjects } from './examples/subjects.js';
export type { TruthFile } from './faults/truth/truth-file.js';
export { type Instance, instanceOf, type PluginHost } from './instance.js';
export type { HeldAppraisal, WeighingSettings } from './measure/appraiser.js';
export { type CatchCount, type MeasureTerms, measureRule, type RuleMeasure } from './measure/measure-rule.js';
export { type Subject, subjectOf } from './measure/subject.js';
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
export { documentOf, pageOf } from './typed-page.js';
export { cell, cellsOf, type ReadValue, type ReadValues } from './typed-reading.js';
