import { beforeAll, describe, expect, test } from "vitest";
import { readMemberships, setTermEnd, daysFromNow } from "../../../test/accounts/membershipLevels.ts";
import { createRenewalShop, readEmails, readRenewal, type RenewalShop } from "../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { inShort, pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: Awaited<ReturnType<typeof signedIn>>;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  clerk = await signedIn(server, at.shop, ["box_office"]);
});

const family = [
  { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
  { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
  { type: 2, name: "Nino Ortega" },
];
const ada = { holder_name: "Ada Lovelace", holder_email: "ada@example.org", is_other_person: false };
const grace = { holder_name: "Grace Hopper", holder_email: "grace@navy.example", is_other_person: true };

describe("who is on a card", () => {
  test("is corrected: the card keeps its number and renewal", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const changed = await changeMember(clerk, membership_id, "holder", { ...ada, holder_name: "Ada King" });
    expect(changed.body).toEqual({ member_number, to: null });
    expect(await memberPage(clerk, membership_id)).toMatchObject({ name: "Ada King", email: ada.holder_email });
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "scheduled" });
    const entries = (await auditOf(server.db, at.shop.seller_id)).filter(
      ({ entity_id }) => entity_id === membership_id,
    );
    expect(entries).toMatchObject([{ action: "member.holder_changed", staff_id: clerk.person.id }]);
  });

  test("changes to somebody else: with a new number that is sent to them, and the old one is refused at the gate", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const { ticket_code } = await codesOf(membership_id);
    const gate = await pairedDevice(server, at.shop);
    const { body } = await changeMember(clerk, membership_id, "holder", grace);
    expect(body).toEqual({ member_number: expect.not.stringMatching(member_number), to: grace.holder_email });
    for (const code of [member_number, ticket_code ?? ""])
      expect(inShort(await scanWith(gate.browser, { code }))).toBe("no replaced refused");
    expect(inShort(await scanWith(gate.browser, { code: body.member_number }))).toBe("welcome entry");
    const cards = (await readEmails(server, at.shop)).filter(({ to_address }) => to_address === grace.holder_email);
    expect(cards.map(({ kind }) => kind)).toEqual(["membership_card"]);
    const owner = await server.db
      .selectFrom("membership as m")
      .innerJoin("identity as i", (join) =>
        join.onRef("i.seller_id", "=", "m.seller_id").onRef("i.id", "=", "m.identity_id"),
      )
      .select("i.email")
      .where("m.id", "=", membership_id)
      .executeTakeFirstOrThrow();
    expect(owner).toEqual({ email: grace.holder_email });
  });

  test("changes to somebody else: its renewal is cancelled, and the payer is notified", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["box_office"]);
    const { membership_id, user } = await joinAndIndex(server, where);
    expect(refusalOf(await changeMember(who, membership_id, "holder", grace))).toBe("200");
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "cancelled" });
    const emails = (await readEmails(server, where.shop)).filter(({ kind }) => kind === "auto_renew_cancelled");
    expect(emails).toMatchObject([{ to_address: user?.email }]);
  });

  test("moves to a corrected address with a new number, and stays renewed", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const { body } = await changeMember(clerk, membership_id, "holder", {
      ...ada,
      holder_email: "ada@lovelace.example",
    });
    expect(body).toEqual({ member_number: expect.not.stringMatching(member_number), to: "ada@lovelace.example" });
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "scheduled" });
  });
});

describe("beyond what the level allows", () => {
  test.each([
    [0, { holder_email: null }, "holder_email", "required", { name: "yes", email: "yes", type: "First adult" }],
    [1, { holder_name: null }, "holder_name", "required", { name: "yes", email: "optional", type: "Second adult" }],
    [2, {}, "holder_email", "not_asked", { name: "optional", email: "no", type: "Child" }],
  ] as const)("a card of type %i is refused with the level's limit", async (nth, change, field, message, limit) => {
    const { order_id } = await joinAndIndex(server, at, { level: "family", people: family });
    const card = (await readMemberships(server, order_id))[nth];
    const refused = await changeMember(clerk, card?.id ?? "", "holder", { ...ada, ...change });
    expect(refusalOf(refused)).toBe("422 validation_failed");
    expect(refused.body._data[0]._extra).toMatchObject({
      fields: [field],
      message,
      limit: { level: "Family", ...limit },
    });
    expect((await readMemberships(server, order_id))[nth]).toEqual(card);
  });

  test("a term that has ended is refused", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    await setTermEnd(server, membership_id, daysFromNow(-3));
    expect(refusalOf(await changeMember(clerk, membership_id, "holder", grace))).toBe("409 ticket_state_incorrect");
  });

  test("a page that has changed since is refused", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const { version } = await memberPage(clerk, membership_id);
    expect(refusalOf(await changeMember(clerk, membership_id, "holder", { ...ada, holder_name: "Ada King" }))).toBe(
      "200",
    );
    const late = await clerk.post(`/members/${membership_id}/holder`, { ...grace, version, reason: "Asked" });
    expect(refusalOf(late)).toBe("409 stale_version");
  });
});

const codesOf = (membership_id: string) =>
  server.db
    .selectFrom("membership as m")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "m.seller_id").onRef("t.id", "=", "m.ticket_id"))
    .select("t.scan_code as ticket_code")
    .where("m.id", "=", membership_id)
    .executeTakeFirstOrThrow();
