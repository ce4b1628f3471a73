import { cardExpiresBefore, nextChargeAt } from "@foyer/rules/membership/autoRenewal.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { renewalStateOf } from "./decideRenewalStep.ts";
import { renewalPrice } from "./renewalPrice.ts";
import { readRenewal, type RenewalRow } from "./renewals.sql.ts";

/** The state of an automatic renewal. */
export type RenewalStatus = {
  readonly row: RenewalRow;
  /** The time of the next charge; undefined if there is none. */
  readonly charge_at: Temporal.Instant | undefined;
  /** The amount that would be charged, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The saved card expires before the charge. */
  readonly card_expires: boolean;
};

/** The renewal of a term as the job will process it; undefined if there never was one. */
export const readRenewalState = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  membership_id: string,
): Promise<RenewalStatus | undefined> => {
  const row = await readRenewal(ctx.db, ctx.seller.id, membership_id);
  if (!row) return undefined;
  const state = row.state === "scheduled" ? renewalStateOf(ctx, row) : undefined;
  const charge_at = state && nextChargeAt(state.facts, state.periods, Temporal.Instant.from(row.now));
  const { announced_amount, announced_currency } = row;
  const price = renewalPrice(ctx.seller, row);
  const isAnnounced = announced_amount !== null && announced_currency !== null && announced_amount >= price;
  return {
    row,
    charge_at,
    // A price that has fallen since is charged without a new announcement.
    amount: price,
    currency: isAnnounced ? announced_currency : ctx.seller.default_currency_code,
    card_expires:
      charge_at !== undefined &&
      cardExpiresBefore({ method: row.method ?? undefined, timezone: row.timezone }, charge_at),
  };
};
