import { expect, test } from "vitest";
import { type TestApp, type TestResponse } from "../../../../test/app/testApp.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  buyInChangeShop,
  createChangeShop,
  everyChange,
  fetchActions,
  refusalOf,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const named: EventOverrides = { meta: JSON.stringify({ admit_names: "required", admit_emails: "optional" }) };

/** An order of one ticket for Ada Lovelace. */
const buyNamed = async (shop: TestShop): Promise<TestOrder> => {
  const more = { admit_names: ["Ada Lovelace"], admit_emails: ["ada@example.org"] };
  return (await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 1, { more })])).order;
};
const rename = (shop: TestShop, { id, token, tickets }: TestOrder, to: object): Promise<TestResponse> =>
  withLink(server, shop).post(`/ticket_order/${id}/names?token=${token}`, {
    tickets: [{ ticket_id: tickets[0], ...to }],
  });
const attendees = async (shop: TestShop) =>
  (await shopRows(server, "ticket", shop)).map((ticket) => [ticket["admit_name"], ticket["admit_email"]]);

test("a name is corrected, the address stays, and the order is sent again", async () => {
  const shop = await createChangeShop(server, everyChange, named);
  const order = await buyNamed(shop);
  const [before] = await shopRows(server, "ticket", shop);
  expect((await rename(shop, order, { admit_name: " Ada   Byron " })).status).toBe(200);
  const [after] = await shopRows(server, "ticket", shop);
  expect(after).toEqual({ ...before, admit_name: "Ada Byron" });
  const subjects = (await shopRows(server, "outbox", shop)).map(
    (email) => (email["message"] as { subject: string }).subject,
  );
  expect(subjects).toContain("Your order with Harbor Museum has changed");
  const { body } = await fetchActions(withLink(server, shop), order);
  expect(body.history).toMatchObject([{ kind: "bought" }, { kind: "renamed", tickets: 1, amount: "0" }]);
});

test("an address is replaced, or removed where it is optional", async () => {
  const shop = await createChangeShop(server, everyChange, named);
  const order = await buyNamed(shop);
  await rename(shop, order, { admit_name: "Ada Byron", admit_email: "byron@example.org" });
  expect(await attendees(shop)).toEqual([["Ada Byron", "byron@example.org"]]);
  await rename(shop, order, { admit_name: "Ada Byron", admit_email: "" });
  expect(await attendees(shop)).toEqual([["Ada Byron", null]]);
});

test.each([
  { what: "an empty name where one is required", to: { admit_name: " " }, code: "422 validation_failed" },
  { what: "one word", to: { admit_name: "Ada" }, code: "422 validation_failed" },
  {
    what: "an address that is none",
    to: { admit_name: "Ada Byron", admit_email: "byron" },
    code: "422 validation_failed",
  },
])("$what is refused, and nothing is changed", async ({ to, code }) => {
  const shop = await createChangeShop(server, everyChange, named);
  expect(refusalOf(await rename(shop, await buyNamed(shop), to))).toBe(code);
  expect(await attendees(shop)).toEqual([["Ada Lovelace", "ada@example.org"]]);
});

test.each([
  {
    what: "where the policy does not allow it",
    rules: { ...everyChange, allow: ["cancel" as const] },
    code: "403 access_denied",
  },
  { what: "past the policy's hours", rules: { ...everyChange, horizon_hours: 24 * 30 }, code: "422 tickets_too_old" },
])("names stay $what", async ({ rules, code }) => {
  const shop = await createChangeShop(server, rules, named);
  expect(refusalOf(await rename(shop, await buyNamed(shop), { admit_name: "Ada Byron" }))).toBe(code);
  expect(await attendees(shop)).toEqual([["Ada Lovelace", "ada@example.org"]]);
});

test("a ticket that names nobody has no name to correct", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  expect(refusalOf(await rename(shop, order, { admit_name: "Ada Byron" }))).toBe("403 access_denied");
});

test("an order's names can be changed a limited number of times, because each change sends an e-mail", async () => {
  const shop = await createChangeShop(server, everyChange, named);
  const order = await buyNamed(shop);
  const codes: string[] = [];
  while (codes.length < 30 && codes.at(-1) !== "429 too_many_requests")
    codes.push(refusalOf(await rename(shop, order, { admit_name: `Ada Byron ${codes.length + 1}` })));
  expect(codes.at(-1)).toBe("429 too_many_requests");
});
