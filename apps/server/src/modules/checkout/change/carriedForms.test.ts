import { describe, expect, test } from "vitest";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  cancelTickets,
  fetchActions,
  orderOf,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { needsVouchers, openChangeShop, withVouchers } from "../../../../test/orders/cityPass.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const spec: SurveySpec = {
  properties: {
    heard: { title: "How did you hear about us?", enum: ["Radio", "A friend"] },
    age: { title: "Age", type: "integer", minimum: 4 },
  },
  required: ["heard"],
};
const otherSpec: SurveySpec = {
  properties: {
    heard: { title: "How did you hear about us?", enum: ["Radio", "Posters"] },
    age: { title: "Age of the eldest", type: "integer" },
  },
  required: ["heard"],
};

/** Holds tickets of the first session and checks them out with a card. */
const buyWith = async (shop: TestShop, quantity: number, forms: object): Promise<TestOrder> => {
  const buyer = new TestBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, quantity)], ...forms });
  const [cart] = body.cart._data;
  await buyer.pay(cart, cards.good);
  return orderOf(await buyer.checkOut(cart));
};

const move = async (shop: TestShop, order: TestOrder, to: Parameters<typeof newTickets>[1], forms: object = {}) => {
  const who = withLink(server, shop);
  const change = { remove: order.tickets, add: newTickets(shop, to), ...forms };
  const cart = changeCartOf(await requestChange(who, order, change));
  expect(refusalOf(await who.checkOut(cart, {}))).toBe("200");
  return cart;
};

const answersOf = async ({ cart_id }: TestOrder): Promise<unknown> =>
  (await server.db.selectFrom("cart").select("additional_info").where("id", "=", cart_id).executeTakeFirstOrThrow())
    .additional_info;

describe("survey answers of an order", () => {
  const openSurveyShop = () =>
    openChangeShop(server, {
      groups: [
        { additional_info_spec: JSON.stringify(spec) },
        { name: "Film", additional_info_spec: JSON.stringify(otherSpec) },
      ],
    });
  const groupOf = (shop: TestShop, index: number): string => shop.event.groups[index]?.id ?? "";
  const answered = (shop: TestShop, heard = "Radio") => ({
    additionalInfo: { [groupOf(shop, 0)]: { heard, age: 9 } },
  });

  test("stay when its tickets are moved to another session", async () => {
    const shop = await openSurveyShop();
    const order = await buyWith(shop, 1, answered(shop));
    await move(shop, order, { session: 1 });
    expect(await answersOf(order)).toEqual({ [groupOf(shop, 0)]: { heard: "Radio", age: 9 } });
  });

  test("stay for another group that asks the same question", async () => {
    const shop = await openSurveyShop();
    const order = await buyWith(shop, 1, answered(shop));
    await move(shop, order, { session: 1, group: 1 });
    expect(await answersOf(order)).toEqual({
      [groupOf(shop, 0)]: { heard: "Radio", age: 9 },
      [groupOf(shop, 1)]: { heard: "Radio" },
    });
  });

  test("are asked for again where they are not valid for another group", async () => {
    const shop = await openSurveyShop();
    const order = await buyWith(shop, 1, answered(shop, "A friend"));
    const change = { remove: order.tickets, add: newTickets(shop, { group: 1 }) };
    const { status, body } = await requestChange(withLink(server, shop), order, change);
    expect(status).toBe(422);
    expect(body._data[0]).toMatchObject({
      _code: "additional_info_validation_failed",
      _extra: { ticket_group_id: groupOf(shop, 1), problems: { heard: "required" } },
    });
    await move(shop, order, { group: 1 }, { additionalInfo: { [groupOf(shop, 1)]: { heard: "Posters" } } });
    expect(await answersOf(order)).toMatchObject({ [groupOf(shop, 1)]: { heard: "Posters" } });
  });
});

