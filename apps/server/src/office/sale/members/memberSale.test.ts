import { expect, test } from "vitest";
import type { CounterOffer } from "@foyer/contract/office/money/counter.ts";
import { createTestMember, createTestMembership, type MembershipOverrides } from "../../../../test/accounts/members.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { changeMember } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { createChangeShop, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const forMembers = "public_member_only" as const;
/** Adults at 20.00 for everybody; for members, one free adult from an allowance, and guests at 12.00. */
const openShop = async (benefits: MembershipOverrides = { benefits: { Adult: 2, Guest: -1 } }) => {
  const shop = await createChangeShop(server, undefined, {
    sessions: [{ inDays: 7 }, { inDays: 8 }],
    groups: [
      { name: "Admission", types: [{ name: "Adult" }] },
      {
        name: "Members",
        hidden_type: forMembers,
        types: [
          { name: "Member", member_event_ticket_type: "Adult", currency_amount: 0 },
          { name: "Guest", currency_amount: 1200 },
          { name: "Patron", currency_amount: 0 },
        ],
      },
    ],
  });
  const member = await createTestMember(server.db, shop, benefits);
  const clerk = await signedIn(server, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "100.00" });
  return { shop, member, clerk, card: member.membership };
};
type Shop = Awaited<ReturnType<typeof openShop>>;

const read = (clerk: OfficeBrowser, number: string) =>
  clerk.get(`/counter/member?number=${encodeURIComponent(number)}`);
const typeOf = ({ event }: TestShop, name: string): string =>
  event.groups.flatMap(({ types }) => types).find((type) => type.name === name && type.currency_amount !== 2000)?.id ??
  "";
const sale = ({ shop, card }: Pick<Shop, "shop" | "card">, tickets: Readonly<Record<string, number>>, due: string) => ({
  sale_id: newId(),
  event_template_id: shop.event.id,
  event_session_id: shop.session.id,
  tickets: Object.entries(tickets).map(([name, quantity]) => ({
    ticket_type_id: name === "Adult" ? shop.type.id : typeOf(shop, name),
    quantity,
  })),
  means: due === "0" ? [] : [{ kind: "cash", amount: due }],
  membership_id: card.id,
  email: null,
});
const offerOf = async ({ clerk, shop }: Pick<Shop, "clerk" | "shop">, membership_id?: string) => {
  const query = `day=${shop.session.local_day}${membership_id === undefined ? "" : `&membership_id=${membership_id}`}`;
  const { status, body } = await clerk.get(`/counter?${query}`);
  expect(status).toBe(200);
  return (body.offers as CounterOffer[]).find(({ session }) => session?.id === shop.session.id);
};
const typesOf = (offer: CounterOffer | undefined) =>
  offer?.types.map(({ name, price, benefit }) => [name, price, benefit]);

test("a card's number and its code lead to its member; numbers can be typed as they are read", async () => {
  const { clerk, card, member, shop } = await openShop();
  const typed = await read(clerk, ` ${card.member_number.toLowerCase().slice(0, 5)}-${card.member_number.slice(5)} `);
  expect([typed.status, typed.body]).toMatchObject([
    200,
    { membership_id: card.id, name: "Ada Lovelace", level: "Individual", email: member.email, first_name: "Ada" },
  ]);
  const { scan_code } = await server.db
    .selectFrom("membership")
    .select("scan_code")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", card.id)
    .executeTakeFirstOrThrow();
  expect((await read(clerk, scan_code)).body.membership_id).toBe(card.id);
});

test("a card in nobody's account belongs to the holder of its membership; without a holder it is refused", async () => {
  const { shop, clerk, card, member } = await openShop();
  const child = await createTestMembership(server.db, shop, null, { party_role: "child", level_name: "Child" });
  expect((await read(clerk, child.member_number)).body._data[0]._description).toMatch(/does not belong to an account/);
  const onto = (of: typeof card) =>
    server.runAsOwner(
      `set app.seller = '*'; update membership set ticket_order_id = '${of.ticket_order_id}', ticket_group_id = '${of.ticket_group_id}' where id = '${child.id}'`,
    );
  await onto(card);
  expect((await read(clerk, child.member_number)).body).toMatchObject({ membership_id: child.id, email: member.email });
  await onto(child);
});

test.each<[string, MembershipOverrides, RegExp]>([
  ["ended", { fromDays: -400, toDays: -1 }, /has ended/],
  ["cancelled", { state: "cancelled" }, /was cancelled/],
])("an %s card is refused by its number and in a sale, with why", async (_, term, why) => {
  const at = await openShop({ benefits: { Adult: 2 }, ...term });
  const answer = await read(at.clerk, at.card.member_number);
  expect(refusalOf(answer)).toBe("422 member_required");
  expect(answer.body._data[0]._description).toMatch(why);
  expect(refusalOf(await at.clerk.post("/counter_sales", sale(at, { Member: 1 }, "0")))).toBe("422 member_required");
  expect(refusalOf(await at.clerk.post("/counter_sales", sale(at, { Adult: 1 }, "20.00")))).toBe("422 member_required");
  expect(await usedPlaces(server, at.shop)).toEqual([0, 0]);
});

