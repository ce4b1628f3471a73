import { setTimeout as sleep } from "node:timers/promises";
import { transact } from "../../db/transact.ts";
import type { JobContext } from "../../http/requestContext.ts";
import { deleteOldEntries } from "../../modules/audit/entries.ts";
import { releaseHold } from "../../modules/cart/release/releaseHold.ts";
import { claimTurn, endTurn, sellersInTurn, type SellerInTurn, type TurnPeriod } from "../turns/jobTurns.sql.ts";
import { cleanNextIdentities } from "./oldIdentities.sql.ts";
import {
  blankOldEmails,
  blankOldSendings,
  clearExternalOfSessions,
  clearNetworks,
  deleteCarts,
  deleteDatedRows,
  deleteLoginEmails,
  deleteOldPasses,
  deleteUnusedPictures,
  lockAbandonedCarts,
  lockEmptyCarts,
  type Batch,
} from "./oldRows.sql.ts";
import { deleteOldRefusals, deleteReplacedCodes, deleteUnpairedDevices } from "./oldScans.sql.ts";
import { daysOf, type ChosenDays, type RetentionKind } from "./periods.ts";

/** Small enough that no lock is held for long. The pause after each batch and seller lets the shop's statements run. */
const batchSize = 500;
const pauseMs = 20;
/** Per kind, seller and turn, so that no seller delays the others; the next run continues. */
const maxBatches = 40;
const firstId = "00000000-0000-0000-0000-000000000000";

export type RetentionContext = Pick<JobContext, "connections"> & {
  readonly log: { error(fields: object, message: string): void };
  /** The setting RETENTION_DAYS. */
  readonly retentionDays: ChosenDays;
};
/** The state of one run. */
type Run = RetentionContext & { readonly stopping: AbortSignal };
/** What was done in a turn, and whether work is left. */
type Progress = { readonly total: number; readonly isFinished: boolean };
type Step = (batch: Batch) => Promise<number>;

const closeEmptyCarts: Step = (batch) =>
  transact(batch, async (batch) => {
    const carts = await lockEmptyCarts(batch);
    await releaseHold(
      batch.db,
      batch.seller_id,
      carts.map(({ id }) => id),
    );
    return carts.length;
  });

const deleteAbandonedCarts: Step = (batch) =>
  transact(batch, async (batch) => {
    const ids = await lockAbandonedCarts(batch);
    if (ids.length > 0) await deleteCarts(batch.db, batch.seller_id, ids);
    return ids.length;
  });

/** In this order: an identity can be deleted once its sessions and carts are. */
const steps: readonly (readonly [RetentionKind, Step])[] = [
  ["replies", (batch) => deleteDatedRows("idempotency_key", batch)],
  ["reports", (batch) => deleteDatedRows("report_run", batch)],
  ["login_tokens", (batch) => deleteDatedRows("login_token", batch)],
  ["login_attempts", (batch) => deleteDatedRows("login_attempt", batch)],
  ["login_redirects", (batch) => deleteDatedRows("oauth_state", batch)],
  ["spent_tokens", (batch) => deleteDatedRows("spent_login_token", batch)],
  ["spent_tokens", (batch) => deleteDatedRows("spent_captcha", batch)],
  ["scans", deleteOldRefusals],
  ["scans", deleteReplacedCodes],
  ["scans", deleteUnpairedDevices],
  ["operator_visits", (batch) => deleteDatedRows("operator_permit", batch)],
  ["uploaded_pictures", deleteUnusedPictures],
  ["member_imports", (batch) => deleteDatedRows("member_import_row", batch)],
  ["person_merges", (batch) => deleteDatedRows("person_merge", batch)],
  ["webhook_events", (batch) => deleteDatedRows("payment_event", batch)],
  ["audit", (batch) => transact(batch, (batch) => deleteOldEntries(batch.db, { ...batch, kind: "change" }))],
  ["audit_access", (batch) => transact(batch, (batch) => deleteOldEntries(batch.db, { ...batch, kind: "access" }))],
  ["login_emails", deleteLoginEmails],
  ["emails", blankOldEmails],
  ["emails", blankOldSendings],
  ["wallet_passes", deleteOldPasses],
  ["networks", clearNetworks],
  ["sessions", clearExternalOfSessions],
  ["sessions", (batch) => deleteDatedRows("visitor_session", batch)],
  ["carts", closeEmptyCarts],
  ["carts", deleteAbandonedCarts],
];

