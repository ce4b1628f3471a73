import type { EventConfig } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { Configuration, WebSettings } from "@foyer/contract/shop/seller.ts";
import { isVisit, type WithHandler } from "../catalog/handlers.ts";

export type CityPassFormats = NonNullable<Configuration["citypass_code_groups"]>;

/** The maximum length of a voucher, in characters. */
export const maxVoucherLength = 35;

/**
 * Does each ticket of this group need a city-pass voucher? The event's setting takes precedence over the seller's. A city
 * pass pays for visits, so donations, gift cards and memberships need none.
 */
export const needsVoucher = (
  group: WithHandler,
  config: Pick<EventConfig, "citypass">,
  web: Pick<WebSettings, "citypass">,
): boolean => isVisit(group) && (config.citypass ?? web.citypass ?? false);

/** Is it a child's type? Its name contains one of the keywords, in any case; 'child' by default. */
export const isChildType = (name: string, keywords: readonly string[] = ["child"]): boolean =>
  keywords.some((keyword) => keyword.trim() !== "" && name.toLowerCase().includes(keyword.trim().toLowerCase()));

/**
 * Does an exchanged ticket need another voucher? Where adults' and children's vouchers differ, an adult's does not admit a
 * child. `from`, `to`: the names of the types before and after.
 */
export const needsOtherVoucher = (
  formats: CityPassFormats | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): boolean => {
  if (!formats || formats.adult_regexp === formats.child_regexp) return false;
  const keywords = formats.child_ticket_type_keywords;
  return isChildType(from, keywords) !== isChildType(to, keywords);
};

/** The voucher of one ticket. */
export type Voucher = {
  readonly ticket_type_id: string;
  readonly type_name: string;
  readonly voucher: string;
};
export type VoucherProblem = { readonly index: number; readonly message: "required" | "format" | "twice" };
