import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rolePermissions, type Permission, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, deskClerk } from "../../../test/office/deskShop.ts";
import { createChangeShop, everyChange, refusalOf, shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** Every current role that can cancel and move can also refund. */
const roles = rolePermissions as Record<StaffRole, readonly Permission[]>;
const all = rolePermissions.box_office;
const takeAwayRefunds = (): void => {
  roles.box_office = all.filter((one) => one !== "order.refund");
};
const giveBackAll = (): void => {
  roles.box_office = all;
};

/** A shop with three sessions, at 20.00, 15.00 and 20.00. */
const open = async (limits: object = {}) => {
  const shop = await createChangeShop(server, everyChange, {
    sessions: [{ inDays: 7 }, { inDays: 8, prices: { 0: 1500 } }, { inDays: 9 }],
  });
  const configuration = JSON.stringify({ ledger_id: "cards", self_edit: everyChange, ...limits });
  await server.db.updateTable("seller").set({ configuration }).where("id", "=", shop.seller_id).execute();
  const order = await buyAtDesk(server, shop, 1);
  return { shop, order, clerk: await deskClerk(server, shop, order, "box_office") };
};
type Opened = Awaited<ReturnType<typeof open>>;

const move = ({ shop, order, clerk }: Opened, session: number) =>
  clerk.post("move", {
    tickets: order.tickets,
    money: "refund",
    waive_difference: false,
    reason: "Rain",
    event_session_id: shop.event.sessions[session]?.id,
  });
const expectUntouched = async (shop: TestShop): Promise<void> => {
  expect(await shopStates(server, "ticket", shop)).toContain("booked");
  expect(await shopRows(server, "refund", shop)).toEqual([]);
  expect(await shopRows(server, "order_change", shop)).toEqual([]);
};

describe("somebody who changes orders and may not give money back", () => {
  beforeEach(takeAwayRefunds);
  afterEach(giveBackAll);

  test("cancels nothing that money goes back for", async () => {
    const { shop, order, clerk } = await open();
    expect(refusalOf(await clerk.cancel(order.tickets, "20.00"))).toBe("403 access_denied");
    await expectUntouched(shop);
    giveBackAll();
    expect(refusalOf(await clerk.cancel(order.tickets, "20.00"))).toBe("200");
  });

  test("moves to the same price, and not to a cheaper one", async () => {
    const opened = await open();
    expect(refusalOf(await move(opened, 1))).toBe("403 access_denied");
    await expectUntouched(opened.shop);
    expect(refusalOf(await move(opened, 2))).toBe("200");
  });
});

test("a move to a cheaper session gives back no more than the seller's limit", async () => {
  const opened = await open({ refund_limits: { order: "4.00" } });
  await expect
    .poll(async () => (await opened.clerk.look()).refund_limit, { timeout: 5000 })
    .toMatchObject({ order: "4.00" });
  expect(refusalOf(await move(opened, 1))).toBe("403 refund_limit");
  await expectUntouched(opened.shop);
  expect(refusalOf(await move(opened, 2))).toBe("200");
});
