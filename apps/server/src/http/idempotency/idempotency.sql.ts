import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { transact } from "../../db/transact.ts";

/** Longer than any request takes. A request without a reply by then was lost, although its server may be alive. */
const abandonedAfterSeconds = 60;

export type StoredReply = {
  readonly request_hash: Buffer;
  readonly state: "in_progress" | "done";
  readonly reply: string | null;
  /** Seconds since the request was first sent. */
  readonly age: number;
};

/**
 * The row of a key at a seller: a visitor's, a staff member's, or that of a first request that had no visitor yet
 * (firstCall.ts). `identity_id` is the id of any of these.
 */
type SellerKey = { readonly seller_id: string; readonly identity_id: string; readonly key: string };
/** The row of a key of a staff account, for a call without a seller. */
type AccountKey = { readonly staff_id: string; readonly key: string };
export type ReplyKey = SellerKey | AccountKey;

/** Where the row of a key is: its table, its columns with their values, and the condition that finds it. */
const rowOf = (replyKey: ReplyKey) => {
  if ("staff_id" in replyKey) {
    const { staff_id, key } = replyKey;
    return {
      table: sql.raw("staff_idempotency_key"),
      columns: sql.raw("staff_id, key"),
      values: sql`${staff_id}::uuid, ${key}`,
      isIt: sql<boolean>`staff_id = ${staff_id}::uuid and key = ${key}`,
    };
  }
  const { seller_id, identity_id, key } = replyKey;
  return {
    table: sql.raw("idempotency_key"),
    columns: sql.raw("seller_id, identity_id, key"),
    values: sql`${seller_id}::uuid, ${identity_id}::uuid, ${key}`,
    isIt: sql<boolean>`seller_id = ${seller_id}::uuid and identity_id = ${identity_id}::uuid and key = ${key}`,
  };
};

/** What is stored for the key, or undefined if this request has claimed it. */
export const claimKey = async (
  db: Database,
  replyKey: ReplyKey,
  requestHash: Buffer,
): Promise<StoredReply | undefined> => {
  const { table, columns, values } = rowOf(replyKey);
  const { rows } = await sql`
    insert into ${table} (${columns}, request_hash, created_at, server_id)
    values (${values}, ${requestHash}, app_now(), ${thisServer})
    on conflict (${columns}) do nothing returning true as claimed`.execute(db);
  if (rows.length > 0) return undefined;
  const stored = await readKey(db, replyKey);
  // Released in the meantime: the next attempt claims it.
  if (!stored) return { request_hash: requestHash, state: "in_progress", reply: null, age: 0 };
  const mayBeLost = stored.state === "in_progress" && stored.request_hash.equals(requestHash);
  return mayBeLost && (await takeOver(db, replyKey, stored)) ? undefined : stored;
};

const thisServer = sql`nullif(current_setting('app.server', true), '')::uuid`;

/**
 * The same, where a reply counts for some seconds only: later, the key is claimed anew. Of two requests at that moment, one
 * claims it.
 */
export const claimKeyAgainAfter = async (
  db: Database,
  replyKey: ReplyKey,
  { requestHash, seconds }: { readonly requestHash: Buffer; readonly seconds: number },
): Promise<StoredReply | undefined> => {
  const { table, isIt } = rowOf(replyKey);
  const { rows } = await sql`
    update ${table} set created_at = app_now(), server_id = ${thisServer}, state = 'in_progress', reply = null
    where ${isIt} and state = 'done' and created_at < app_now() - make_interval(secs => ${seconds}) returning key`.execute(
    db,
  );
  return rows.length > 0 ? undefined : claimKey(db, replyKey, requestHash);
};

type KeyRow = StoredReply & {
  readonly created_at: string;
  readonly is_abandoned: boolean;
  /** The id of the other server that received the request, if known: behind a pooler it is not. */
  readonly other_server: string | null;
};

const readKey = async (db: Database, replyKey: ReplyKey): Promise<KeyRow | undefined> => {
  const { table, isIt } = rowOf(replyKey);
  const { rows } = await sql<KeyRow>`
    select request_hash, state, reply, extract(epoch from app_now() - created_at)::int as age, created_at::text as created_at,
      created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds}) as is_abandoned, nullif(server_id, ${thisServer}) as other_server
    from ${table} where ${isIt}`.execute(db);
  return rows[0];
};

/**
 * Takes over the key of a request that was lost with its server, or is a minute old. Returns false if another request
 * did.
 */
const takeOver = (
  db: Database,
  replyKey: ReplyKey,
  { created_at, is_abandoned, other_server }: KeyRow,
): Promise<boolean> =>
  transact({ db }, async ({ db }) => {
    const { table, isIt } = rowOf(replyKey);
    // Each session of a server holds this lock, so it is free once the server has ended.
    const { rows } =
      is_abandoned || other_server === null
        ? { rows: [{ lost: is_abandoned }] }
        : await sql<{ lost: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended('server ' || ${other_server}::text, 0)) as lost`.execute(
            db,
          );
    if (rows[0]?.lost !== true) return false;
    const { rows: taken } = await sql`
      update ${table} set created_at = app_now(), server_id = ${thisServer}
      where ${isIt} and state = 'in_progress' and created_at = ${created_at}::timestamptz returning key`.execute(db);
    return taken.length > 0;
  });

export const storeReply = async (db: Database, replyKey: ReplyKey, reply: string): Promise<void> => {
  const { table, isIt } = rowOf(replyKey);
  await sql`update ${table} set state = 'done', reply = ${reply} where ${isIt}`.execute(db);
};

export const releaseKey = async (db: Database, replyKey: ReplyKey): Promise<void> => {
  const { table, isIt } = rowOf(replyKey);
  await sql`delete from ${table} where ${isIt}`.execute(db);
};

const isAbandoned = sql<boolean>`state = 'in_progress' and created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds})`;
/** The rest is released a minute later. */
const maxReleased = 1000;

/**
 * Releases keys of requests that died with their server, for all sellers, at most 1,000 at once, and for staff accounts.
 * Old replies are deleted by retention. Returns their number.
 */
export const releaseAbandonedKeys = async (acrossSellers: Database): Promise<number> => {
  const { rows } = await sql<SellerKey>`
    select seller_id, identity_id, key from idempotency_key where ${isAbandoned} limit ${maxReleased}`.execute(
    acrossSellers,
  );
  const { numAffectedRows: ofAccounts = 0n } =
    await sql`delete from staff_idempotency_key where ${isAbandoned}`.execute(acrossSellers);
  let released = Number(ofAccounts);
  // A distributed database can only lock the rows of one seller.
  for (const [seller_id, found] of Map.groupBy(rows, (row) => row.seller_id)) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_key where seller_id = ${seller_id}::uuid and ${isAbandoned} and (identity_id, key) in (
        select * from unnest(${found.map((row) => row.identity_id)}::uuid[], ${found.map((row) => row.key)}::text[]))`.execute(
      acrossSellers,
    );
    released += Number(numAffectedRows);
  }
  return released;
};

/** Deletes old replies to calls about staff accounts. Returns their number. */
export const deleteOldAccountReplies = async (acrossSellers: Database, days: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from staff_idempotency_key where created_at < app_now() - make_interval(days => ${days}::int)`.execute(
    acrossSellers,
  );
  return Number(numAffectedRows);
};
