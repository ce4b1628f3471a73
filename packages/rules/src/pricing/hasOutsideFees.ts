import type { TicketType } from "@foyer/contract/shop/catalog.ts";

/** Whether fees come on top of the price. A free ticket carries none. */
export const hasOutsideFees = (type: Pick<TicketType, "currency_amount" | "outside_fees">): boolean =>
  Number(type.currency_amount) > 0 && type.outside_fees.length > 0;
