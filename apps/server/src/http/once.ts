import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { idempotencyHeader, isIdempotencyKey } from "@foyer/contract/endpoint.ts";
import type { RefusalCode } from "@foyer/contract/refusal.ts";
import type { Database } from "../db/connect.ts";
import { guardStands } from "../db/faults.ts";
import type { Ask } from "./ask.ts";
import { isOutage } from "./errors.ts";
import { Refused } from "./refused.ts";

/** Longer than any call takes: whoever has not answered by then never will. */
const abandonedAfter = 60;
/** An answer is kept this long. */
const keptHours = 24;

/** What may be answered otherwise a moment later. */
const passing: ReadonlySet<RefusalCode> = new Set(["too_many_requests", "unavailable", "payment_in_progress"]);

/** The key that a call came with; whoever has no session yet has nobody to keep an answer for. */
const keyIn = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !isIdempotencyKey(key))
    throw new Refused({ code: "bad_field_value", extra: { fields: [idempotencyHeader] } });
  return key;
};

type Row = { readonly said: Buffer; readonly state: "in_progress" | "done"; readonly reply: string | null };
type Kept = { readonly reply: unknown } | { readonly no: ConstructorParameters<typeof Refused>[0] };

/**
 * Does what a call asks for, or says again what was answered when the same call came with the same key before. Of a
 * call that is still under way, or that came with the key of another, it says so. The row comes first: of two that come
 * at once one does it. A server that dies between doing and writing it down leaves the key free again after a minute;
 * payments and orders find what is there by keys of their own.
 */
export const once = async (
  ask: Ask,
  headers: IncomingHttpHeaders,
  { call, sent }: { readonly call: string; readonly sent: unknown },
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const key = keyIn(headers);
  if (key === undefined || !ask.visitor || ask.visitor.fresh) return work();
  const { db, seller } = ask;
  const mine = { seller_id: seller.id, actor: ask.visitor.identity_id, key };
  const said = createHash("sha256")
    .update(JSON.stringify([call, sent]))
    .digest();

  const known = await begin(db, mine, said);
  if (known) {
    if (!known.said.equals(said))
      throw new Refused({ code: "idempotency_key_reused", extra: { fields: [idempotencyHeader] } });
    if (known.reply === null) throw new Refused({ code: "request_in_progress", extra: { retry_after: 1 } });
    const kept = JSON.parse(known.reply) as Kept;
    if ("no" in kept) throw new Refused(kept.no);
    return kept.reply;
  }
  try {
    const reply = await work();
    await end(db, mine, { reply });
    return reply;
  } catch (error) {
    if (error instanceof Refused && !passing.has(error.code)) await end(db, mine, { no: asSaid(error) });
    // What came of it nobody knows when the database went away in the middle: the key waits until it is abandoned.
    else if (!isOutage(error)) await forget(db, mine);
    throw error;
  }
};

const asSaid = ({
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
  ...(also !== undefined && { also: new Refused(asSaid(also)) }),
});

type Mine = { readonly seller_id: string; readonly actor: string; readonly key: string };

/** What is known of the key; undefined when it is this call's from now on. */
const begin = async (db: Database, mine: Mine, said: Buffer): Promise<Row | undefined> => {
  const { rows } = await sql<Row & { mine: boolean }>`
    with begun as (
      insert into idem as i (seller_id, actor, key, said, created_at)
      values (${mine.seller_id}::uuid, ${mine.actor}::uuid, ${mine.key}, ${said}, app_now())
      on conflict (seller_id, actor, key) do update set created_at = app_now()
        where i.state = 'in_progress' and i.said = ${said} and i.created_at < app_now() - make_interval(secs => ${abandonedAfter})
      returning said, state, reply)
    select true as mine, said, state, reply from begun
    union all
    select false, said, state, reply from idem
    where seller_id = ${mine.seller_id}::uuid and actor = ${mine.actor}::uuid and key = ${mine.key}
      and not exists (select from begun)`.execute(db);
  const [row] = rows;
  if (row) return row.mine || !guardStands("said_once") ? undefined : row;
  // Written by somebody else while this statement looked, and not to be seen by it.
  return { said, state: "in_progress", reply: null };
};

const end = async (db: Database, { seller_id, actor, key }: Mine, kept: Kept): Promise<void> => {
  await db
    .updateTable("idem")
    .set({ state: "done", reply: JSON.stringify(kept) })
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

const forget = async (db: Database, { seller_id, actor, key }: Mine): Promise<void> => {
  await db
    .deleteFrom("idem")
    .where("seller_id", "=", seller_id)
    .where("actor", "=", actor)
    .where("key", "=", key)
    .execute();
};

/** Across sellers: what is older than anybody's second try, and what was never answered. */
export const forgetAnswers = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("idem")
    .where(
      sql<boolean>`created_at < app_now() - make_interval(hours => ${keptHours})
        or (state = 'in_progress' and created_at < app_now() - make_interval(secs => ${abandonedAfter}))`,
    )
    .execute();
