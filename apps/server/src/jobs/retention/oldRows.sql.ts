import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { loginEmailKinds } from "../../modules/identity/tokens/loginEmails.ts";

/** One batch: up to `limit` rows of a seller whose period of `days` has passed. Rows locked by others are skipped. */
export type Batch = {
  readonly db: Database;
  readonly seller_id: string;
  readonly days: number;
  readonly limit: number;
};

/** Tables whose rows are deleted by age alone, and the time from which their period counts. */
const datedRows = {
  visitor_session: "least(ended_at, expires_at)",
  idempotency_key: "created_at",
  login_token: "expires_at",
  login_attempt: "at",
  oauth_state: "expires_at",
  spent_login_token: "expires_at",
  spent_captcha: "expires_at",
  payment_event: "done_at",
  operator_permit: "ends_at",
  report_run: "expires_at",
  member_import_row: "created_at",
  person_merge: "merged_at",
} as const;

/** Deletes old rows of a table and returns their number. */
export const deleteDatedRows = async (
  table: keyof typeof datedRows,
  { db, seller_id, days, limit }: Batch,
): Promise<number> => {
  const since = sql.raw(datedRows[table]);
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where seller_id = ${seller_id}::uuid and ctid = any (array(
      select ctid from ${sql.table(table)}
      where seller_id = ${seller_id}::uuid and ${since} < app_now() - make_interval(days => ${days}::int)
      order by ${since} limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/** Deletes pictures that were uploaded long ago and that the pictures' draft does not use. */
export const deleteUnusedPictures = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  // A draft may be any JSON, so its text is searched for the key in quotes.
  const { numAffectedRows = 0n } = await sql`
    delete from uploaded_picture where seller_id = ${seller_id}::uuid and ctid = any (array(
      select u.ctid from uploaded_picture u
      where u.seller_id = ${seller_id}::uuid and u.uploaded_at < app_now() - make_interval(days => ${days}::int)
        and not exists (select from catalogue_draft d where d.seller_id = ${seller_id}::uuid and d.chapter = 'images'
          and strpos(d.document::text, '"' || u.key || '"') > 0)
      order by u.uploaded_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/** Clears data from a login provider that an ended session no longer needs. */
export const clearExternalOfSessions = async ({ db, seller_id, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update visitor_session set external = null where seller_id = ${seller_id}::uuid and ctid = any (array(
      select ctid from visitor_session
      where seller_id = ${seller_id}::uuid and external is not null and (ended_at is not null or expires_at < app_now())
      limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/** Locks abandoned carts without tickets; only carts with tickets expire by themselves. */
export const lockEmptyCarts = ({ db, seller_id, days, limit }: Batch): Promise<{ id: string }[]> =>
  statementWithFreshPlan(
    db,
    `select c.id from cart c
     where c.seller_id = $1 and c.state = 'pending' and not c.part_paid
       and c.expires_at < app_now() - make_interval(days => $2::int)
       and (c.leased_until is null or c.leased_until <= app_now())
       and not exists (select from ticket t where t.seller_id = $1 and t.cart_id = c.id and t.state in ('held', 'in_cart'))
     order by c.expires_at limit $3 for update skip locked`,
    [seller_id, days, limit],
  );

/**
 * Locks carts that ended without an order. A cart with any payment stays: the payment is part of the accounts, and money
 * can still arrive for it.
 */
export const lockAbandonedCarts = async ({ db, seller_id, days, limit }: Batch): Promise<string[]> => {
  const found = await statementWithFreshPlan<{ id: string }>(
    db,
    `select c.id from cart c
     where c.seller_id = $1 and c.state = 'expired' and c.released_with_hold is null
       and c.expires_at < app_now() - make_interval(days => $2::int)
       and not exists (select from payment p where p.seller_id = $1 and p.cart_id = c.id)
       and not exists (select from ticket_order o where o.seller_id = $1 and o.cart_id = c.id)
       and not exists (select from auto_renewal a where a.seller_id = $1 and a.cart_id = c.id)
       and not exists (select from scheduled_payment s where s.seller_id = $1 and s.cart_id = c.id)
     order by c.expires_at limit $3 for update skip locked`,
    [seller_id, days, limit],
  );
  return found.map(({ id }) => id);
};

/** Deletes carts that the caller has locked, with their tickets and the history of both. */
export const deleteCarts = async (db: Database, seller_id: string, ids: readonly string[]): Promise<void> => {
  const tickets = await statementWithFreshPlan<{ id: string }>(
    db,
    `with codes as (delete from cart_code where seller_id = $1 and cart_id = any($2::uuid[])),
     discounts as (delete from cart_discount where seller_id = $1 and cart_id = any($2::uuid[]))
     delete from ticket where seller_id = $1 and cart_id = any($2::uuid[]) returning id`,
    [seller_id, ids],
  );
  await statementWithFreshPlan(db, `delete from cart where seller_id = $1 and id = any($2::uuid[])`, [seller_id, ids]);
  // A policy allows deleting the history of carts and tickets only after the carts and tickets themselves.
  await statementWithFreshPlan(
    db,
    `delete from transition where seller_id = $1 and entity_id = any($2::uuid[])
       and (to_state in ('unbooked', 'expired') or from_state in ('unbooked', 'expired'))`,
    [seller_id, [...ids, ...tickets.map(({ id }) => id)]],
  );
};

/** Clears the networks of ended carts and of payment attempts, which are only needed for current limits. */
export const clearNetworks = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  let most = 0;
  for (const [table, condition] of [
    ["cart", "state <> 'pending'"],
    ["payment_attempt", "true"],
  ] as const) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set client_network = null where seller_id = ${seller_id}::uuid and ctid = any (array(
        select ctid from ${sql.table(table)}
        where seller_id = ${seller_id}::uuid and client_network is not null and ${sql.raw(condition)}
          and created_at < app_now() - make_interval(days => ${days}::int)
        order by created_at limit ${limit} for update skip locked))`.execute(db);
    most = Math.max(most, Number(numAffectedRows));
  }
  return most;
};

const isOver = sql.raw("state in ('sent', 'kept', 'dead')");

/** Blanks the text and address of old e-mails. The row stays, since an order's confirmation is sent only once. */
export const blankOldEmails = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update outbox set message = '{}', to_address = '', last_error = null, blanked_at = app_now()
    where seller_id = ${seller_id}::uuid and id = any (array(
      select id from outbox where seller_id = ${seller_id}::uuid and blanked_at is null and ${isOver}
        and created_at < app_now() - make_interval(days => ${days}::int)
      order by created_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Blanks the recipients of tickets that were sent on, once their visits are as long ago. Until then the buyer sees who
 * has them.
 */
export const blankOldSendings = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update ticket_sending set email = null, sender_name = null, message = null
    where seller_id = ${seller_id}::uuid and id = any (array(
      select d.id from ticket_sending d join order_change c on c.seller_id = d.seller_id and c.id = d.id
      where d.seller_id = ${seller_id}::uuid and d.email is not null
        and c.created_at < app_now() - make_interval(days => ${days}::int)
        and not exists (select from ticket t join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
          where t.seller_id = ${seller_id}::uuid and t.sending_id = d.id
            and s.end_datetime >= app_now() - make_interval(days => ${days}::int))
      limit ${limit} for update of d skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/** Deletes passes whose ticket is no longer valid, with the devices that they are on. */
export const deleteOldPasses = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from wallet_pass where seller_id = ${seller_id}::uuid and id = any (array(
      select p.id from wallet_pass p
      join ticket t on t.seller_id = p.seller_id and t.id = p.ticket_id
      left join event_session s on s.seller_id = t.seller_id and s.id = t.event_session_id
      left join membership m on m.seller_id = t.seller_id and m.ticket_id = t.id
      where p.seller_id = ${seller_id}::uuid and p.state <> 'due'
        and p.changed_at < app_now() - make_interval(days => ${days}::int)
        and (t.state <> 'booked'
          or coalesce(s.end_datetime, m.valid_to, t.valid_to) < app_now() - make_interval(days => ${days}::int))
      limit ${limit} for update of p skip locked))`.execute(db);
  return Number(numAffectedRows);
};

/** The list is part of the text, so that the partial index of these kinds is used. */
const loginKinds = sql.raw(loginEmailKinds.map((kind) => `'${kind}'`).join(", "));

export const deleteLoginEmails = async ({ db, seller_id, days, limit }: Batch): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from outbox where seller_id = ${seller_id}::uuid and id = any (array(
      select id from outbox where seller_id = ${seller_id}::uuid and kind in (${loginKinds}) and ${isOver}
        and created_at < app_now() - make_interval(days => ${days}::int)
      order by created_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
};
