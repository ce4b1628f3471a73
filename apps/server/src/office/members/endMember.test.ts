import { beforeAll, describe, expect, test } from "vitest";
import { readMemberships } from "../../../test/accounts/membershipLevels.ts";
import {
  capturedAmounts,
  createRenewalShop,
  makeTermDue,
  readRenewal,
  runRenewalJob,
  type RenewalShop,
} from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let at: RenewalShop;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  manager = await signedIn(server, at.shop, ["manager"]);
});

const choice = { money: "refund", refund_to: "same_means", visits: "cancel" };
const quoteOf = async (browser: OfficeBrowser, id: string, more: object = {}) => {
  const { status, body } = await browser.get(
    `/members/${id}/end_quote?${new URLSearchParams({ ...choice, ...more }).toString()}`,
  );
  expect(status).toBe(200);
  return body;
};
const end = async (browser: OfficeBrowser, id: string, more: object = {}) =>
  changeMember(browser, id, "end", { ...choice, expected: { refund: "80.00", gift_card: "0" }, ...more });

/** Buys a ticket at 20.00 for a future visit with a membership. */
const visitOf = async (shop: TestShop, membership_id: string) => {
  const { body } = await new TestBuyer(server, shop).buy(1);
  const [ticket] = body.ticket._data;
  const [order] = body.ticket_order._data;
  await server.db
    .insertInto("allowance_use")
    .values({
      seller_id: shop.seller_id,
      ticket_id: ticket.id,
      membership_id,
      allowance: "*",
      event_template_id: shop.event.id,
      local_day: null,
      visit_index: 1,
      term_index: 1,
    })
    .execute();
  return { ticket_id: String(ticket.id), order_number: Number(order.order_number) };
};
const stateOfTicket = async (id: string) =>
  (await server.db.selectFrom("ticket").select("state").where("id", "=", id).executeTakeFirst())?.state;

test("a refund to a gift card is refused in words where the seller has none", async () => {
  const { membership_id } = await joinAndIndex(server, at);
  const query = new URLSearchParams({ ...choice, refund_to: "gift_card" }).toString();
  const refused = await manager.get(`/members/${membership_id}/end_quote?${query}`);
  expect(refusalOf(refused)).toBe("422 ledger_not_allowed");
  expect(refused.body._data[0]._description).toBe("This seller has no gift cards. Choose another way.");
});

describe("what ending a membership comes to", () => {
  test("is shown before: who is on it, the money, the tickets that were bought with it, and the e-mail", async () => {
    const joined = await joinAndIndex(server, at);
    const visit = await visitOf(at.shop, joined.membership_id);
    const quote = await quoteOf(manager, joined.membership_id);
    expect(quote).toMatchObject({
      people: ["Ada Lovelace"],
      order_number: joined.order_number,
      refund: "100.00",
      gift_card: "0",
      visits: [{ order_number: visit.order_number, tickets: 1 }],
    });
    expect(quote.email.subject).toBeTruthy();
    expect(await quoteOf(manager, joined.membership_id, { visits: "keep" })).toMatchObject({
      refund: "80.00",
      visits: [{ order_number: visit.order_number }],
    });
    expect(await quoteOf(manager, joined.membership_id, { money: "keep_all" })).toMatchObject({ refund: "0" });
    expect((await memberPage(manager, joined.membership_id)).terms[0].state).toBe("active");
  });
});

