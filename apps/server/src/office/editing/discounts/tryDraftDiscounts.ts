import type { tryDiscounts } from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { instantOf } from "@foyer/rules/dates/localTime.ts";
import { tryPrices } from "@foyer/rules/hold/trial/tryPrices.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { draftCatalog } from "./draftCatalog.ts";
import { draftCodes } from "./draftCodes.ts";
import { draftedSeller, readDraftedRows } from "./draftedRows.ts";
import { presentTrial } from "./presentTrial.ts";
import { requestOf, trialBuyer } from "./trialCart.ts";

/** Prices a cart by the rules of a hold, with the catalogue as the drafts would make it. Holds and writes nothing. */
export const tryDraftDiscounts = async (
  ctx: StaffContext,
  { lines, day, bought_on, codes: typed, level }: StaffReceived<typeof tryDiscounts>,
): Promise<StaffReply<typeof tryDiscounts>> => {
  const { errors, rows } = await readDraftedRows(ctx);
  if (!rows || errors.length > 0) return { errors: [...errors], cart: null };
  const seller = draftedSeller(ctx.seller, rows);
  const { known, canUse } = await draftCodes(ctx, rows, typed);
  const now = bought_on === null ? ctx.now : Temporal.Instant.from(instantOf(bought_on, "12:00", seller.timezone));
  const cityPass = { web: {}, formats: undefined, usedVouchers: new Set<string>() };
  const catalog = { ...draftCatalog(rows), step: sellerAmountStep(seller), now, codes: known, cityPass };
  const add = lines.map((line, index) => requestOf({ rows, groups: catalog.groups, seller }, day, line, index));
  const trial = tryPrices(add, trialBuyer(rows, { seller, level, canUse }), catalog, typed);
  return { errors: [], cart: presentTrial(trial, { rows, seller, typed }) };
};
