import { sql } from "kysely";
import { guardStands } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import { Refused } from "../../http/refused.ts";

/** Letters that are asked for again, in an hour: for one address or order, and from one place (T78, T79). */
export const resendLimits = {
  resend: { ofTarget: 3, ofPlace: 5 },
  /** An order's own letter, asked for by its owner or with its link. */
  order_email: { ofTarget: 3, ofPlace: 30 },
} as const;
export type ResendDoor = keyof typeof resendLimits;

const seconds = 3600;
type Kind = "target" | "place";

/**
 * Counts before anything is looked up, in the database, so that every server counts alike; whoever is known is counted
 * like whoever is not. What is refused does not count: an hour after the first there is room again.
 */
export const countResend = async (ask: Ask, door: ResendDoor, target: string): Promise<void> => {
  const { sign } = ask.outside;
  const keys = { target: bytesOf(sign(`${door} ${target}`)), place: bytesOf(placeOfAsk(ask)) };
  const wait = await transact(ask, async (ask) => {
    await lockDoors(ask, door, keys);
    const { ofTarget, ofPlace } = resendLimits[door];
    const [target, place] = [
      await triesOf(ask, door, "target", keys.target),
      await triesOf(ask, door, "place", keys.place),
    ];
    const waits = [...(target.count >= ofTarget ? [target.wait] : []), ...(place.count >= ofPlace ? [place.wait] : [])];
    if (waits.length > 0) return Math.max(1, ...waits);
    await ask.db
      .insertInto("login_try")
      .values({ seller_id: ask.seller.id, door, ...keys, at: sql<string>`app_now()` })
      .execute();
    return undefined;
  });
  if (wait !== undefined)
    throw new Refused({ code: "too_many_requests", context: "account", extra: { retry_after: wait } });
};

const bytesOf = (signed: string | null): Buffer | null => (signed === null ? null : Buffer.from(signed, "base64url"));

/** Whoever counts counts alone: a hundred at once are no way round. Always in the same order, so nobody waits for nobody. */
const lockDoors = async (
  { db, seller }: Ask,
  door: ResendDoor,
  keys: Readonly<Record<Kind, Buffer | null>>,
): Promise<void> => {
  if (!guardStands("resend_lock")) return;
  const names = Object.values(keys)
    .flatMap((key) => (key === null ? [] : [`${seller.id} ${door} ${key.toString("hex")}`]))
    .toSorted();
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

const triesOf = async (
  { db, seller }: Ask,
  door: ResendDoor,
  kind: Kind,
  key: Buffer | null,
): Promise<{ count: number; wait: number }> => {
  if (key === null) return { count: 0, wait: 0 };
  return db
    .selectFrom("login_try")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(ceil(extract(epoch from min(at) - app_now()))::int, 0) + ${seconds}::int`.as("wait"),
    ])
    .where("seller_id", "=", seller.id)
    .where("door", "=", door)
    .where(kind, "=", key)
    .where(sql<boolean>`at > app_now() - make_interval(secs => ${seconds})`)
    .executeTakeFirstOrThrow();
};
