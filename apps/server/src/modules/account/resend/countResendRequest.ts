import { sql } from "kysely";
import { guardStands } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { Refused } from "../../../errors/refused.ts";

/** Letters that are asked for again, in an hour: for one address or order, and from one place (T78, T79). */
export const resendLimits = {
  resend: { perTarget: 3, perClientNetwork: 5 },
  /** An order's own letter, asked for by its owner or with its link. */
  order_email: { perTarget: 3, perClientNetwork: 30 },
} as const;
export type ResendAction = keyof typeof resendLimits;

const windowSeconds = 3600;
type CounterKind = "target" | "place";

/**
 * Counts before anything is looked up, in the database, so that every server counts alike; whoever is known is counted
 * like whoever is not. What is refused does not count: an hour after the first there is room again.
 */
export const countResendRequest = async (ctx: RequestContext, action: ResendAction, target: string): Promise<void> => {
  const { sign } = ctx.providers;
  const keys = { target: decodeSigned(sign(`${action} ${target}`)), place: decodeSigned(clientNetworkOf(ctx)) };
  const wait = await transact(ctx, async (ctx) => {
    await lockCounters(ctx, action, keys);
    const { perTarget, perClientNetwork } = resendLimits[action];
    const [target, place] = [
      await readCounter(ctx, action, "target", keys.target),
      await readCounter(ctx, action, "place", keys.place),
    ];
    const waits = [
      ...(target.count >= perTarget ? [target.wait] : []),
      ...(place.count >= perClientNetwork ? [place.wait] : []),
    ];
    if (waits.length > 0) return Math.max(1, ...waits);
    await ctx.db
      .insertInto("login_try")
      .values({ seller_id: ctx.seller.id, door: action, ...keys, at: sql<string>`app_now()` })
      .execute();
    return undefined;
  });
  if (wait !== undefined)
    throw new Refused({ code: "too_many_requests", context: "account", extra: { retry_after: wait } });
};

const decodeSigned = (signed: string | null): Buffer | null =>
  signed === null ? null : Buffer.from(signed, "base64url");

/** Whoever counts counts alone: a hundred at once are no way round. Always in the same order, so nobody waits for nobody. */
const lockCounters = async (
  { db, seller }: RequestContext,
  action: ResendAction,
  keys: Readonly<Record<CounterKind, Buffer | null>>,
): Promise<void> => {
  if (!guardStands("resend_lock")) return;
  const names = Object.values(keys)
    .flatMap((key) => (key === null ? [] : [`${seller.id} ${action} ${key.toString("hex")}`]))
    .toSorted();
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

const readCounter = async (
  { db, seller }: RequestContext,
  action: ResendAction,
  kind: CounterKind,
  key: Buffer | null,
): Promise<{ count: number; wait: number }> => {
  if (key === null) return { count: 0, wait: 0 };
  return db
    .selectFrom("login_try")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(ceil(extract(epoch from min(at) - app_now()))::int, 0) + ${windowSeconds}::int`.as("wait"),
    ])
    .where("seller_id", "=", seller.id)
    .where("door", "=", action)
    .where(kind, "=", key)
    .where(sql<boolean>`at > app_now() - make_interval(secs => ${windowSeconds})`)
    .executeTakeFirstOrThrow();
};
