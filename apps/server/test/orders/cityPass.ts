import type { TestApp } from "../app/testApp.ts";
import { createTestShop, type EventOverrides, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import { everyChange } from "./changedOrders.ts";

const formats = { adult_regexp: "CP[0-9]{6}", child_regexp: "CPC[0-9]{5}" };

/** A shop whose tickets anyone may change, with sessions in 7 and 8 days. `CP111111` is an adult's city pass. */
export const openChangeShop = (
  server: Pick<TestApp, "db">,
  event: EventOverrides,
  seller: SellerOverrides = {},
): Promise<TestShop> =>
  createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ self_edit: everyChange, citypass_code_groups: formats }), ...seller },
    event: { sessions: [{ inDays: 7 }, { inDays: 8 }], ...event },
  });

/** The event requires a city-pass voucher for each ticket. */
export const needsVouchers = { config: JSON.stringify({ citypass: true }) } satisfies EventOverrides;

/** City-pass vouchers in the form of a request, for tickets of one type. */
export const withVouchers = (shop: TestShop, codes: readonly string[], type = 0) => ({
  preReservePromoCodes: {
    codes,
    handler: "citypass",
    handler_data: { ticket_type_ids: codes.map(() => shop.group.types[type]?.id ?? "") },
  },
});
