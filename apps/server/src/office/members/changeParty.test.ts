import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { readMemberships, setTermEnd, daysFromNow } from "../../../test/accounts/membershipLevels.ts";
import { createRenewalShop, readEmails, type RenewalShop } from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { inShort, pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let at: RenewalShop;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await shopWithFreeChildren();
  manager = await signedIn(server, at.shop, ["manager"]);
});

/** A family level with places for two children, who are free. */
const shopWithFreeChildren = async (): Promise<RenewalShop> => {
  const where = await createRenewalShop(server);
  const id = where.levels.family.types[2]?.id ?? "";
  await server.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("id", "=", id).execute();
  await server.db.updateTable("membership_rule").set({ max: 2 }).where("ticket_type_id", "=", id).execute();
  await recordPrices(server, where.shop);
  return where;
};

const family = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];
const join = () => joinAndIndex(server, at, { level: "family", people: family });
const typeOf = (nth: number): string => at.levels.family.types[nth]?.id ?? "";
const add = (id: string, more: object = {}) =>
  changeMember(manager, id, "add", {
    ticket_type_id: typeOf(2),
    holder_name: "Lola Ortega",
    holder_email: null,
    ...more,
  });
const ending = { money: "keep_all", refund_to: "same_means", visits: "cancel", whose: "card" };
const takeOff = (id: string, more: object = {}) =>
  changeMember(manager, id, "end", { ...ending, expected: { refund: "0", gift_card: "0" }, ...more });
const extraOf = (response: { body: { _data: readonly { _extra: unknown }[] } }) => response.body._data[0]?._extra;

describe("somebody is added to a membership", () => {
  test("with a number, a code and a ticket of the same order, the term of the others and the benefits of the type", async () => {
    const { membership_id, order_id, order_number } = await join();
    const { body, status } = await add(membership_id);
    expect([status, body.to]).toEqual([200, "rosa@ortega.example"]);
    const cards = await readMemberships(server, order_id);
    const [holder, added] = [cards[0], cards.find(({ id }) => id === body.membership_id)];
    expect(cards).toHaveLength(4);
    expect(added).toMatchObject({
      holder_name: "Lola Ortega",
      party_role: "child",
      valid_from: holder?.valid_from,
      valid_to: holder?.valid_to,
      benefits: holder?.benefits,
      state: "active",
      renews_id: null,
    });
    const gate = await pairedDevice(server, at.shop);
    expect(inShort(await scanWith(gate.browser, { code: body.member_number }))).toBe("welcome entry");
    const page = await memberPage(manager, membership_id);
    expect(page.terms[0].party.map(({ name }: { name: string }) => name)).toContain("Lola Ortega");
    const order = (await manager.get(`/orders/${order_number}`)).body;
    expect(order.history).toContainEqual(expect.objectContaining({ kind: "card_added", tickets: 1 }));
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(
      ({ action }) => action === "member.card_added",
    );
    expect(entries.at(-1)).toMatchObject({ entity_id: membership_id, after: { type: "Child" } });
    const emails = (await readEmails(server, at.shop)).filter(({ to_address }) => to_address === "rosa@ortega.example");
    expect(emails.at(-1)?.kind).toBe("membership_card");
  });

  test.each([
    [2, "too_many", { type: "Child", max: 2 }],
    [1, "too_many", { type: "Second adult", max: 1 }],
  ])("in a place of type %i beyond the level is refused with its limit", async (nth, message, limit) => {
    const { membership_id, order_id } = await join();
    if (nth === 2) expect((await add(membership_id)).status).toBe(200);
    const before = (await readMemberships(server, order_id)).length;
    const refused = await add(membership_id, { ticket_type_id: typeOf(nth) });
    expect(refusalOf(refused)).toBe("422 validation_failed");
    expect(extraOf(refused)).toMatchObject({ message, limit: { level: "Family", ...limit } });
    expect(await readMemberships(server, order_id)).toHaveLength(before);
  });

  test("in a place that costs money is refused: it is sold", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const { membership_id } = await joinAndIndex(server, where, { level: "family", people: family.slice(0, 2) });
    const refused = await changeMember(who, membership_id, "add", {
      ticket_type_id: where.levels.family.types[2]?.id,
      holder_name: "Lola Ortega",
      holder_email: null,
    });
    expect(extraOf(refused)).toMatchObject({ message: "costs_money", limit: { type: "Child" } });
  });

  test("without what the type asks, or to a term that has ended, is refused", async () => {
    const { membership_id, order_id } = await join();
    expect(extraOf(await add(membership_id, { holder_email: "lola@ortega.example" }))).toMatchObject({
      fields: ["holder_email"],
      message: "not_asked",
    });
    await setTermEnd(server, membership_id, daysFromNow(-3));
    expect(refusalOf(await add(membership_id))).toBe("409 ticket_state_incorrect");
    expect(await readMemberships(server, order_id)).toHaveLength(3);
  });

  test("takes a place of the level, and none where it is sold out", async () => {
    const { membership_id } = await join();
    const { id } = at.levels.family;
    const group = () =>
      server.db.selectFrom("ticket_group").select(["used_capacity"]).where("id", "=", id).executeTakeFirstOrThrow();
    const { used_capacity } = await group();
    await server.db
      .updateTable("ticket_group")
      .set({ capacity: Number(used_capacity) + 1 })
      .where("id", "=", id)
      .execute();
    expect((await add(membership_id)).status).toBe(200);
    expect(Number((await group()).used_capacity)).toBe(Number(used_capacity) + 1);
    const { body } = await manager.get(`/members/${membership_id}`);
    const [child] = body.terms[0].party.filter(({ name }: { name: string }) => name === "Lola Ortega");
    expect((await takeOff(child.id)).status).toBe(200);
    await server.db
      .updateTable("ticket_group")
      .set({ capacity: Number(used_capacity) })
      .where("id", "=", id)
      .execute();
    const refused = await add(membership_id);
    expect(refusalOf(refused)).toBe("409 ticket_group_sold_out");
    expect(refused.body._data[0]._description).toMatch(/^[A-Z].+: these tickets have sold out\.$/);
    await server.db.updateTable("ticket_group").set({ capacity: -1 }).where("id", "=", id).execute();
  });

  test("twice from the same page adds one person", async () => {
    const { membership_id, order_id } = await join();
    const { version } = await memberPage(manager, membership_id);
    const sent = {
      version,
      ticket_type_id: typeOf(2),
      holder_name: "Lola Ortega",
      holder_email: null,
      reason: "A new child",
    };
    const statuses = [
      (await manager.post(`/members/${membership_id}/add`, sent)).status,
      (await manager.post(`/members/${membership_id}/add`, sent)).status,
    ];
    expect([statuses, (await readMemberships(server, order_id)).length]).toEqual([[200, 409], 4]);
  });
});

