import { endedJobs, plannedJobs } from "../signals/signals.ts";
import { traced } from "../signals/tracing.ts";

export type Job = {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: (stopping: AbortSignal) => Promise<unknown>;
};
type Log = { error(fields: object, message: string): void };

/** Soon after the start, since jobs may have to finish what a dead server left undone. */
const firstAfterSeconds = 1;

/**
 * Runs each job soon after the start and then every `everySeconds`, never twice at once. A failed job is retried in its
 * next turn. `stop` waits for running jobs; a long one gets a signal to stop early.
 */
export const startJobs = (jobs: readonly Job[], log: Log): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const runJob = (job: Job): void => {
    if (stopping.signal.aborted) return;
    const startedAt = performance.now();
    const report = (hasFailed: boolean): void =>
      endedJobs.emit({ job: job.name, seconds: (performance.now() - startedAt) / 1000, hasFailed });
    const run = traced({ name: `job ${job.name}`, kind: "job" }, () => job.run(stopping.signal))
      .then(() => report(false))
      .catch((error: unknown) => {
        report(true);
        log.error({ job: job.name, err: error instanceof Error ? error.message : String(error) }, "job failed");
      })
      .finally(() => {
        running.delete(run);
        schedule(job, job.everySeconds);
      });
    running.add(run);
  };
  const schedule = (job: Job, seconds: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      runJob(job);
    }, seconds * 1000);
    timers.add(timer);
  };

  for (const job of jobs) {
    plannedJobs.emit({ job: job.name, everySeconds: job.everySeconds });
    schedule(job, Math.min(firstAfterSeconds, job.everySeconds));
  }
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
