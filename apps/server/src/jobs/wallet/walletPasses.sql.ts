import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { claimBySeller, type DueRow } from "../turns/claimBySeller.ts";

/** If a pass was claimed this long ago, the server that claimed it has died. */
const claimMinutes = 5;
const maxSessions = 50;
const maxClaimed = 50;

/**
 * Marks the passes of sessions whose time changed as changed, for all sellers. Returns the number of sessions. Passes
 * are locked in the order of their ids, as changes of tickets lock them.
 */
export const markPassesOfChangedSessions = async (acrossSellers: Database): Promise<number> => {
  const { rows: found } = await sql<DueRow>`
    select seller_id, '' as slug, id from wallet_session_change order by seller_id, id limit ${maxSessions}`.execute(
    acrossSellers,
  );
  const changed = await claimBySeller(found, async ({ seller_id, ids }) => {
    const { rows } = await sql`
      with changed as (
        delete from wallet_session_change where seller_id = ${seller_id} and id in (
          select id from wallet_session_change where seller_id = ${seller_id} and id = any(${ids}::uuid[]) order by id for update skip locked)
        returning event_session_id),
      locked as (
        select p.id from wallet_pass p
        where p.seller_id = ${seller_id} and p.ticket_id in (
          select t.id from changed c join ticket t on t.seller_id = ${seller_id} and t.event_session_id = c.event_session_id
            and t.state in ('booked', 'redeemed'))
        order by p.id for update),
      marked as (
        update wallet_pass p set version = p.version + 1, changed_at = app_now(),
          state = 'due', next_at = app_now(), attempts = 0, last_error = null
        from locked where p.seller_id = ${seller_id} and p.id = locked.id)
      select event_session_id from changed`.execute(acrossSellers);
    return rows;
  });
  return changed.length;
};

export type ClaimedPass = {
  seller_id: string;
  slug: string;
  id: string;
  wallet: "apple" | "google";
  version: number;
  attempts: number;
};

/** Claims passes whose wallets have to be notified, seller by seller; two servers never claim the same one. */
export const claimDuePasses = async (acrossSellers: Database): Promise<ClaimedPass[]> => {
  const { rows: due } = await sql<DueRow>`
    select p.seller_id, s.slug, p.id from wallet_pass p join seller s on s.id = p.seller_id
    where p.state = 'due' and p.next_at <= app_now() order by p.next_at limit ${maxClaimed}`.execute(acrossSellers);
  return claimBySeller(due, async ({ seller_id, slug, ids }) => {
    const { rows } = await sql<ClaimedPass>`
      update wallet_pass p set attempts = attempts + 1, next_at = app_now() + make_interval(mins => ${claimMinutes})
      where p.seller_id = ${seller_id} and p.id in (
        select id from wallet_pass where seller_id = ${seller_id} and id = any(${ids}::uuid[]) and state = 'due' and next_at <= app_now()
        order by id for update skip locked)
      returning p.seller_id, ${slug}::text as slug, p.id, p.wallet, p.version, p.attempts`.execute(acrossSellers);
    return rows;
  });
};

export type RecordedOutcome = {
  readonly state: "current" | "kept" | "due" | "dead";
  readonly last_error?: string;
  readonly waitMinutes?: number;
};

export const recordPassOutcome = (
  acrossSellers: Database,
  { seller_id, id, version, attempts }: ClaimedPass,
  { state, last_error, waitMinutes = 0 }: RecordedOutcome,
) =>
  acrossSellers
    .updateTable("wallet_pass")
    .set({
      state,
      last_error: last_error ?? null,
      next_at: state === "due" ? sql<string>`app_now() + make_interval(mins => ${waitMinutes})` : null,
    })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    // If it changed or was claimed again in the meantime, there is more to notify.
    .where("version", "=", version)
    .where("attempts", "=", attempts)
    .where("state", "=", "due")
    .execute();
