import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** Longer than any request takes: one without a reply by then was lost, though its server may live. */
const abandonedAfterSeconds = 60;

export type StoredReply = {
  readonly request_hash: Buffer;
  readonly state: "in_progress" | "done";
  readonly reply: string | null;
  /** Seconds since the request was first sent. */
  readonly age: number;
};

/** The row of a key: of a visitor, or of a first request that had no visitor yet (firstCall.ts). */
export type ReplyKey = { readonly seller_id: string; readonly identity_id: string; readonly key: string };

/** What is stored for the key; undefined when this request has claimed it. */
export const claimKey = async (
  db: Database,
  replyKey: ReplyKey,
  requestHash: Buffer,
): Promise<StoredReply | undefined> => {
  const { rows } = await sql<StoredReply & { is_mine: boolean }>`
    with claimed as (
      insert into idempotency_key as i (seller_id, identity_id, key, request_hash, created_at, server_id)
      values (${replyKey.seller_id}::uuid, ${replyKey.identity_id}::uuid, ${replyKey.key}, ${requestHash}, app_now(),
        nullif(current_setting('app.server', true), '')::uuid)
      on conflict (seller_id, identity_id, key) do update set created_at = app_now(), server_id = excluded.server_id
        where case
          when i.state <> 'in_progress' or i.request_hash <> ${requestHash} then false
          when i.created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds}) then true
          -- Each session of a server holds this lock: it is free when the server has ended. Behind a pooler it is unknown.
          when i.server_id <> excluded.server_id
            then pg_try_advisory_xact_lock(hashtextextended('server ' || i.server_id, 0))
          else false end
      returning request_hash, state, reply, 0 as age)
    select true as is_mine, request_hash, state, reply, age from claimed
    union all
    select false, request_hash, state, reply, extract(epoch from app_now() - created_at)::int from idempotency_key
    where seller_id = ${replyKey.seller_id}::uuid and identity_id = ${replyKey.identity_id}::uuid and key = ${replyKey.key}
      and not exists (select from claimed)`.execute(db);
  const [row] = rows;
  if (row) return row.is_mine ? undefined : row;
  // A concurrent request inserted the row after this statement's snapshot was taken.
  return { request_hash: requestHash, state: "in_progress", reply: null, age: 0 };
};

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

/** Releases, for all sellers, keys of requests that died with their server. Old replies are deleted by retention. */
export const releaseAbandonedKeys = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("idempotency_key")
    .where("state", "=", "in_progress")
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds})`)
    .execute();
