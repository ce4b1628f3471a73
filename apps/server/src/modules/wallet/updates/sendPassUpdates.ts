import type { RequestContext } from "../../../http/requestContext.ts";
import type { AppleWallet, GoogleWallet, UpdateOutcome, WalletPass } from "../../../providers/wallet/wallet.ts";
import { selectPasses } from "../wallet.sql.ts";
import { readPass, type PassContext } from "./readPass.ts";
import { deleteDevices, selectRegistrations } from "./registrations.sql.ts";

/** The result of telling a wallet. `kept`: this server sends nothing. */
export type PassOutcome =
  | { readonly state: "current" | "kept" }
  | { readonly state: "failed"; readonly reason: string };
export type PassOutcomes = ReadonlyMap<string, PassOutcome>;
type ChangedPass = { readonly id: string; readonly wallet: "apple" | "google" };

const current: PassOutcome = { state: "current" };
const failed = (reason: string): PassOutcome => ({ state: "failed", reason });
const sameForAll = (ids: readonly string[], outcome: PassOutcome): PassOutcomes =>
  new Map(ids.map((id) => [id, outcome]));

/** Tells the devices of passes to request them again. Devices that no longer exist are forgotten. */
const pushPasses = async (
  ctx: PassContext,
  push: NonNullable<AppleWallet["pushToDevices"]>,
  ids: readonly string[],
): Promise<PassOutcomes> => {
  const registrations = await selectRegistrations(ctx, ids);
  const outcomes = await push(registrations.map(({ push_token }) => push_token));
  await deleteDevices(
    ctx,
    [...outcomes].flatMap(([token, { result }]) => (result === "gone" ? [token] : [])),
  );
  const failures = registrations.flatMap(({ pass_id, push_token }) => {
    const outcome = outcomes.get(push_token);
    return outcome?.result === "failed" ? [[pass_id, failed(outcome.reason)] as const] : [];
  });
  return new Map([...sameForAll(ids, current), ...failures]);
};

const toPassOutcome = (outcome: UpdateOutcome | undefined): PassOutcome =>
  outcome?.result === "failed" ? failed(outcome.reason) : current;

const patchPasses = async (
  ctx: PassContext,
  update: NonNullable<GoogleWallet["updatePasses"]>,
  ids: readonly string[],
): Promise<PassOutcomes> => {
  const passes: Omit<WalletPass, "pictures">[] = [];
  const unreadable = new Map<string, PassOutcome>();
  for (const row of await selectPasses(ctx, "google", ids)) {
    try {
      const pass = await readPass(ctx, row);
      if (pass) passes.push(pass);
    } catch (error) {
      // A pass that fails must not delay the others.
      unreadable.set(row.id, failed(error instanceof Error ? error.message : String(error)));
    }
  }
  const outcomes = await update(passes, ctx.now);
  return new Map(ids.map((id) => [id, unreadable.get(id) ?? toPassOutcome(outcomes.get(id))]));
};

type Notify = ((ids: readonly string[]) => Promise<PassOutcomes>) | "nobody" | "no keys";

const notifyAll = async (ids: readonly string[], tell: Notify): Promise<PassOutcomes> => {
  if (ids.length === 0) return new Map();
  if (tell === "nobody") return sameForAll(ids, { state: "kept" });
  return tell === "no keys" ? sameForAll(ids, failed("The seller has no keys for this wallet.")) : tell(ids);
};

/** Tells wallets that passes of one seller have changed, and returns the result for each pass. */
export const sendPassUpdates = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers" | "now">,
  passes: readonly ChangedPass[],
): Promise<PassOutcomes> => {
  const { apple, google } = await ctx.providers.findWallets(ctx.seller.id);
  const idsOf = (wallet: ChangedPass["wallet"]) => passes.filter((pass) => pass.wallet === wallet).map(({ id }) => id);
  const { pushToDevices } = apple ?? {};
  const { updatePasses } = google ?? {};
  const [pushed, patched] = await Promise.all([
    notifyAll(
      idsOf("apple"),
      pushToDevices ? (ids) => pushPasses(ctx, pushToDevices, ids) : apple ? "nobody" : "no keys",
    ),
    notifyAll(
      idsOf("google"),
      updatePasses ? (ids) => patchPasses(ctx, updatePasses, ids) : google ? "nobody" : "no keys",
    ),
  ]);
  return new Map([...pushed, ...patched]);
};
