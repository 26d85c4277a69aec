import { inject, injectAll, injectable } from 'tsyringe';
import type { Check } from './contracts/check.js';
import type { Converter } from './contracts/converter.js';
import type { Draft } from './contracts/draft.js';
import type { ExtractionRequest } from './contracts/extraction.js';
import type { ConfidenceGate, Doubt } from './contracts/gate.js';
import type { MetaInjector } from './contracts/injector.js';
import type { JsonObject } from './contracts/json.js';
import type { VerifierRule } from './contracts/rule.js';
import { appraise } from './stages/appraise.js';
import { convert } from './stages/convert.js';
import { ground } from './stages/ground.js';
import { prepare, type Subject } from './stages/prepare.js';
import { answered, type Budget, hear, type Reader, read, requireAnswer, type Testimony } from './stages/read.js';
import { settle } from './stages/settle.js';
import { verify } from './stages/verify.js';
import { tokens } from './tokens.js';

/** The path of a document: the constructor is the list of parts, `run` is their order. */
@injectable()
export class Pipeline {
  constructor(
    @injectAll(tokens.converter) private readonly converters: readonly Converter[],
    @injectAll(tokens.tier) private readonly tiers: readonly Reader[],
    @injectAll(tokens.witness, { isOptional: true }) private readonly witnesses: readonly Reader[],
    @inject(tokens.gate) private readonly gate: ConfidenceGate,
    @injectAll(tokens.rule, { isOptional: true }) private readonly rules: readonly VerifierRule[],
    @inject(tokens.injector) private readonly injector: MetaInjector,
  ) {}

  async run(request: ExtractionRequest, budget: Budget): Promise<Result> {
    const document = await convert(request.file, this.converters, budget.deadline);
    await budget.tally.reserve(document.chargedPages, this.tiers.length);
    const subject = prepare(document, request, this.rules, budget.deadline.signal);
    const witnesses = hear(subject.task, this.witnesses, budget.deadline);

    const [fast, strong] = this.tiers;
    const readings = fast ? [await read(subject.task, fast, budget)] : [];
    let opinion = await this.weigh(subject, readings, await witnesses, budget);
    if (strong && !opinion.accepted) {
      readings.push(await read(subject.task, strong, budget));
      opinion = await this.weigh(subject, readings, await witnesses, budget);
    }
    requireAnswer(readings);
    const object = this.injector.inject(opinion.draft, opinion.doubts, opinion.checks);
    return { object, draft: opinion.draft, checks: opinion.checks };
  }

  /** What all that was read is worth: found on the page, settled between the readers, reckoned, scored, and doubted where it must be. */
  private async weigh(
    subject: Subject,
    readings: readonly Testimony[],
    witnesses: readonly Testimony[],
    { deadline }: Budget,
  ): Promise<Opinion> {
    const settled = settle(
      readings.map((testimony) => ground(testimony, subject)),
      witnesses.map((testimony) => ground(testimony, subject)),
      subject,
    );
    const checks = await verify(settled, this.rules, subject, deadline);
    const draft = appraise(settled, checks, subject);
    const doubts = this.gate.review(draft, subject.schema, subject.threshold);
    return { draft, checks, doubts, accepted: doubts.length === 0 && readings.some(answered) };
  }
}

export interface Result {
  readonly object: JsonObject;
  readonly draft: Draft;
  readonly checks: readonly Check[];
}

interface Opinion {
  readonly draft: Draft;
  readonly checks: readonly Check[];
  readonly doubts: readonly Doubt[];
  readonly accepted: boolean;
}
