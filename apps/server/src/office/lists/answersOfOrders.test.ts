import { expect, test } from "vitest";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const diet = (choices: readonly string[]): SurveySpec => ({
  properties: { diet: { title: "Diet", enum: [...choices] } },
});

/** A workshop and a dinner ask the same question, with different choices. An order of two for the workshop. */
const buyAnswered = async () => {
  const types = [{ name: "Adult" }];
  const shop = await createChangeShop(server, everyChange, {
    groups: [
      { name: "Workshop", types, additional_info_spec: JSON.stringify(diet(["Any", "No nuts"])) },
      { name: "Dinner", types, additional_info_spec: JSON.stringify(diet(["Any", "Vegan"])) },
    ],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  const buyer = new TestBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", {
    add: [ticketLine(shop.event, 2)],
    additionalInfo: { [shop.group.id]: { diet: "No nuts" } },
  });
  await buyer.pay(body.cart._data[0], cards.good);
  const order = orderOf(await buyer.checkOut(body.cart._data[0]));
  return { shop, order, manager: await signedIn(server, shop, ["manager", "finance"]) };
};
const moveTo = async (shop: TestShop, order: TestOrder, tickets: readonly string[], to: object, forms: object = {}) => {
  const who = withLink(server, shop);
  const cart = changeCartOf(await requestChange(who, order, { remove: tickets, add: newTickets(shop, to), ...forms }));
  expect(refusalOf(await who.checkOut(cart, {}))).toBe("200");
};
const dinner = (shop: TestShop) => ({ additionalInfo: { [shop.event.groups[1]?.id ?? ""]: { diet: "Vegan" } } });

/** The answers of the order list, of the ticket list by state, and of the order's screen, as staff see them. */
const seenBy = async (manager: OfficeBrowser) => {
  const lines = async (path: string): Promise<string[]> =>
    String((await manager.get(`/downloads/${path}`)).body)
      .trim()
      .split("\r\n")
      .slice(1);
  const numbers = await lines("orders.csv?columns=order_number");
  const { answers } = (await manager.get(`/orders/${numbers[0]}`)).body;
  return {
    orders: await lines("orders.csv?columns=answers"),
    tickets: (await lines("tickets.csv?columns=state,answers")).toSorted(),
    screen: answers.map(({ group, answer, is_past }: Record<string, unknown>) => [group, answer, is_past]),
  };
};

test("answers about tickets that move to another session stay with them", async () => {
  const { shop, order, manager } = await buyAnswered();
  await moveTo(shop, order, order.tickets, { session: 1, quantity: 2 });
  expect(await seenBy(manager)).toEqual({
    orders: ["Diet: No nuts"],
    tickets: ["cancelled", "cancelled", "valid", "valid"].map((state) => `${state},Diet: No nuts`),
    screen: [["Workshop", "No nuts", false]],
  });
});

test("answers of two groups that ask the same stand beside the tickets of each", async () => {
  const { shop, order, manager } = await buyAnswered();
  await moveTo(shop, order, order.tickets.slice(0, 1), { group: 1 }, dinner(shop));
  const seen = await seenBy(manager);
  expect(seen.orders[0]?.replaceAll('"', "").split("; ").toSorted()).toEqual(["Diet: No nuts", "Diet: Vegan"]);
  expect(seen.tickets).toEqual(["cancelled,Diet: No nuts", "valid,Diet: No nuts", "valid,Diet: Vegan"]);
  expect(seen.screen.toSorted()).toEqual([
    ["Dinner", "Vegan", false],
    ["Workshop", "No nuts", false],
  ]);
});

test("answers about tickets that became others are past, and not in the list of orders", async () => {
  const { shop, order, manager } = await buyAnswered();
  await moveTo(shop, order, order.tickets, { group: 1, quantity: 2 }, dinner(shop));
  const seen = await seenBy(manager);
  expect(seen.orders).toEqual(["Diet: Vegan"]);
  expect(seen.tickets).toEqual([
    "cancelled,Diet: No nuts",
    "cancelled,Diet: No nuts",
    "valid,Diet: Vegan",
    "valid,Diet: Vegan",
  ]);
  expect(seen.screen).toEqual([
    ["Dinner", "Vegan", false],
    ["Workshop", "No nuts", true],
  ]);
});

test("answers about cancelled tickets are past once none of their group is valid", async () => {
  const { shop, order, manager } = await buyAnswered();
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  expect((await seenBy(manager)).screen).toEqual([["Workshop", "No nuts", false]]);
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(1));
  const seen = await seenBy(manager);
  expect([seen.orders.join(), seen.screen]).toEqual(["", [["Workshop", "No nuts", true]]]);
  expect(seen.tickets).toEqual(["cancelled,Diet: No nuts", "cancelled,Diet: No nuts"]);
});
