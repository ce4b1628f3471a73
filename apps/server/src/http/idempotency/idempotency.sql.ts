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

/** The row of a key: a visitor's, or that of a first request that had no visitor yet (firstCall.ts). */
export type ReplyKey = { readonly seller_id: string; readonly identity_id: string; readonly key: string };

/** What is stored for the key, or undefined if this request has claimed it. */
export const claimKey = async (
  db: Database,
  replyKey: ReplyKey,
  requestHash: Buffer,
): Promise<StoredReply | undefined> => {
  const { rows } = await sql`
    insert into idempotency_key (seller_id, identity_id, key, request_hash, created_at, server_id)
    values (${replyKey.seller_id}::uuid, ${replyKey.identity_id}::uuid, ${replyKey.key}, ${requestHash}, app_now(), ${thisServer})
    on conflict (seller_id, identity_id, key) do nothing returning true as claimed`.execute(db);
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
  const { seller_id, identity_id, key } = replyKey;
  const { rows } = await sql`
    update idempotency_key set created_at = app_now(), server_id = ${thisServer}, state = 'in_progress', reply = null
    where seller_id = ${seller_id}::uuid and identity_id = ${identity_id}::uuid and key = ${key} and state = 'done'
      and created_at < app_now() - make_interval(secs => ${seconds}) returning key`.execute(db);
  return rows.length > 0 ? undefined : claimKey(db, replyKey, requestHash);
};

type KeyRow = StoredReply & {
  readonly created_at: string;
  readonly is_abandoned: boolean;
  /** The id of the other server that received the request, if known: behind a pooler it is not. */
  readonly other_server: string | null;
};

const readKey = async (db: Database, { seller_id, identity_id, key }: ReplyKey): Promise<KeyRow | undefined> => {
  const { rows } = await sql<KeyRow>`
    select request_hash, state, reply, extract(epoch from app_now() - created_at)::int as age, created_at::text as created_at,
      created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds}) as is_abandoned, nullif(server_id, ${thisServer}) as other_server
    from idempotency_key
    where seller_id = ${seller_id}::uuid and identity_id = ${identity_id}::uuid and key = ${key}`.execute(db);
  return rows[0];
};

/**
 * Takes over the key of a request that was lost with its server, or is a minute old. Returns false if another request
 * did.
 */
const takeOver = (
  db: Database,
  { seller_id, identity_id, key }: ReplyKey,
  { created_at, is_abandoned, other_server }: KeyRow,
): Promise<boolean> =>
  transact({ db }, async ({ db }) => {
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
      update idempotency_key set created_at = app_now(), server_id = ${thisServer}
      where seller_id = ${seller_id}::uuid and identity_id = ${identity_id}::uuid and key = ${key} and state = 'in_progress'
        and created_at = ${created_at}::timestamptz returning key`.execute(db);
    return taken.length > 0;
  });

export const storeReply = async (
  db: Database,
  { seller_id, identity_id, key }: ReplyKey,
  reply: string,
): Promise<void> => {
  await db
    .updateTable("idempotency_key")
    .set({ state: "done", reply })
    .where("seller_id", "=", seller_id)
    .where("identity_id", "=", identity_id)
    .where("key", "=", key)
    .execute();
};

export const releaseKey = async (db: Database, { seller_id, identity_id, key }: ReplyKey): Promise<void> => {
  await db
    .deleteFrom("idempotency_key")
    .where("seller_id", "=", seller_id)
    .where("identity_id", "=", identity_id)
    .where("key", "=", key)
    .execute();
};

const isAbandoned = sql<boolean>`state = 'in_progress' and created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds})`;
/** The rest is released a minute later. */
const maxReleased = 1000;

/**
 * Releases keys of requests that died with their server, for all sellers; at most 1,000 at once. Old replies are deleted
 * by retention. Returns their number.
 */
export const releaseAbandonedKeys = async (acrossSellers: Database): Promise<number> => {
  const { rows } = await sql<ReplyKey>`
    select seller_id, identity_id, key from idempotency_key where ${isAbandoned} limit ${maxReleased}`.execute(
    acrossSellers,
  );
  let released = 0;
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
