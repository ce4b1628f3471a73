import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { buyAtDesk, createDeskShop, DeskClerk, deskClerk } from "../../../test/office/deskShop.ts";
import { cancelTickets, refusalOf } from "../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { OfficeBrowser } from "../../../test/office/testStaff.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["order_change_locked", "refund_limit_counted"], (first, second) => ([one, other] = [first, second]));

/** The same clerk at the other server. */
const atOther = ({ browser, number, version }: DeskClerk): DeskClerk => {
  const again = new OfficeBrowser(other, browser.slug);
  again.cookie = browser.cookie;
  return Object.assign(new DeskClerk(again, number), { version });
};
const refunded = async (order: { readonly id: string }): Promise<number> => {
  const rows = await one.db
    .selectFrom("refund as r")
    .innerJoin("payment as p", (join) =>
      join.onRef("p.id", "=", "r.payment_id").onRef("p.seller_id", "=", "r.seller_id"),
    )
    .select("r.amount")
    .where("p.ticket_order_id", "=", order.id)
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};

test("of two concurrent refunds of an order, one succeeds and the other is refused because the order has changed", async () => {
  const shop = await createDeskShop(one);
  const order = await buyAtDesk(one, shop, 2);
  const [first, second] = [await deskClerk(one, shop, order, "finance"), await deskClerk(one, shop, order, "finance")];
  const replies = await Promise.all([first.refund("30.00"), atOther(second).refund("30.00")]);
  expect(replies.map(refusalOf).toSorted()).toEqual(["200", "409 stale_version"]);
  expect(await refunded(order)).toBe(3000);
  await second.look();
  expect(refusalOf(await second.refund("30.00"))).toBe("422 refund_too_much");
});

test("of concurrent cancellations by staff and by the buyer, one succeeds", async () => {
  const shop = await createDeskShop(one);
  const order = await buyAtDesk(one, shop, 1);
  const clerk = await deskClerk(one, shop, order, "box_office");
  const replies = await Promise.all([
    clerk.cancel(order.tickets, "18.00"),
    cancelTickets(new TestBuyer(other, shop), order, order.tickets),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await refunded(order)).toBe(1800);
});

describe("a ticket that staff and its buyer cancel", () => {
  const sellOne = async () => {
    const shop = await createDeskShop(one);
    const order = await buyAtDesk(one, shop, 1);
    const clerk = await deskClerk(one, shop, order, "box_office");
    return {
      order,
      byStaff: async () => refusalOf(await clerk.cancel(order.tickets, "18.00")),
      byStaffElsewhere: async () => refusalOf(await atOther(clerk).cancel(order.tickets, "18.00")),
      byBuyer: async (server: TestApp) =>
        refusalOf(await cancelTickets(new TestBuyer(server, shop), order, order.tickets)),
    };
  };

  test("is cancelled by its buyer where they come first, and staff are told that the order has changed", async () => {
    const { order, byBuyer, byStaffElsewhere } = await sellOne();
    const staff = startAtPause(one.db, "order_change_locked", byStaffElsewhere);
    expect(await byBuyer(one)).toBe("200");
    expect(await staff()).toBe("409 stale_version");
    expect(await refunded(order)).toBe(1800);
  });

  test("is cancelled by staff if they come first, and the buyer is refused", async () => {
    const { order, byBuyer, byStaff } = await sellOne();
    const buyer = startAtPause(one.db, "order_change_locked", () => byBuyer(other));
    expect(await byStaff()).toBe("200");
    expect(await buyer()).toBe("409 ticket_state_incorrect");
    expect(await refunded(order)).toBe(1800);
  });
});

test("two simultaneous refunds of two orders by one person do not exceed their daily limit", async () => {
  const shop = await createDeskShop(one);
  await one.db
    .updateTable("seller")
    .set({ configuration: JSON.stringify({ ledger_id: "cards", refund_limits: { day: "20.00" } }) })
    .where("id", "=", shop.seller_id)
    .execute();
  const [left, right] = [await buyAtDesk(one, shop, 1), await buyAtDesk(one, shop, 1)];
  const clerk = await deskClerk(one, shop, left, "box_office");
  const second = atOther(Object.assign(new DeskClerk(clerk.browser, right.number)));
  await expect.poll(async () => (await second.look()).refund_limit, { timeout: 5000 }).toMatchObject({ day: "20.00" });
  await expect.poll(async () => (await clerk.look()).refund_limit, { timeout: 5000 }).toMatchObject({ day: "20.00" });
  pauseAt("refund_limit_counted", rendezvous(500));
  const replies = await Promise.all([clerk.refund("15.00"), second.refund("15.00")]);
  expect(replies.map(refusalOf).toSorted()).toEqual(["200", "403 refund_limit"]);
});
