import { sql } from "kysely";
import type { Database } from "../db/connections.ts";

/** Longer than any request takes: a request without a reply by then has died with its server. */
const abandonedAfterSeconds = 60;
const retentionHours = 24;

type StoredReply = {
  readonly request_hash: Buffer;
  readonly state: "in_progress" | "done";
  readonly reply: string | null;
};

/** The row of a visitor's key. */
type ReplyKey = { readonly seller_id: string; readonly actor: string; readonly key: string };

/** What is stored for the key; undefined when this request has claimed it. */
export const claimKey = async (
  db: Database,
  replyKey: ReplyKey,
  requestHash: Buffer,
): Promise<StoredReply | undefined> => {
  const { rows } = await sql<StoredReply & { is_mine: boolean }>`
    with claimed as (
      insert into idem as i (seller_id, actor, key, said, created_at)
      values (${replyKey.seller_id}::uuid, ${replyKey.actor}::uuid, ${replyKey.key}, ${requestHash}, app_now())
      on conflict (seller_id, actor, key) do update set created_at = app_now()
        where i.state = 'in_progress' and i.said = ${requestHash} and i.created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds})
      returning said as request_hash, state, reply)
    select true as is_mine, request_hash, state, reply from claimed
    union all
    select false, said, state, reply from idem
    where seller_id = ${replyKey.seller_id}::uuid and actor = ${replyKey.actor}::uuid and key = ${replyKey.key}
      and not exists (select from claimed)`.execute(db);
  const [row] = rows;
  if (row) return row.is_mine ? undefined : row;
  // A concurrent request inserted the row after this statement's snapshot was taken.
  return { request_hash: requestHash, state: "in_progress", reply: null };
};

export const storeReply = async (db: Database, { seller_id, actor, key }: ReplyKey, reply: string): Promise<void> => {
  await db
    .updateTable("idem")
    .set({ state: "done", reply })
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

export const releaseKey = async (db: Database, { seller_id, actor, key }: ReplyKey): Promise<void> => {
  await db
    .deleteFrom("idem")
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

/** Deletes, for all sellers, replies past their retention and keys that were abandoned. */
export const deleteExpiredReplies = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("idem")
    .where(
      sql<boolean>`created_at < app_now() - make_interval(hours => ${retentionHours})
        or (state = 'in_progress' and created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds}))`,
    )
    .execute();
