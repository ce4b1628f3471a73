import { pause } from "../../db/faultPoints.ts";
import { transactPipelined } from "../../db/transact.ts";
import type { RequestContext } from "../requestContext.ts";
import { networkOfClient, sharedNetworkFactor } from "./clientNetworkOf.ts";
import { addUses, subtractUses, type UsedLimitRow } from "./sharedLimits.sql.ts";

/** A limit by key within a window that starts with the first use. All servers count together, in the database. */
export type SharedLimit = { readonly name: string; readonly max: number; readonly windowSeconds: number };
export type LimitedUse = { readonly limit: SharedLimit; readonly key: string; readonly max: number };

type LimitContext = Pick<RequestContext, "db" | "seller" | "providers" | "log">;

/** Uses that can be returned while their window lasts. */
export type TakenUses = { readonly release: (count?: number) => Promise<void> };
export type TakeResult = TakenUses | { readonly wait: number };

export const limitBy = (limit: SharedLimit, key: string): LimitedUse => ({ limit, key, max: limit.max });

/** A limit by the client's network; shared networks get a higher one. */
export const limitByNetwork = (
  limit: SharedLimit,
  ctx: Pick<RequestContext, "clientAddress" | "isBehindUnnamedProxy">,
): LimitedUse => {
  const { network, isShared } = networkOfClient(ctx);
  return { limit, key: network, max: limit.max * (isShared ? sharedNetworkFactor : 1) };
};

/** A new visitor has no identity yet by which a limit could recognise them. */
export const limitsByVisitor = (limit: SharedLimit, { visitor }: Pick<RequestContext, "visitor">): LimitedUse[] =>
  visitor && !visitor.fresh ? [limitBy(limit, visitor.identity_id)] : [];

/** A key as it is stored: it can be compared but not read. */
export const limitKey = (
  { providers, seller }: Pick<LimitContext, "providers" | "seller">,
  name: string,
  key: string,
): Buffer => Buffer.from(providers.sign(`limit ${name} ${seller.id} ${key}`), "base64url");

/** Undoes uses. If that fails, the successful request must not fail: the uses then count until their window ends. */
const releaseTaken = async (ctx: LimitContext, taken: readonly UsedLimitRow[], count: number): Promise<void> => {
  try {
    await subtractUses(ctx.db.getExecutor(), ctx.seller.id, taken, count);
  } catch (error) {
    ctx.log.warn(
      { event: "limit_not_released", err: error instanceof Error ? error.message : "" },
      "uses stay counted",
    );
  }
};

/**
 * Takes from all limits or from none: if one refuses, the transaction is rolled back. `wait` is the number of seconds
 * until all that refused allow more. If the database does not answer in time, the request fails, so that nothing passes
 * uncounted.
 */
export const takeSharedLimits = async (
  ctx: LimitContext,
  uses: readonly LimitedUse[],
  count = 1,
): Promise<TakeResult> => {
  if (uses.length === 0) return { release: async () => undefined };
  const keyed = uses.map((use) => ({ use, key: limitKey(ctx, use.limit.name, use.key) }));
  const rows = keyed.map(({ use: { limit }, key }) => ({ name: limit.name, key, windowSeconds: limit.windowSeconds }));
  return transactPipelined<TakeResult>(ctx.db, async (pipeline, _, rollback) => {
    const taken = await addUses(pipeline, ctx.seller.id, rows, count);
    await pause("limits_counted");
    const waits = taken.flatMap(({ name, key, used, wait }) => {
      const max = keyed.find(({ use, key: own }) => use.limit.name === name && own.equals(key))?.use.max ?? 0;
      return used > max ? [wait] : [];
    });
    if (waits.length > 0) {
      await rollback();
      return { wait: Math.max(...waits) };
    }
    return { release: (released = count) => releaseTaken(ctx, taken, released) };
  });
};
