import { inject, injectAll, injectable } from 'tsyringe';
import { tokens } from './assembly/tokens.js';
import type { Check } from './contracts/check.js';
import type { Converter } from './contracts/converter.js';
import type { Document } from './contracts/document.js';
import type { Draft } from './contracts/draft.js';
import type { ExtractionRequest } from './contracts/extraction.js';
import type { ConfidenceGate, Doubt } from './contracts/gate.js';
import type { MetaInjector } from './contracts/injector.js';
import type { JsonObject } from './contracts/json.js';
import type { Ending, Observer } from './contracts/observer.js';
import type { Recognizer } from './contracts/recognizer.js';
import type { VerifierRule } from './contracts/rule.js';
import type { MemoryLease } from './flow/memory-limit.js';
import { stages } from './flow/stage-observer.js';
import { appraise } from './stages/appraise.js';
import { convert } from './stages/convert.js';
import { ground } from './stages/ground.js';
import { type ExtractionContext, prepare } from './stages/prepare.js';
import { answered, type Budget, type ModelResult, type Reader, read, readWitnesses, requireAnswer } from './stages/read.js';
import { recognizePages } from './stages/recognize.js';
import { settle } from './stages/settle.js';
import { verify } from './stages/verify.js';

/** The path of a document: the constructor is the list of parts, `run` is their order. */
@injectable()
export class Pipeline {
  constructor(
    @injectAll(tokens.converter) private readonly converters: readonly Converter[],
    @injectAll(tokens.recognizer, { isOptional: true }) private readonly recognizers: readonly Recognizer[],
    @injectAll(tokens.tier) private readonly tiers: readonly Reader[],
    @injectAll(tokens.witness, { isOptional: true }) private readonly witnesses: readonly Reader[],
    @inject(tokens.gate) private readonly gate: ConfidenceGate,
    @injectAll(tokens.rule, { isOptional: true }) private readonly rules: readonly VerifierRule[],
    @inject(tokens.injector) private readonly injector: MetaInjector,
  ) {}

  async run(request: ExtractionRequest, budget: RequestBudget): Promise<Result> {
    const first = { ...budget, stage: stages(budget.observer, 1) };
    const converted = await first.stage('convert', () => convert(request.file, this.converters, budget.deadline), pagesOf);
    await budget.place.lay(converted);
    await budget.tally.reserve(converted.chargedPages, this.tiers.length);
    const [glance, scrutiny] = this.recognizers;
    const [fast, strong] = this.tiers;

    const document = await first.stage('ocr', () => recognizePages(converted, glance, budget.deadline), unreadOf);
    let hearing = await this.open(document, request, first);
    const readings = fast ? [await read(hearing.subject.task, fast, first)] : [];
    let opinion = await this.weigh(hearing, readings, first);
    const { doubts: doubted } = opinion;
    if (strong && !opinion.accepted) {
      const second = { ...budget, stage: stages(budget.observer, 2) };
      const closer = await second.stage('ocr', () => recognizePages(document, scrutiny, budget.deadline), unreadOf);
      if (closer !== document) hearing = await this.open(closer, request, second);
      readings.push(await read(hearing.subject.task, strong, second));
      opinion = await this.weigh(hearing, readings, second);
    }
    requireAnswer(readings);
    const object = this.injector.inject(opinion.draft, opinion.doubts, opinion.checks);
    return { object, draft: opinion.draft, checks: opinion.checks, ...(readings.length > 1 && { doubted }) };
  }

  /** Makes a document ready to be read, and begins to hear the witnesses. */
  private async open(document: Document, request: ExtractionRequest, budget: Budget): Promise<PreparedDocument> {
    const subject = await prepare(document, request, this.rules, budget.deadline.signal);
    return { subject, witnesses: readWitnesses(subject.task, this.witnesses, budget) };
  }

  /** What all that was read is worth: found on the page, settled between the readers, reckoned, scored, and doubted where it must be. */
  private async weigh(
    { subject, witnesses }: PreparedDocument,
    readings: readonly ModelResult[],
    { deadline, stage }: Budget,
  ): Promise<Assessment> {
    const heard = await witnesses;
    return stage('weigh', async () => {
      const settled = await settle(await ground(readings, subject), await ground(heard, subject), subject);
      const checks = await verify(settled, this.rules, subject, deadline);
      const draft = await appraise(settled, checks, subject);
      const doubts = this.gate.review(draft, subject.schema, subject.threshold);
      return { draft, checks, doubts, accepted: doubts.length === 0 && readings.some(answered) };
    });
  }
}

/** A page that could not be looked at fails no document, and is no success. */
const unreadOf = ({ pages }: Document): Ending => (pages.some(({ unread }) => unread !== undefined) ? { failure: 'UNREAD_PAGE' } : {});

const pagesOf = ({ chargedPages }: Document) => ({ pages: chargedPages });

/** What the whole request may take; each round tells its own stages. */
export type RequestBudget = Omit<Budget, 'stage'> & { readonly observer: Observer; readonly place: MemoryLease };

export interface Result {
  readonly object: JsonObject;
  readonly draft: Draft;
  readonly checks: readonly Check[];
  /** What of Tier 1's draft made Tier 2 read as well; absent where it did not. */
  readonly doubted?: readonly Doubt[];
}

/** A document as it is being read, and who is heard beside the tiers. */
interface PreparedDocument {
  readonly subject: ExtractionContext;
  readonly witnesses: Promise<readonly ModelResult[]>;
}

interface Assessment {
  readonly draft: Draft;
  readonly checks: readonly Check[];
  readonly doubts: readonly Doubt[];
  readonly accepted: boolean;
}
