import { expect, test } from "vitest";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { makeCart, orderId } from "../../../test/cart/fixtures.tsx";
import { orderStatus } from "./orderStatus.ts";

const now = Temporal.Instant.from("2026-11-28T12:00:00Z");
const justNow = "2026-11-28T11:58:00Z";
const lastWeek = "2026-11-21T11:58:00Z";
const otherId = "c0000000-0000-4000-8000-00000000000f";

const line = (more: Partial<CartLine>): CartLine => ({ ...makeCart().lines[0]!, ...more });
const ahead = line({ end_datetime: "2026-12-05T18:00:00Z" });
const over = line({ end_datetime: "2026-11-27T18:00:00Z", flag: "past" });
const usedAndOver = line({ end_datetime: "2026-11-27T18:00:00Z", flag: "redeemed" });
const usedToday = line({ end_datetime: "2026-11-28T18:00:00Z", flag: "redeemed" });
const cancelled = line({ end_datetime: "2026-12-05T18:00:00Z", flag: "cancelled" });
const membership = line({ end_datetime: null });

const reply = (purchased_on: string, ...orders: readonly (readonly CartLine[])[]) =>
  ({
    ticket_order: { _data: orders.map((_, index) => ({ id: index === 0 ? orderId : otherId, purchased_on })) },
    lines: Object.fromEntries(orders.map((lines, index) => [index === 0 ? orderId : otherId, lines])),
    taken_back: {},
  }) as unknown as OrderReply;

test.each([
  ["just bought", reply(justNow, [ahead]), "complete"],
  ["bought today", reply("2026-11-27T18:00:00Z", [ahead]), "complete"],
  ["bought by a clock that is ahead", reply("2026-11-28T12:20:00Z", [ahead]), "complete"],
  ["opened later", reply(lastWeek, [ahead]), "earlier"],
  ["with one visit over and one ahead", reply(lastWeek, [over, ahead]), "earlier"],
  ["used today", reply(lastWeek, [usedToday]), "earlier"],
  ["whose visit is over", reply(lastWeek, [over]), "past"],
  ["that was used, and is over", reply(lastWeek, [usedAndOver]), "past"],
  ["of visits that are over or cancelled", reply(lastWeek, [over, cancelled]), "past"],
  ["with a membership besides", reply(lastWeek, [over, membership]), "earlier"],
  ["of two orders, one of them ahead", reply(lastWeek, [over], [ahead]), "earlier"],
  ["of two orders that are over", reply(lastWeek, [over], [usedAndOver]), "past"],
  ["that was cancelled", reply(lastWeek, [cancelled]), "cancelled"],
  ["of which nothing is left", reply(justNow, []), "cancelled"],
] as const)("an order %s", (_, orders, status) => expect(orderStatus(orders, now)).toBe(status));

test("an order whose payment was taken back is unpaid, whatever its visits", () => {
  const taken_back = { [orderId]: "20.00" };
  expect(orderStatus({ ...reply(lastWeek, [over]), taken_back } as unknown as OrderReply, now)).toBe("unpaid");
});
