import { AsyncLocalStorage } from "node:async_hooks";
import { batches } from "../../signals/signals.ts";
import { annotateSpan, isTracing, traced } from "../../signals/tracing.ts";

type QueuedJob<Job, Answer> = {
  readonly job: Job;
  /** Milliseconds; 0 if nothing is measured. */
  readonly queuedAt: number;
  /** Runs a function as part of the job's request; set only while the process is traced. */
  readonly inRequest: (<R>(work: () => R) => R) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** The outcome of one job of a batch: its answer, or its own error. */
export type BatchOutcome<Answer> = { readonly answer: Answer } | { readonly refused: Error };

export type BatchExecutorOptions<Job> = {
  /** A name for metrics. */
  readonly name: string;
  readonly maxBatch?: number;
  /** Jobs that share a key never run in the same batch: the later one waits for the next. */
  readonly conflictKeys?: (job: Job) => readonly string[];
  /** The maximum number of waiting jobs; further ones are rejected at once with `overloadError`. */
  readonly maxQueued?: number;
  readonly overloadError: () => Error;
  /** After an outage nothing is retried, since it is unknown what was committed. */
  readonly isOutage: (error: unknown) => boolean;
};

const answersPerTurn = 4;

/**
 * Group commit: runs jobs in batches, one transaction each. Jobs that arrive while a batch commits form the next one; if
 * none is running, a job starts at once. If a batch throws, its jobs are retried one by one, so that a broken job fails
 * alone.
 */
export class BatchExecutor<Job, Answer> {
  readonly #run: (jobs: readonly Job[]) => Promise<readonly BatchOutcome<Answer>[]>;
  readonly #options: BatchExecutorOptions<Job>;
  #queue: QueuedJob<Job, Answer>[] = [];
  #busy = false;
  readonly #answers: (() => void)[] = [];

  constructor(
    run: (jobs: readonly Job[]) => Promise<readonly BatchOutcome<Answer>[]>,
    options: BatchExecutorOptions<Job>,
  ) {
    this.#run = run;
    this.#options = options;
  }

  add(job: Job): Promise<Answer> {
    if (this.#queue.length >= (this.#options.maxQueued ?? 5000)) return Promise.reject(this.#options.overloadError());
    if (!isTracing()) return this.#enqueue(job);
    return traced({ name: `batch ${this.#options.name}`, kind: "internal" }, () => this.#enqueue(job));
  }

  #enqueue(job: Job): Promise<Answer> {
    const queuedAt = batches.hasListeners() ? performance.now() : 0;
    const inRequest = isTracing() ? AsyncLocalStorage.snapshot() : undefined;
    const answered = new Promise<Answer>((resolve, reject) =>
      this.#queue.push({ job, queuedAt, inRequest, resolve, reject }),
    );
    if (!this.#busy) void this.#runQueue();
    return answered;
  }

  async #runQueue(): Promise<void> {
    this.#busy = true;
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      this.#report(batch);
      for (const { inRequest } of batch) inRequest?.(() => annotateSpan({ "foyer.batch.size": batch.length }));
      // The batch's statements are part of the first job's span; the spans of the others have the same length.
      const inFirst = batch[0]?.inRequest;
      await (inFirst ? inFirst(() => this.#runBatch(batch)) : this.#runBatch(batch));
    }
    this.#busy = false;
  }

  /** Takes jobs in the order of arrival; those with a conflicting key keep their position in the queue. */
  #nextBatch(): QueuedJob<Job, Answer>[] {
    const { maxBatch = 256, conflictKeys } = this.#options;
    if (!conflictKeys) return this.#queue.splice(0, maxBatch);
    const seenKeys = new Set<string>();
    const batch: QueuedJob<Job, Answer>[] = [];
    const rest: QueuedJob<Job, Answer>[] = [];
    for (const queued of this.#queue) {
      const keys = conflictKeys(queued.job);
      const fits = batch.length < maxBatch && !keys.some((key) => seenKeys.has(key));
      (fits ? batch : rest).push(queued);
      // Jobs that stay in the queue count too: a later job with the same key must not overtake them.
      for (const key of keys) seenKeys.add(key);
    }
    this.#queue = rest;
    return batch;
  }

  #report(batch: readonly QueuedJob<Job, Answer>[]): void {
    const [first] = batch;
    if (!batches.hasListeners() || !first?.queuedAt) return;
    const waitSeconds = (performance.now() - first.queuedAt) / 1000;
    batches.emit({ batch: this.#options.name, size: batch.length, waitSeconds });
  }

  async #runBatch(batch: readonly QueuedJob<Job, Answer>[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch.map(({ job }) => job));
      this.#deliver(
        batch.map(({ resolve, reject }, index) => () => {
          const outcome = outcomes[index];
          if (outcome && "answer" in outcome) resolve(outcome.answer);
          else reject(outcome?.refused ?? new Error("A batch gave no answer to one of its jobs."));
        }),
      );
    } catch (error) {
      if (batch.length === 1 || this.#options.isOutage(error)) return batch.forEach(({ reject }) => reject(error));
      for (const queued of batch) await this.#runBatch([queued]);
    }
  }

  /**
   * Resolves the promises after the next batch was sent, a few per turn of the event loop: this process writes replies
   * and reads requests while the database works, which must not delay the batch.
   */
  #deliver(answers: readonly (() => void)[]): void {
    const isDelivering = this.#answers.length > 0;
    this.#answers.push(...answers);
    if (isDelivering) return;
    if (this.#queue.length > 0) setImmediate(this.#deliverSome);
    else this.#deliverSome();
  }

  readonly #deliverSome = (): void => {
    for (const answer of this.#answers.splice(0, answersPerTurn)) answer();
    if (this.#answers.length > 0) setImmediate(this.#deliverSome);
  };
}
