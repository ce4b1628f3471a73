import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { idempotencyHeader, isIdempotencyKey } from "@foyer/contract/endpoint.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import type { Database } from "../db/connections.ts";
import type { RequestContext } from "./requestContext.ts";
import { isOutage } from "./errorHandler.ts";
import { Refused } from "../errors/refused.ts";

/** Longer than any call takes: whoever has not answered by then never will. */
const abandonedAfterSeconds = 60;
/** An answer is kept this long. */
const keptHours = 24;

/** What may be answered otherwise a moment later. */
const transientCodes: ReadonlySet<RefusalCode> = new Set(["too_many_requests", "unavailable", "payment_in_progress"]);

/** The key that a call came with; whoever has no session yet has nobody to keep an answer for. */
const readIdempotencyKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !isIdempotencyKey(key))
    throw new Refused({ code: "bad_field_value", extra: { fields: [idempotencyHeader] } });
  return key;
};

type StoredReply = { readonly said: Buffer; readonly state: "in_progress" | "done"; readonly reply: string | null };
type StoredOutcome = { readonly reply: unknown } | { readonly no: ConstructorParameters<typeof Refused>[0] };

/**
 * Does what a call asks for, or says again what was answered when the same call came with the same key before. Of a
 * call that is still under way, or that came with the key of another, it says so. The row comes first: of two that come
 * at once one does it. A server that dies between doing and writing it down leaves the key free again after a minute;
 * payments and orders find what is there by keys of their own.
 */
export const runIdempotent = async (
  ctx: RequestContext,
  headers: IncomingHttpHeaders,
  { call, sent }: { readonly call: string; readonly sent: unknown },
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const key = readIdempotencyKey(headers);
  if (key === undefined || !ctx.visitor || ctx.visitor.fresh) return work();
  const { db, seller } = ctx;
  const replyKey = { seller_id: seller.id, actor: ctx.visitor.identity_id, key };
  const requestHash = createHash("sha256")
    .update(JSON.stringify([call, sent]))
    .digest();

  const stored = await claimKey(db, replyKey, requestHash);
  if (stored) {
    if (!stored.said.equals(requestHash))
      throw new Refused({ code: "idempotency_key_reused", extra: { fields: [idempotencyHeader] } });
    if (stored.reply === null) throw new Refused({ code: "request_in_progress", extra: { retry_after: 1 } });
    const outcome = JSON.parse(stored.reply) as StoredOutcome;
    if ("no" in outcome) throw new Refused(outcome.no);
    return outcome.reply;
  }
  try {
    const reply = await work();
    await storeOutcome(db, replyKey, { reply });
    return reply;
  } catch (error) {
    if (error instanceof Refused && !transientCodes.has(error.code))
      await storeOutcome(db, replyKey, { no: serializeRefusal(error) });
    // What came of it nobody knows when the database went away in the middle: the key waits until it is abandoned.
    else if (!isOutage(error)) await releaseKey(db, replyKey);
    throw error;
  }
};

const serializeRefusal = ({
  code,
  context,
  description,
  words,
  also,
  extra,
}: Refused): ConstructorParameters<typeof Refused>[0] => ({
  code,
  context,
  extra,
  ...(description !== undefined && { description }),
  ...(words !== undefined && { words }),
  ...(also !== undefined && { also: new Refused(serializeRefusal(also)) }),
});

type ReplyKey = { readonly seller_id: string; readonly actor: string; readonly key: string };

/** What is known of the key; undefined when it is this call's from now on. */
const claimKey = async (db: Database, replyKey: ReplyKey, requestHash: Buffer): Promise<StoredReply | undefined> => {
  const { rows } = await sql<StoredReply & { mine: boolean }>`
    with begun as (
      insert into idem as i (seller_id, actor, key, said, created_at)
      values (${replyKey.seller_id}::uuid, ${replyKey.actor}::uuid, ${replyKey.key}, ${requestHash}, app_now())
      on conflict (seller_id, actor, key) do update set created_at = app_now()
        where i.state = 'in_progress' and i.said = ${requestHash} and i.created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds})
      returning said, state, reply)
    select true as mine, said, state, reply from begun
    union all
    select false, said, state, reply from idem
    where seller_id = ${replyKey.seller_id}::uuid and actor = ${replyKey.actor}::uuid and key = ${replyKey.key}
      and not exists (select from begun)`.execute(db);
  const [row] = rows;
  if (row) return row.mine ? undefined : row;
  // Written by somebody else while this statement looked, and not to be seen by it.
  return { said: requestHash, state: "in_progress", reply: null };
};

const storeOutcome = async (
  db: Database,
  { seller_id, actor, key }: ReplyKey,
  outcome: StoredOutcome,
): Promise<void> => {
  await db
    .updateTable("idem")
    .set({ state: "done", reply: JSON.stringify(outcome) })
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

const releaseKey = async (db: Database, { seller_id, actor, key }: ReplyKey): Promise<void> => {
  await db
    .deleteFrom("idem")
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

/** Across sellers: what is older than anybody's second try, and what was never answered. */
export const deleteExpiredReplies = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("idem")
    .where(
      sql<boolean>`created_at < app_now() - make_interval(hours => ${keptHours})
        or (state = 'in_progress' and created_at < app_now() - make_interval(secs => ${abandonedAfterSeconds}))`,
    )
    .execute();
