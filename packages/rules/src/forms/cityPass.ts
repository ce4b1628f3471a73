import type { EventConfig } from "@foyer/contract/shop/catalog.ts";
import type { Configuration, WebSettings } from "@foyer/contract/shop/seller.ts";

export type CityPassFormats = NonNullable<Configuration["citypass_code_groups"]>;

/** The maximum length of a voucher, in characters. */
export const maxVoucherLength = 35;

/** Do this event's tickets require city-pass vouchers? The event's setting takes precedence over the seller's. */
export const acceptsCityPass = (config: Pick<EventConfig, "citypass">, web: Pick<WebSettings, "citypass">): boolean =>
  config.citypass ?? web.citypass ?? false;

/** The voucher of one ticket. */
export type Voucher = {
  readonly ticket_type_id: string;
  readonly type_name: string;
  readonly voucher: string;
};
export type VoucherProblem = { readonly index: number; readonly message: "required" | "format" | "twice" };
