import { EventEmitter } from "node:events";
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from "vitest/node";

/** A worker's process, the run that receives its messages, and the files whose code changed since its last run. */
type Kept = {
  readonly worker: ForksPoolWorker;
  readonly changed: Set<string>;
  listener: EventEmitter;
  isReady: boolean;
  isRunning: boolean;
  /**
   * Whether it sent a request after its run. A test that failed early may still import a module. Such a request is not
   * always answered, and until it is, the worker does not end any later run.
   */
  isWaiting: boolean;
};

/** Replies to requests that the worker itself need not receive: it has already started, and it stays. */
const answers = { start: "started", stop: "stopped" } as const;

const isEndOfRun = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "type" in message && message.type === "testfileFinished";

/**
 * A pool for vitest whose workers stay from one run to the next, one per project, so that the runner and libraries are
 * loaded once. Our own modules are loaded again for each test file (`resetModules.ts`).
 */
export class KeptWorkers {
  readonly name = "kept";
  readonly #kept = new Map<string, Kept>();

  readonly createPoolWorker = (options: PoolOptions): PoolWorker => {
    const events = new EventEmitter();
    const kept = () => this.#kept.get(options.project.name);
    return {
      name: this.name,
      cacheFs: true,
      on: (event, callback) => void events.on(event, callback),
      off: (event, callback) => void events.off(event, callback),
      deserialize: (data) => data,
      start: async () => {
        if (kept()?.isWaiting) await this.end();
        const process = kept() ?? (await this.#start(options));
        process.listener = events;
        process.isRunning = true;
      },
      send: (message) => {
        const process = kept();
        if (message.type === "stop" || (message.type === "start" && process?.isReady))
          setImmediate(() => events.emit("message", { __vitest_worker_response__: true, type: answers[message.type] }));
        else if (process) this.#send(process, message);
      },
      // `end` stops the worker.
      stop: async () => undefined,
    };
  };

  /** Makes the workers request the code of a file again. */
  forgetCode(file: string): void {
    for (const { changed } of this.#kept.values()) changed.add(file);
  }

  /** Ends the workers. The next run starts new ones. */
  async end(): Promise<void> {
    const ended = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(ended.map(({ worker }) => worker.stop()));
  }

  async #start(options: PoolOptions): Promise<Kept> {
    const worker = new ForksPoolWorker(options);
    await worker.start();
    const kept: Kept = {
      worker,
      changed: new Set(),
      listener: new EventEmitter(),
      isReady: false,
      isRunning: false,
      isWaiting: false,
    };
    for (const event of ["message", "error", "exit"])
      worker.on(event, (value: unknown) => {
        if (event === "message" && !kept.isRunning) kept.isWaiting = true;
        if (isEndOfRun(value)) kept.isRunning = false;
        if (event === "exit" && this.#kept.get(options.project.name) === kept) this.#kept.delete(options.project.name);
        // An error without a listener would end this process.
        if (kept.listener.listenerCount(event) > 0) kept.listener.emit(event, value);
      });
    this.#kept.set(options.project.name, kept);
    return kept;
  }

  #send(kept: Kept, message: WorkerRequest): void {
    if (message.type === "start") kept.isReady = true;
    if (message.type !== "run") return kept.worker.send(message);
    const invalidates = [...kept.changed];
    kept.changed.clear();
    kept.worker.send({ ...message, context: { ...message.context, invalidates } });
  }
}