describe("city-pass vouchers of an order", () => {
  const openCityPass = () => openChangeShop(server, needsVouchers);
  const vouchersOf = async (order: TestOrder) =>
    (
      await server.db
        .selectFrom("ticket")
        .select(["voucher", "state", "event_session_id"])
        .where("ticket_order_id", "=", order.id)
        .where("state", "=", "booked")
        .orderBy("voucher")
        .execute()
    ).map(({ voucher }) => voucher);

  test("come along when its tickets are moved, and admit nobody else meanwhile or afterwards", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 2, withVouchers(shop, ["CP111111", "CP222222"]));
    const who = withLink(server, shop);
    const change = { remove: order.tickets, add: newTickets(shop, { quantity: 2 }) };
    const cart = changeCartOf(await requestChange(who, order, change));
    const another = () =>
      new TestBuyer(server, shop).post("/my/cart/modify", {
        add: [ticketLine(shop.event, 1)],
        ...withVouchers(shop, ["CP111111"]),
      });
    expect(refusalOf(await another())).toBe("409 code_exhausted");
    expect(refusalOf(await who.checkOut(cart, {}))).toBe("200");
    expect(await vouchersOf(order)).toEqual(["cp111111", "cp222222"]);
    expect(refusalOf(await another())).toBe("409 code_exhausted");
  });

  test("are kept by the order when the change is discarded", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 1, withVouchers(shop, ["CP111111"]));
    const who = withLink(server, shop);
    await requestChange(who, order, { remove: order.tickets, add: newTickets(shop) });
    await requestChange(who, order, { remove: order.tickets, add: newTickets(shop) });
    expect(await vouchersOf(order)).toEqual(["cp111111"]);
  });

  test("can be entered again, and others take their places", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 2, withVouchers(shop, ["CP111111", "CP222222"]));
    await move(shop, order, { quantity: 2 }, withVouchers(shop, ["cp111111", "CP333333"]));
    expect(await vouchersOf(order)).toEqual(["cp111111", "cp333333"]);
  });

  test("are asked for again where they are not valid for the new type", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 1, withVouchers(shop, ["CP111111"]));
    const change = { remove: order.tickets, add: newTickets(shop, { type: 1 }) };
    const { status, body } = await requestChange(withLink(server, shop), order, change);
    expect(status).toBe(422);
    expect(body._data[0]).toMatchObject({ _code: "invalid_citypass", _extra: { index: 0, message: "required" } });
  });

  test("of an adult become free when the ticket is exchanged for a child's with a voucher of its own", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 2, withVouchers(shop, ["CP111111", "CP222222"]));
    const who = withLink(server, shop);
    const { body } = await fetchActions(who, order);
    expect(body.ticket._data).toMatchObject([{ needs_voucher: true }, { needs_voucher: true }]);
    const add = [...newTickets(shop, { type: 1 }), ...newTickets(shop)];
    const wrong = await requestChange(who, order, {
      remove: order.tickets,
      add,
      ...withVouchers(shop, ["CP333333"], 1),
    });
    expect(refusalOf(wrong)).toBe("422 invalid_citypass");
    const right = { remove: order.tickets, add, ...withVouchers(shop, ["CPC33333"], 1) };
    const cart = changeCartOf(await requestChange(who, order, right));
    expect(cart.change.freed_vouchers).toHaveLength(1);
    expect(refusalOf(await who.checkOut(cart, {}))).toBe("200");
    const now = await vouchersOf(order);
    expect(now).toContain("cpc33333");
    expect(now).toHaveLength(2);
  });

  test("are named as free again where no new ticket needs them, and can be used again", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 2, withVouchers(shop, ["CP111111", "CP222222"]));
    const who = withLink(server, shop);
    const moved = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    expect(changeCartOf(await requestChange(who, order, moved)).change.freed_vouchers).toBeUndefined();
    const other = await requestChange(who, order, {
      remove: order.tickets.slice(0, 1),
      add: newTickets(shop),
      ...withVouchers(shop, ["CP333333"]),
    });
    const cart = changeCartOf(other);
    expect(refusalOf(await who.checkOut(cart, {}))).toBe("200");
    const { body } = await cancelTickets(who, order, order.tickets.slice(1));
    const freed = [cart.change.freed_vouchers, body.cancellation.freed_vouchers].flat();
    expect(freed.toSorted()).toEqual(["…1111", "…2222"]);
    for (const code of ["CP111111", "CP222222"]) {
      const again = { add: [ticketLine(shop.event, 1)], ...withVouchers(shop, [code]) };
      expect(refusalOf(await new TestBuyer(server, shop).post("/my/cart/modify", again))).toBe("200");
    }
  });

  test("carry one ticket each", async () => {
    const shop = await openCityPass();
    const order = await buyWith(shop, 1, withVouchers(shop, ["CP111111"]));
    const who = withLink(server, shop);
    const cart = changeCartOf(await requestChange(who, order, { remove: order.tickets, add: newTickets(shop) }));
    const more = await who.post(`/my/cart/${cart.id}/modify`, { add: newTickets(shop) });
    expect(refusalOf(more)).toBe("422 invalid_citypass");
  });
});
