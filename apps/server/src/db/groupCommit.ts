type Waiting<Job, Answer> = {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** What became of one job of a batch: an answer, or a reason of its own why not. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly refused: Error };

export type GroupCommitOptions<Job> = {
  readonly most?: number;
  /** Jobs that share one of these never come into the same batch: the later one waits for the next. */
  readonly apart?: (job: Job) => readonly string[];
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
export class GroupCommit<Job, Answer> {
  readonly #run: (jobs: readonly Job[]) => Promise<readonly Outcome<Answer>[]>;
  readonly #options: GroupCommitOptions<Job>;
  #waiting: Waiting<Job, Answer>[] = [];
  #busy = false;
  readonly #answers: (() => void)[] = [];

  constructor(run: (jobs: readonly Job[]) => Promise<readonly Outcome<Answer>[]>, options: GroupCommitOptions<Job>) {
    this.#run = run;
    this.#options = options;
  }

  add(job: Job): Promise<Answer> {
    if (this.#waiting.length >= (this.#options.queue ?? 5000)) return Promise.reject(this.#options.overloaded());
    const answered = new Promise<Answer>((resolve, reject) => this.#waiting.push({ job, resolve, reject }));
    if (!this.#busy) void this.#work();
    return answered;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) await this.#settle(this.#next());
    this.#busy = false;
  }

  /** In the order of arrival. Whoever has to stay apart from one who goes now keeps their place in the row. */
  #next(): Waiting<Job, Answer>[] {
    const { most = 256, apart } = this.#options;
    if (!apart) return this.#waiting.splice(0, most);
    const [seen, batch, left] = [new Set<string>(), [] as Waiting<Job, Answer>[], [] as Waiting<Job, Answer>[]];
    for (const waiting of this.#waiting) {
      const keys = apart(waiting.job);
      const goes = batch.length < most && !keys.some((key) => seen.has(key));
      (goes ? batch : left).push(waiting);
      // Also of those who stay: nobody overtakes another of their own.
      for (const key of keys) seen.add(key);
    }
    this.#waiting = left;
    return batch;
  }

  async #settle(batch: readonly Waiting<Job, Answer>[]): Promise<void> {
    try {
      const outcomes = await this.#run(batch.map(({ job }) => job));
      this.#answer(
        batch.map(({ resolve, reject }, place) => () => {
          const outcome = outcomes[place];
          if (outcome && "answer" in outcome) resolve(outcome.answer);
          else reject(outcome?.refused ?? new Error("A batch gave no answer to one of its jobs."));
        }),
      );
    } catch (error) {
      if (batch.length === 1 || this.#options.isOutage(error)) return batch.forEach(({ reject }) => reject(error));
      for (const one of batch) await this.#settle([one]);
    }
  }

  /**
   * After the next batch is on its way, and a few at a time: what answers lead to, replies to be written and requests to
   * be read, is work for us while the database does its own, and shall not keep it waiting.
   */
  #answer(answers: readonly (() => void)[]): void {
    const underWay = this.#answers.length > 0;
    this.#answers.push(...answers);
    if (underWay) return;
    if (this.#waiting.length > 0) setImmediate(this.#answerSome);
    else this.#answerSome();
  }

  readonly #answerSome = (): void => {
    for (const answer of this.#answers.splice(0, answersAtOnce)) answer();
    if (this.#answers.length > 0) setImmediate(this.#answerSome);
  };
}
