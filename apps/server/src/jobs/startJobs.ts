export type Job = { readonly name: string; readonly everySeconds: number; readonly run: () => Promise<unknown> };
type Log = { error(fields: object, message: string): void };

/** Soon after the start: it may have to finish what a server that died left undone. */
const firstAfterSeconds = 1;

/** Runs each job soon after the start and then every `everySeconds`, never twice at once. A failed job is retried at its next turn. */
export const startJobs = (jobs: readonly Job[], log: Log): { stop: () => Promise<void> } => {
  let stopping = false;
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const runJob = (job: Job): void => {
    if (stopping) return;
    const run = job
      .run()
      .then(() => undefined)
      .catch((error: unknown) =>
        log.error({ job: job.name, err: error instanceof Error ? error.message : String(error) }, "job failed"),
      )
      .finally(() => {
        running.delete(run);
        schedule(job, job.everySeconds);
      });
    running.add(run);
  };
  const schedule = (job: Job, seconds: number): void => {
    if (stopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      runJob(job);
    }, seconds * 1000);
    timers.add(timer);
  };

  for (const job of jobs) schedule(job, Math.min(firstAfterSeconds, job.everySeconds));
  return {
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
