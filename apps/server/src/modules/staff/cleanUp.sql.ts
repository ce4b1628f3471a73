import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** How many days rows are kept after they have ended. Old sign-ins tell a new browser from a known one. */
const keptDays = { signIns: 90, links: 30, invitations: 90 } as const;
const maxDeleted = 1000;

const deleteWhere = async (db: Database, table: string, key: string, condition: ReturnType<typeof sql>) => {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} = any (array(
      select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${maxDeleted} for update skip locked))`.execute(
    db,
  );
  return Number(numAffectedRows);
};

/** Whether an e-mail `o` contains a link that was used, was replaced or has expired. */
const isOver = sql`o.kind in ('staff_invitation', 'staff_password_link') and o.blanked_at is null and o.state <> 'sending'
  and not exists (select from staff_password_link l where o.kind = 'staff_password_link' and l.id = o.ref_id
    and l.used_at is null and l.expires_at > app_now())
  and not exists (select from staff_invitation i where o.kind = 'staff_invitation' and i.id = o.ref_id
    and i.times_sent::text = o.occasion and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > app_now())`;

/**
 * Blanks e-mails whose link was used, was replaced by a newer one or has expired, including those kept for reading
 * without a mail server. An e-mail that has not been sent by then is no longer sent.
 */
export const blankUsedStaffLinks = async (acrossSellers: Database): Promise<number> => {
  const { rows } = await sql<{ seller_id: string; id: string }>`
    select o.seller_id, o.id from outbox o where ${isOver} order by o.created_at limit ${maxDeleted}`.execute(
    acrossSellers,
  );
  let blanked = 0;
  // A distributed database can only lock the rows of one seller at a time.
  for (const [seller_id, found] of Map.groupBy(rows, (row) => row.seller_id)) {
    const ids = found.map(({ id }) => id);
    const { numAffectedRows = 0n } = await sql`
      update outbox o set message = '{}', blanked_at = app_now(),
        state = case when state = 'queued' then 'dead' else state end,
        last_error = case when state = 'queued' then 'The link was over before it could be sent.' else last_error end
      where o.seller_id = ${seller_id}::uuid and o.id in (
        select o.id from outbox o where o.seller_id = ${seller_id}::uuid and o.id = any(${ids}::uuid[]) and ${isOver}
        order by o.id for update skip locked)`.execute(acrossSellers);
    blanked += Number(numAffectedRows);
  }
  return blanked;
};

/** Deletes rows that accounts no longer need: old sign-ins, links and attempt windows. Returns the number of rows. */
export const deleteOldStaffRows = async (acrossSellers: Database): Promise<number> => {
  const { signIns, links, invitations } = keptDays;
  const counts = [
    await deleteWhere(
      acrossSellers,
      "staff_sign_in",
      "id",
      sql`greatest(seen_at, ended_at) < app_now() - make_interval(days => ${signIns}::int)`,
    ),
    await deleteWhere(
      acrossSellers,
      "staff_password_link",
      "id",
      sql`expires_at < app_now() - make_interval(days => ${links}::int)`,
    ),
    await deleteWhere(
      acrossSellers,
      "staff_invitation",
      "id",
      sql`coalesce(accepted_at, withdrawn_at, expires_at) < app_now() - make_interval(days => ${invitations}::int)`,
    ),
    await deleteWhere(acrossSellers, "staff_attempt", "key", sql`ends_at <= app_now()`),
    await deleteWhere(acrossSellers, "staff_challenge", "challenge_hash", sql`expires_at <= app_now()`),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
};
