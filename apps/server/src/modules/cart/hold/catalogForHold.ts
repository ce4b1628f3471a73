import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import type { CatalogSnapshot } from "@foyer/rules/hold/catalogSnapshot.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import type { CodeUsage } from "../codes/codeUsage.ts";
import type { DiscountState } from "../codes/discountState.ts";
import type { CapacityUsage } from "./capacityUsage.ts";
import type { CartChangeRequest } from "./cartChange.ts";

type BatchCatalog = Pick<CatalogSnapshot, "types"> & {
  /** The database's time, if the batch has read it. */
  readonly now: Temporal.Instant | undefined;
  readonly capacity: CapacityUsage;
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;
  readonly rules: readonly NamedRule[];
};

/** The rows that the rules of sale check, including the batch's earlier changes. */
export const catalogForHold = (
  { capacity, codes, discounts, rules, types, now }: BatchCatalog,
  { now: requestedAt, seller }: CartChangeRequest["ctx"],
): CatalogSnapshot => ({
  now: now ?? requestedAt,
  sessions: capacity.sessions,
  groups: capacity.groups,
  types,
  rules,
  discounts: discounts.all,
  step: sellerAmountStep(seller),
  codes: codes.codes,
  cityPass: {
    web: seller.web,
    formats: seller.configuration.citypass_code_groups,
    usedVouchers: codes.vouchers,
  },
});
