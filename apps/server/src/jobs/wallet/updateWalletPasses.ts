import type { JobContext } from "../../http/requestContext.ts";
import { sellerContext } from "../../http/sellerContext.ts";
import { sendPassUpdates, type PassOutcome, type PassOutcomes } from "../../modules/wallet/updates/sendPassUpdates.ts";
import {
  claimDuePasses,
  markPassesOfChangedSessions,
  recordPassOutcome,
  type ClaimedPass,
  type RecordedOutcome,
} from "./walletPasses.sql.ts";

/** Retries after 1, 2, 4… minutes, at most four hours apart and for less than a day. */
const maxAttempts = 13;
const maxWaitMinutes = 240;

const toRecord = ({ attempts }: ClaimedPass, outcome: PassOutcome): RecordedOutcome => {
  if (outcome.state !== "failed") return outcome;
  const last_error = outcome.reason.slice(0, 500);
  return attempts >= maxAttempts
    ? { state: "dead", last_error }
    : { state: "due", last_error, waitMinutes: Math.min(2 ** (attempts - 1), maxWaitMinutes) };
};

const updatePassesOf = async (ctx: JobContext, slug: string, passes: readonly ClaimedPass[]): Promise<void> => {
  const { connections, log } = ctx;
  let outcomes: PassOutcomes = new Map();
  try {
    const seller = await ctx.findSeller(slug);
    if (seller)
      outcomes = await sendPassUpdates({ ...sellerContext(ctx, seller), now: Temporal.Now.instant() }, passes);
  } catch (error) {
    log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "wallets not updated yet");
  }
  for (const pass of passes) {
    const outcome = outcomes.get(pass.id) ?? { state: "failed", reason: "The pass could not be read." };
    const record = toRecord(pass, outcome);
    await recordPassOutcome(connections.acrossSellers(), pass, record);
    if (record.state === "dead")
      log.warn(
        { event: "wallet_pass_dead", seller: slug, pass_id: pass.id, err: record.last_error },
        "a pass is out of date",
      );
  }
};

/**
 * Notifies wallets of changed passes, and returns the number of passes. Safe to run concurrently, in one process or
 * several. A seller whose wallets do not answer does not delay others.
 */
export const updateWalletPasses = async (ctx: JobContext): Promise<number> => {
  const acrossSellers = ctx.connections.acrossSellers();
  await markPassesOfChangedSessions(acrossSellers);
  const claimed = await claimDuePasses(acrossSellers);
  const bySeller = Map.groupBy(claimed, ({ slug }) => slug);
  await Promise.all([...bySeller].map(([slug, passes]) => updatePassesOf(ctx, slug, passes)));
  return claimed.length;
};