describe("somebody is taken off a membership", () => {
  test("the others stay; the card is refused at the gate, and tickets bought with it are cancelled", async () => {
    const { order_id } = await join();
    const cards = await readMemberships(server, order_id);
    const nino = cards.find(({ holder_name }) => holder_name === "Nino Ortega");
    const visit = await visitOf(nino?.id ?? "");
    const { body: quote } = await manager.get(
      `/members/${nino?.id}/end_quote?${new URLSearchParams(ending).toString()}`,
    );
    expect(quote).toMatchObject({ people: ["Nino Ortega"], refund: "0", visits: [{ tickets: 1 }] });
    expect((await takeOff(nino?.id ?? "")).status).toBe(200);
    const states = (await readMemberships(server, order_id)).map(({ holder_name, state }) => [holder_name, state]);
    expect(states).toEqual([
      ["Rosa Ortega", "active"],
      ["Pilar Ortega", "active"],
      ["Nino Ortega", "cancelled"],
    ]);
    const gate = await pairedDevice(server, at.shop);
    expect(inShort(await scanWith(gate.browser, { code: nino?.member_number ?? "" }))).toMatch(/^no /);
    const ticket = await server.db.selectFrom("ticket").select("state").where("id", "=", visit).executeTakeFirst();
    expect(ticket?.state).toBe("cancelled");
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(({ entity_id }) => entity_id === nino?.id);
    expect(entries.map(({ action }) => action)).toContain("member.card_removed");
    // Their place is available again.
    expect((await add(cards[0]?.id ?? "")).status).toBe(200);
  });

  test.each([
    [0, "holder", { type: "First adult", min: 1 }],
    [1, "too_few", { type: "Second adult", min: 1 }],
  ])("nobody of type %i, whom the level needs", async (nth, message, limit) => {
    const { order_id } = await join();
    const card = (await readMemberships(server, order_id))[nth];
    const refused = await takeOff(card?.id ?? "");
    expect(refusalOf(refused)).toBe("422 validation_failed");
    expect(extraOf(refused)).toMatchObject({ message, limit: { level: "Family", ...limit } });
    expect((await readMemberships(server, order_id)).every(({ state }) => state === "active")).toBe(true);
  });
});

/** Buys a ticket for a future visit with a membership. */
const visitOf = async (membership_id: string): Promise<string> => {
  const { body } = await new TestBuyer(server, at.shop).buy(1);
  const id = String(body.ticket._data[0].id);
  await sql`insert into allowance_use as u (seller_id, ticket_id, membership_id, allowance, event_template_id, visit_index, term_index)
    values (${at.shop.seller_id}::uuid, ${id}::uuid, ${membership_id}::uuid, '*', ${at.shop.event.id}::uuid, 1, 1) returning u.ticket_id`.execute(
    server.db,
  );
  return id;
};
