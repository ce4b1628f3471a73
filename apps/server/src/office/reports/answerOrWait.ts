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

/** Each statement of a report: it may read more than a request does. */
const statementLimitMs = 5 * 60_000;
/** A reader waits so long for a report; then it is worked out without them. */
const patienceMs = 2000;
const lookAgainMs = 150;
/** More often than a claim ends. */
const renewMs = 15_000;
/** Reports of a seller that are worked out at the same time, and that are kept. */
const maxAtOnce = 5;
const maxKept = { most: 50, bytes: 64 * 1024 * 1024 } as const;

type Asked = {
  /** What decides what is in the report: what was asked, and what of it the reader may see. */
  readonly key: readonly unknown[];
  readonly steps: number;
  /** One that is kept is not good enough. */
  readonly anew: boolean;
};
/** `onStep`: one of the steps is done. */
type Work<Result> = (ctx: StaffContext, onStep: () => void) => Promise<Result>;

/**
 * Works a report out, and answers with it where it is there within two seconds; otherwise with how far it is. Whoever asks
 * for the same meanwhile waits for the same one.
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
    // Readers at the same moment may be more by their number.
    const hasRoom = (await countRunningReports(ctx)) < maxAtOnce;
    if (hasRoom && (await claimReport(ctx, { ...claim, steps }))) return workOn(ctx, { claim, steps, work });
    const run = await findReportRun<Result>(ctx, { asked_hash });
    if (run?.result) return { ...run.result, worked_out_at: run.started_at };
    if (run?.state === "failed") {
      await forgetReport(ctx, { asked_hash, state: "failed" });
      throw new Refused({ code: "unavailable", description: "The report could not be worked out. Try fewer days." });
    }
    if (run && waited >= patienceMs) return { waiting: { ...stepsOf(run), since: run.started_at } };
    if (!run && waited >= patienceMs)
      throw new Refused({ code: "unavailable", description: "Several reports are being worked out. Try again soon." });
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

/** Nobody waits for it any more: it is kept for whoever asks again. */
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
