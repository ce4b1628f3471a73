type QueuedJob<Job, Answer> = {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** What became of one job of a batch: an answer, or a reason of its own why not. */
export type BatchOutcome<Answer> = { readonly answer: Answer } | { readonly refused: Error };

export type BatchExecutorOptions<Job> = {
  readonly most?: number;
  /** Jobs that share one of these never come into the same batch: the later one waits for the next. */
  readonly conflictKeys?: (job: Job) => readonly string[];
  /** More than this many waiting: the next is turned away at once with `overloaded`. */
  readonly queue?: number;
  readonly overloaded: () => Error;
  /** The database is not there: nothing is tried again, because nobody knows what was kept. */
  readonly isOutage: (error: unknown) => boolean;
};

const answersAtOnce = 4;

/**
 * Gathers jobs into batches, one transaction each: those that arrive while one batch commits are the next. The first
 * to come finds nobody ahead and starts at once. A batch that fails for a reason of its own is tried again one by one,
 * so that a job can only ever spoil itself.
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
    if (this.#queue.length >= (this.#options.queue ?? 5000)) return Promise.reject(this.#options.overloaded());
    const answered = new Promise<Answer>((resolve, reject) => this.#queue.push({ job, resolve, reject }));
    if (!this.#busy) void this.#runQueue();
    return answered;
  }

  async #runQueue(): Promise<void> {
    this.#busy = true;
    while (this.#queue.length > 0) await this.#runBatch(this.#nextBatch());
    this.#busy = false;
  }

  /** In the order of arrival. Whoever has to stay apart from one who goes now keeps their place in the row. */
  #nextBatch(): QueuedJob<Job, Answer>[] {
    const { most = 256, conflictKeys } = this.#options;
    if (!conflictKeys) return this.#queue.splice(0, most);
    const [seen, batch, left] = [new Set<string>(), [] as QueuedJob<Job, Answer>[], [] as QueuedJob<Job, Answer>[]];
    for (const waiting of this.#queue) {
      const keys = conflictKeys(waiting.job);
      const goes = batch.length < most && !keys.some((key) => seen.has(key));
      (goes ? batch : left).push(waiting);
      // Also of those who stay: nobody overtakes another of their own.
      for (const key of keys) seen.add(key);
    }
    this.#queue = left;
    return batch;
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
   * After the next batch is on its way, and a few at a time: what answers lead to, replies to be written and requests to
   * be read, is work for us while the database does its own, and shall not keep it waiting.
   */
  #deliver(answers: readonly (() => void)[]): void {
    const isDelivering = this.#answers.length > 0;
    this.#answers.push(...answers);
    if (isDelivering) return;
    if (this.#queue.length > 0) setImmediate(this.#deliverSome);
    else this.#deliverSome();
  }

  readonly #deliverSome = (): void => {
    for (const answer of this.#answers.splice(0, answersAtOnce)) answer();
    if (this.#answers.length > 0) setImmediate(this.#deliverSome);
  };
}
