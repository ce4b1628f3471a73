import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReportWaiting } from "@foyer/contract/office/money/reports.ts";
import { limitStatements } from "../../db/connection/statementLimit.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import {
  claimReport,
  countRunningReports,
  endReport,
  findReportRun,
  forgetClaim,
  forgetOldReports,
  forgetReport,
  renewReport,
  type ReportClaim,
} from "./reportRuns.sql.ts";

/** The time limit of each statement of a report, which may read more than a request. */
const statementLimitMs = 5 * 60_000;
/** How long a reader waits for a report; after that it is computed in the background. */
const patienceMs = 2000;
const lookAgainMs = 150;
/** Shorter than the time after which a claim ends. */
const renewMs = 15_000;
/** The maximum numbers of a seller's reports that are computed at the same time, and that are stored. */
const maxAtOnce = 5;
const maxKept = { most: 50, bytes: 64 * 1024 * 1024 } as const;

type Asked = {
  /** Everything that determines the report's content: the request, and what the reader may see. */
  readonly key: readonly unknown[];
  readonly steps: number;
  /** Whether a stored report must not be used. */
  readonly anew: boolean;
};
/** `onStep` is called after each step. */
type Work<Result> = (ctx: StaffContext, onStep: () => void) => Promise<Result>;

/**
 * Computes a report and returns it if it is ready within two seconds, otherwise its progress. Concurrent requests for the
 * same report share one computation.
 */
export const answerOrWait = async <Result extends object>(
  ctx: StaffContext,
  { key, steps, anew }: Asked,
  work: Work<Result>,
): Promise<(Result & { readonly worked_out_at?: string }) | ReportWaiting> => {
  const asked_hash = createHash("sha256").update(JSON.stringify(key)).digest();
  if (anew) await forgetReport(ctx, { asked_hash, state: "ready" });
  for (let waited = 0; ; waited += lookAgainMs) {
    const claim = { asked_hash, claim: newId() };
    // Concurrent readers may exceed the limit by their number.
    const hasRoom = (await countRunningReports(ctx)) < maxAtOnce;
    if (hasRoom && (await claimReport(ctx, { ...claim, steps }))) return workOn(ctx, { claim, steps, work });
    const run = await findReportRun<Result>(ctx, { asked_hash });
    if (run?.result) return { ...run.result, worked_out_at: run.started_at };
    if (run?.state === "failed") {
      await forgetReport(ctx, { asked_hash, state: "failed" });
      throw new Refused({ code: "unavailable", description: "The report could not be calculated. Try fewer days." });
    }
    if (run && waited >= patienceMs) return { waiting: { ...stepsOf(run), since: run.started_at } };
    if (!run && waited >= patienceMs)
      throw new Refused({ code: "unavailable", description: "Several reports are being calculated. Try again soon." });
    await sleep(lookAgainMs);
  }
};

const stepsOf = ({ steps, steps_done }: { readonly steps: number; readonly steps_done: number }) => ({
  steps,
  steps_done,
});

type Claimed<Result> = { readonly claim: ReportClaim; readonly steps: number; readonly work: Work<Result> };

const workOn = async <Result extends object>(
  ctx: StaffContext,
  { claim, steps, work }: Claimed<Result>,
): Promise<Result | ReportWaiting> => {
  const since = ctx.now.round("millisecond").toString();
  let done = 0;
  const renew = (): void => void renewReport(ctx, claim, done).catch(() => undefined);
  const timer = setInterval(renew, renewMs);
  const report = transact(ctx, async (within) => {
    await limitStatements(within, statementLimitMs);
    return work(within, () => {
      done = Math.min(steps, done + 1);
      renew();
    });
  }).finally(() => clearInterval(timer));
  const settled = report.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, sleep(patienceMs, false)])) {
    await forgetClaim(ctx, claim);
    return report;
  }
  void keep(ctx, claim, report);
  return { waiting: { steps, steps_done: done, since } };
};

/** The first reader no longer waits for it: the result is stored for the next request. */
const keep = async (ctx: StaffContext, claim: ReportClaim, report: Promise<object>): Promise<void> => {
  try {
    const result = await report.catch((error: unknown) => {
      ctx.log.error({ event: "report_failed", err: error }, "a report could not be worked out");
      return null;
    });
    await endReport(ctx, claim, result);
    await forgetOldReports(ctx, maxKept);
  } catch (error) {
    ctx.log.error({ event: "report_lost", err: error }, "a report could not be kept; it is worked out anew");
  }
};