describe("ending a membership", () => {
  test("ends its card and renewal, gives the money back, and cancels what was bought with it", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const joined = await joinAndIndex(server, where);
    const visit = await visitOf(where.shop, joined.membership_id);
    const ended = await end(who, joined.membership_id, { expected: { refund: "100.00", gift_card: "0" } });
    expect(refusalOf(ended)).toBe("200");
    expect((await memberPage(who, joined.membership_id)).terms[0]).toMatchObject({ state: "cancelled" });
    expect(await readRenewal(server, joined.membership_id)).toMatchObject({ state: "cancelled" });
    expect(await stateOfTicket(visit.ticket_id)).toBe("cancelled");
    const refunds = await server.db
      .selectFrom("refund")
      .select(["amount", "state"])
      .where("seller_id", "=", where.shop.seller_id)
      .orderBy("amount")
      .execute();
    expect(refunds).toEqual([
      { amount: 2000, state: "succeeded" },
      { amount: 8000, state: "succeeded" },
    ]);
    const entries = (await auditOf(server.db, where.shop.seller_id)).filter(
      ({ staff_id }) => staff_id === who.person.id,
    );
    expect(
      entries
        .map(({ action }) => action)
        .filter((action) => !action.startsWith("staff."))
        .toSorted(),
    ).toEqual(["member.ended", "order.cancelled", "order.cancelled"]);
    await makeTermDue(server, joined.membership_id);
    await runRenewalJob(server);
    expect((await capturedAmounts(server, where.shop)).reduce((sum, one) => sum + one, 0)).toBe(10_000);
  });

  test("keeps the tickets that were bought with it where that is chosen", async () => {
    const joined = await joinAndIndex(server, at);
    const visit = await visitOf(at.shop, joined.membership_id);
    const kept = { visits: "keep", email: { is_sent: false } };
    expect(refusalOf(await end(manager, joined.membership_id, kept))).toBe("200");
    expect(await stateOfTicket(visit.ticket_id)).toBe("booked");
    const emails = await server.db
      .selectFrom("outbox")
      .select("id")
      .where("ref_id", "=", joined.order_id)
      .where("kind", "=", "order_cancelled")
      .execute();
    expect(emails).toEqual([]);
  });

  test("is done once for one key, and a second time refused", async () => {
    const joined = await joinAndIndex(server, at);
    const { version } = await memberPage(manager, joined.membership_id);
    const body = { ...choice, version, reason: "Asked", expected: { refund: "80.00", gift_card: "0" } };
    const key = { headers: { "idempotency-key": crypto.randomUUID() } };
    for (let n = 0; n < 2; n++)
      expect(refusalOf(await manager.post(`/members/${joined.membership_id}/end`, body, key))).toBe("200");
    expect(refusalOf(await end(manager, joined.membership_id))).toBe("409 ticket_state_incorrect");
    const rows = await server.db
      .selectFrom("refund as r")
      .innerJoin("payment as p", (join) =>
        join.onRef("p.seller_id", "=", "r.seller_id").onRef("p.id", "=", "r.payment_id"),
      )
      .select("r.amount")
      .where("p.ticket_order_id", "=", joined.order_id)
      .execute();
    expect(rows).toEqual([{ amount: 8000 }]);
  });

  test("is refused with other amounts than shown, from an old page, and without the permission; nothing changes", async () => {
    const joined = await joinAndIndex(server, at);
    const id = joined.membership_id;
    expect(refusalOf(await end(manager, id, { expected: { refund: "79.00", gift_card: "0" } }))).toBe(
      "422 payment_incorrect_amount",
    );
    const old = { version: "0".repeat(32) };
    expect(refusalOf(await end(manager, id, old))).toBe("409 stale_version");
    const clerk = await signedIn(server, at.shop, ["box_office"]);
    expect(refusalOf(await end(clerk, id))).toBe("403 access_denied");
    expect((await readMemberships(server, joined.order_id)).map(({ state }) => state)).toEqual(["active"]);
    expect(await readRenewal(server, id)).toMatchObject({ state: "scheduled" });
  });

  test("that was renewed is refused", async () => {
    const joined = await joinAndIndex(server, at);
    await makeTermDue(server, joined.membership_id);
    await runRenewalJob(server);
    expect(refusalOf(await end(manager, joined.membership_id))).toBe("409 ticket_state_incorrect");
  });

  test("refunds no more than a person's daily limit, over all orders that it changes", async () => {
    const where = await createRenewalShop(server, { refund_limits: { day: "90.00" } });
    const who = await signedIn(server, where.shop, ["manager"]);
    const joined = await joinAndIndex(server, where);
    await visitOf(where.shop, joined.membership_id);
    await server.db
      .updateTable("staff_sign_in")
      .set({ proved_at: null })
      .where("staff_id", "=", who.person.id)
      .execute();
    // Staff who can refund any amount have to show the second factor first.
    const both = { expected: { refund: "100.00", gift_card: "0" } };
    expect(refusalOf(await end(who, joined.membership_id, both))).toBe("403 step_up_required");
    expect((await readMemberships(server, joined.order_id)).map(({ state }) => state)).toEqual(["active"]);
    expect(refusalOf(await end(who, joined.membership_id, { visits: "keep" }))).toBe("200");
  });
});