test("a number that was replaced is refused, an unknown one and another seller's card are not found", async () => {
  const { clerk, card, shop } = await openShop();
  expect(refusalOf(await changeMember(clerk, card.id, "replace_number"))).toBe("200");
  const answer = await read(clerk, card.member_number);
  expect(refusalOf(answer)).toBe("422 member_required");
  expect(answer.body._data[0]._description).toMatch(/replaced/);
  expect(refusalOf(await read(clerk, "NOBODY0000"))).toBe("404 not_found");
  const foreign = await openShop();
  expect(refusalOf(await read(clerk, foreign.card.member_number))).toBe("404 not_found");
  const sent = sale({ shop, card: foreign.card }, { Adult: 1 }, "20.00");
  expect(refusalOf(await clerk.post("/counter_sales", sent))).toBe("404 not_found");
});

test("tickets for members are offered with a card, as its membership allows, and not without one", async () => {
  const at = await openShop();
  const everybody = await offerOf(at);
  expect(typesOf(everybody)).toEqual([["Adult", "20.00", null]]);
  expect(everybody?.allowances).toEqual([]);
  const member = await offerOf(at, at.card.id);
  expect(typesOf(member)).toEqual([
    ["Adult", "20.00", null],
    ["Member", "0", "Adult"],
    ["Guest", "12.00", "Guest"],
  ]);
  expect(member?.allowances).toMatchObject([{ membership_id: at.card.id, left: { Adult: 2, Guest: -1 } }]);
});

test("a sale to a member has member prices, uses their allowance and is in their account", async () => {
  const at = await openShop();
  const { clerk, member, shop } = at;
  const made = await clerk.post("/counter_sales", sale(at, { Member: 1, Guest: 1, Adult: 1 }, "32.00"));
  expect([made.status, made.body]).toMatchObject([200, { total: "32.00" }]);
  const buyer = new TestBuyer(server, shop, member.cookie);
  const orders = (await buyer.get("/my/ticket_order")).body.ticket_order._data;
  expect(orders.map(({ order_number }: { order_number: number }) => Number(order_number))).toEqual([
    made.body.order_number,
  ]);
  expect((await clerk.get(`/orders/${made.body.order_number}`)).body).toMatchObject({
    channel_id: "box_office",
    purchaser: { first_name: "Ada", last_name: "Lovelace" },
  });
  expect((await offerOf(at, at.card.id))?.allowances).toMatchObject([{ left: { Adult: 1 } }]);
  expect((await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "order.sold")).toMatchObject([
    { after: { total: "32.00", level: "Individual" } },
  ]);

  // What the counter has used is no longer available on the web, and vice versa.
  const onWeb = (quantity: number) =>
    buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [{ ticket_type_id: typeOf(shop, "Member"), quantity }],
        },
      ],
    });
  expect(refusalOf(await onWeb(2))).toBe("422 member_limit_exceeded");
  expect(refusalOf(await onWeb(1))).toBe("200");
  const used = await usedPlaces(server, shop);
  expect(refusalOf(await clerk.post("/counter_sales", sale(at, { Member: 1 }, "0")))).toBe("422 member_limit_exceeded");
  expect(await usedPlaces(server, shop)).toEqual(used);
});

test("what a membership does not allow is refused, and so are its tickets without a card", async () => {
  const at = await openShop();
  expect(refusalOf(await at.clerk.post("/counter_sales", sale(at, { Patron: 1 }, "0")))).toBe(
    "422 ticket_type_not_available",
  );
  const { membership_id: _, ...anonymous } = sale(at, { Member: 1 }, "0");
  expect(refusalOf(await at.clerk.post("/counter_sales", anonymous))).toBe("422 member_required");
  expect(await usedPlaces(server, at.shop)).toEqual([0, 0]);
});

test("cancelling a sale restores the allowance", async () => {
  const at = await openShop({ benefits: { Adult: 1 } });
  const made = await at.clerk.post("/counter_sales", sale(at, { Member: 1 }, "0"));
  expect((await offerOf(at, at.card.id))?.allowances).toMatchObject([{ left: { Adult: 0 } }]);
  const manager = await signedIn(server, at.shop, ["manager"]);
  const order = (await manager.get(`/orders/${made.body.order_number}`)).body;
  const tickets = order.tickets.map(({ id }: { id: string }) => id);
  const change = {
    version: order.version,
    tickets,
    money: "refund",
    refund_to: "same_means",
    reason: "Mistyped",
    expected: { refund: "0", gift_card: "0" },
  };
  expect(refusalOf(await manager.post(`/orders/${made.body.order_number}/cancel`, change))).toBe("200");
  expect((await offerOf(at, at.card.id))?.allowances).toMatchObject([{ left: { Adult: 1 } }]);
});