const inBatches = async (step: Step, batch: Batch, stopping: AbortSignal): Promise<Progress> => {
  let total = 0;
  for (let n = 0; n < maxBatches && !stopping.aborted; n++) {
    const count = await step(batch);
    total += count;
    if (count < batch.limit) return { total, isFinished: true };
    await sleep(pauseMs);
  }
  return { total, isFinished: false };
};

/** Continues where the last turn ended: otherwise identities that stay would be checked again in each turn. */
const cleanIdentities = async (
  { connections, retentionDays, stopping }: Run,
  { id: seller_id, chosen }: SellerInTurn,
  continues_after: string | null,
): Promise<Progress & { readonly continues_after: string | null }> => {
  const db = connections.forSeller(seller_id);
  const days = {
    visitors: daysOf("visitors", retentionDays, chosen),
    abandoned: daysOf("abandoned_purchases", retentionDays, chosen),
  };
  let total = 0;
  let after = continues_after;
  for (let n = 0; n < maxBatches && !stopping.aborted; n++) {
    const { last_id, looked, removed, blanked } = await cleanNextIdentities(
      db,
      { seller_id, afterId: after ?? firstId, limit: batchSize },
      days,
    );
    total += removed + blanked;
    if (looked < batchSize || last_id === null) return { total, isFinished: true, continues_after: null };
    after = last_id;
    await sleep(pauseMs);
  }
  return { total, isFinished: false, continues_after: after };
};

/** A failed step does not prevent the others; the next run tries it again. */
const orLog = async <P extends Progress>(
  { log }: RetentionContext,
  { slug }: SellerInTurn,
  kind: RetentionKind,
  work: () => Promise<P>,
): Promise<P | undefined> => {
  try {
    return await work();
  } catch (error) {
    const err = error instanceof Error ? error.message : String(error);
    log.error({ event: "retention_failed", seller: slug, kind, err }, "old rows could not be deleted");
    return undefined;
  }
};

const deleteOldRowsOf = async (ctx: Run, seller: SellerInTurn, turn: TurnPeriod): Promise<number> => {
  const db = ctx.connections.forSeller(seller.id);
  const claimed = await claimTurn(db, seller.id, turn);
  if (!claimed) return 0;
  const results: (Progress | undefined)[] = [];
  for (const [kind, step] of steps) {
    const days = daysOf(kind, ctx.retentionDays, seller.chosen);
    const batch = { db, seller_id: seller.id, days, limit: batchSize };
    results.push(await orLog(ctx, seller, kind, () => inBatches(step, batch, ctx.stopping)));
  }
  const identities = await orLog(ctx, seller, "visitors", () => cleanIdentities(ctx, seller, claimed.continues_after));
  results.push(identities);
  const isFinished = results.every((result) => result?.isFinished);
  const continues_after = identities ? identities.continues_after : claimed.continues_after;
  if (!isFinished || claimed.continues_after !== continues_after)
    await endTurn(db, seller.id, { job: turn.job, isFinished, continues_after });
  return results.reduce((sum, result) => sum + (result?.total ?? 0), 0);
};

/**
 * Deletes or blanks what has outlived its period (`periods`), seller by seller and in small batches, for each seller once
 * in `everyHours`. Returns the number of rows. Safe to run concurrently, in one process or several. A server that stops
 * ends the run after its batch.
 */
export const retentionJob =
  (ctx: RetentionContext, everyHours: number) =>
  async (stopping: AbortSignal = new AbortController().signal): Promise<number> => {
    const turn = { job: "retention", everyHours } as const;
    let total = 0;
    for (const seller of await sellersInTurn(ctx.connections.acrossSellers(), turn)) {
      if (stopping.aborted) break;
      total += await deleteOldRowsOf({ ...ctx, stopping }, seller, turn);
      await sleep(pauseMs);
    }
    return total;
  };
