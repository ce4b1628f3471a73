import { beforeAll, describe, expect, test } from "vitest";
import { unpackTickets } from "@foyer/rules/admission/packedList.ts";
import { daysFromNow, readMemberships, setTermEnd } from "../../../test/accounts/membershipLevels.ts";
import {
  capturedAmounts,
  createRenewalShop,
  makeRenewalDue,
  makeTermDue,
  readEmails,
  readRenewal,
  runRenewalJob,
  setPartyTermEnd,
  type RenewalShop,
} from "../../../test/accounts/renewals.ts";
import { responseCode, TestVisitor } from "../../../test/accounts/login.ts";
import { createTestUser } from "../../../test/accounts/members.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { changeMember, joinAndIndex, memberPage } from "../../../test/office/memberShop.ts";
import { inShort, pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";

let server: TestApp;
let at: RenewalShop;
let clerk: OfficeBrowser;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
  [clerk, manager] = [await signedIn(server, at.shop, ["box_office"]), await signedIn(server, at.shop, ["manager"])];
});

const actionsOf = async (shop: RenewalShop["shop"], id: string) =>
  (await auditOf(server.db, shop.seller_id)).filter(({ entity_id }) => entity_id === id);

describe("automatic renewal", () => {
  test("is cancelled by staff once: nothing is charged, the payer is notified, and it is in the audit log", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["box_office"]);
    const { membership_id, user } = await joinAndIndex(server, where);
    expect(refusalOf(await changeMember(who, membership_id, "cancel_renewal"))).toBe("200");
    expect((await memberPage(who, membership_id)).terms[0].renewal).toMatchObject({
      state: "cancelled",
      charge_on: null,
      amount: null,
    });
    const emails = (await readEmails(server, where.shop)).filter(({ kind }) => kind === "auto_renew_cancelled");
    expect(emails).toMatchObject([{ to_address: user?.email }]);
    expect(refusalOf(await changeMember(who, membership_id, "cancel_renewal"))).toBe("409 auto_renew_not_scheduled");
    await makeTermDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    expect(await actionsOf(where.shop, membership_id)).toMatchObject([
      { action: "member.renewal_cancelled", staff_id: who.person.id, entity_kind: "member" },
    ]);
  });

  test("is not cancelled from a page that has changed since, which says by whom", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const { version } = await memberPage(clerk, membership_id);
    expect(refusalOf(await changeMember(manager, membership_id, "replace_number"))).toBe("200");
    const late = await clerk.post(`/members/${membership_id}/cancel_renewal`, { version, reason: "Asked" });
    expect(refusalOf(late)).toBe("409 stale_version");
    expect(late.body._data[0]._extra).toMatchObject({ change: "member.number_replaced", changed_fields: ["ending"] });
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "scheduled" });
  });
});

test("what was typed while the renewal job announced a charge can still be saved, but not once it has renewed", async () => {
  const where = await createRenewalShop(server);
  const who = await signedIn(server, where.shop, ["manager"]);
  const { membership_id } = await joinAndIndex(server, where);
  await setPartyTermEnd(server, membership_id, 5);
  const { version, terms } = await memberPage(who, membership_id);
  const own = terms[0].party.find(({ id }: { id: string }) => id === membership_id);
  await makeRenewalDue(server, membership_id);
  await runRenewalJob(server);
  expect((await readRenewal(server, membership_id))?.announced_at).not.toBeNull();
  const holder = { holder_name: "Ada Byron", holder_email: own.email, is_other_person: false };
  const saved = await who.post(`/members/${membership_id}/holder`, { version, reason: "Married", ...holder });
  expect(refusalOf(saved)).toBe("200");

  await makeTermDue(server, membership_id);
  const seen = await memberPage(who, membership_id);
  await runRenewalJob(server);
  expect((await memberPage(who, membership_id)).terms).toHaveLength(2);
  const late = await who.post(`/members/${membership_id}/replace_number`, { version: seen.version, reason: "Lost" });
  expect(refusalOf(late)).toBe("409 stale_version");
});

describe("a card", () => {
  test("is sent again to its address, and a card without one to the holder", async () => {
    const { membership_id, order_id } = await joinAndIndex(server, at, {
      level: "family",
      people: [
        { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
        { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
        { type: 2, name: "Nino Ortega" },
      ],
    });
    const child = (await readMemberships(server, order_id)).find(({ holder_email }) => holder_email === null);
    expect((await clerk.post(`/members/${membership_id}/resend`)).body).toEqual({ to: "rosa@ortega.example" });
    expect((await clerk.post(`/members/${child?.id}/resend`)).body).toEqual({ to: "rosa@ortega.example" });
    const sent = await server.db
      .selectFrom("outbox")
      .select("to_address")
      .where("ref_id", "in", [membership_id, child?.id ?? ""])
      .where("kind", "=", "membership_card")
      .execute();
    // The first one was sent with the purchase.
    expect(sent.map(({ to_address }) => to_address)).toEqual(Array.from({ length: 3 }, () => "rosa@ortega.example"));
    expect(await actionsOf(at.shop, child?.id ?? "")).toMatchObject([{ action: "member.card_resent" }]);
  });

  test("is sent again once by six calls at once, and again a minute later", async () => {
    const { membership_id } = await joinAndIndex(server, at);
    const sendSix = () => Promise.all(Array.from({ length: 6 }, () => clerk.post(`/members/${membership_id}/resend`)));
    const answers = (await sendSix()).map(refusalOf);
    expect(answers.toSorted()).toEqual(["200", ...Array.from({ length: 5 }, () => "429 too_many_requests")]);
    const again = () =>
      server.db
        .selectFrom("outbox")
        .select("to_address")
        .where("ref_id", "=", membership_id)
        .where("kind", "=", "membership_card")
        .where("occasion", "<>", "");
    expect(await again().execute()).toHaveLength(1);
    const aMinuteAgo = Temporal.Now.instant().subtract({ seconds: 61 }).toString();
    await server.db
      .updateTable("outbox")
      .set({ created_at: aMinuteAgo })
      .where("seller_id", "=", at.shop.seller_id)
      .where("ref_id", "=", membership_id)
      .execute();
    expect((await sendSix()).map(refusalOf).filter((answer) => answer === "200")).toHaveLength(1);
    expect(await again().execute()).toHaveLength(2);
  });

  test("gets a new number in every term; the old number and code are refused at the gate, and the new ones let in", async () => {
    const { membership_id, member_number } = await joinAndIndex(server, at);
    const before = await server.db
      .selectFrom("membership as m")
      .innerJoin("ticket as t", (join) =>
        join.onRef("t.seller_id", "=", "m.seller_id").onRef("t.id", "=", "m.ticket_id"),
      )
      .select(["m.scan_code", "t.scan_code as ticket_code"])
      .where("m.id", "=", membership_id)
      .executeTakeFirstOrThrow();
    const gate = await pairedDevice(server, at.shop);
    const list = (await gate.browser.get("/gate/list")).body;
    const { body } = await changeMember(clerk, membership_id, "replace_number");
    // A device that decides offline forgets the old code with its next list.
    const delta = (await gate.browser.get(`/gate/list?since=${list.now}`)).body;
    expect(unpackTickets(new Uint8Array(Buffer.from(delta.tickets, "base64"))).map(({ id }) => id)).toContain(
      membership_id,
    );
    expect(body.member_number).toMatch(/^[0-9A-Z]{10}$/);
    for (const code of [member_number, before.scan_code, before.ticket_code ?? ""])
      expect(inShort(await scanWith(gate.browser, { code }))).toBe("no replaced refused");
    expect(inShort(await scanWith(gate.browser, { code: body.member_number }))).toBe("welcome entry");
    const page = await memberPage(clerk, membership_id);
    expect(page.terms[0].member_number).toBe(body.member_number);
    expect(page.visits).toHaveLength(1);
    // The old number finds the card that had it.
    const { members } = (await clerk.get(`/members?q=${member_number}`)).body;
    expect(members).toMatchObject([{ id: membership_id, member_number: body.member_number }]);
    const [entry] = await actionsOf(at.shop, membership_id);
    expect(JSON.stringify(entry)).not.toContain(body.member_number);
  });

  test("with its old number logs nobody in, not even by an ended term, and sign-ins by number end", async () => {
    const where = await createRenewalShop(server, { authentication: "scan_code" });
    const who = await signedIn(server, where.shop, ["box_office"]);
    const user = await createTestUser(server.db, where.shop);
    const { membership_id, member_number } = await joinAndIndex(server, where, { user });
    await setTermEnd(server, membership_id, daysFromNow(-3));
    const logIn = async (visitor: TestVisitor, scan_code: string) =>
      responseCode(await visitor.post("/login", { scan_code }));
    const visitor = new TestVisitor(server, where.shop);
    expect(await logIn(visitor, member_number)).toBe(responseCode({ status: 200, body: {}, headers: {} }));
    const openSessions = async () =>
      (
        await server.db
          .selectFrom("visitor_session")
          .select("strength")
          .where("member_identity_id", "=", user.identity_id)
          .where("ended_at", "is", null)
          .orderBy("strength")
          .execute()
      ).map(({ strength }) => strength);
    expect(await openSessions()).toEqual(["full", "limited"]);
    const { body } = await changeMember(who, membership_id, "replace_number");
    expect(await openSessions()).toEqual(["full"]);
    const others = [new TestVisitor(server, where.shop, { from: "203.0.113.7" })] as const;
    expect(await logIn(others[0], member_number)).toBe("not_authorized:login");
    expect(await logIn(others[0], body.member_number)).toBe(responseCode({ status: 200, body: {}, headers: {} }));
  });
});

describe("a term that is lengthened", () => {
  test("ends later for everybody on it, and is charged later", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const { membership_id, order_id } = await joinAndIndex(server, where, {
      level: "family",
      people: [
        { type: 0, name: "Rosa Ortega", email: "rosa@ortega.example" },
        { type: 1, name: "Pilar Ortega", email: "pilar@ortega.example" },
      ],
    });
    await makeTermDue(server, membership_id);
    const before = (await memberPage(who, membership_id)).terms[0];
    const { body } = await changeMember(who, membership_id, "lengthen", { days: 60 });
    const moved = Temporal.Instant.from(before.valid_to)
      .toZonedDateTimeISO(where.shop.timezone)
      .add({ days: 60 })
      .toInstant();
    expect(Temporal.Instant.from(body.valid_to).equals(moved)).toBe(true);
    const ends = (await readMemberships(server, order_id)).map(({ valid_to }) => valid_to);
    expect(new Set(ends).size).toBe(1);
    const after = (await memberPage(who, membership_id)).terms[0];
    expect(after.renewal).toMatchObject({ state: "scheduled", announced: null, attempts: 0 });
    expect(after.renewal.charge_on > before.renewal.charge_on).toBe(true);
    await runRenewalJob(server);
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([12_000]);
    expect(await actionsOf(where.shop, membership_id)).toMatchObject([
      { action: "member.lengthened", after: { days: 60, people: 2 } },
    ]);
    expect((await memberPage(who, membership_id)).history).toMatchObject([
      { actor: "staff", by: who.person.name, action: "member.lengthened", before: {}, after: { days: 60, people: 2 } },
    ]);
  });

  test("is announced to its payer once more, with the new day", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["manager"]);
    const { membership_id } = await joinAndIndex(server, where);
    await makeTermDue(server, membership_id);
    await changeMember(who, membership_id, "lengthen", { days: 3 });
    await runRenewalJob(server);
    const announced = (await readEmails(server, where.shop)).filter(({ kind }) => kind === "auto_renew_announced");
    expect(announced).toHaveLength(2);
  });

  test("is refused once the next term exists, and by whoever may not go beyond what was bought", async () => {
    const where = await createRenewalShop(server);
    const who = await signedIn(server, where.shop, ["owner"]);
    const { membership_id } = await joinAndIndex(server, where);
    await makeTermDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000, 8000]);
    expect(refusalOf(await changeMember(who, membership_id, "lengthen", { days: 3 }))).toBe(
      "409 ticket_state_incorrect",
    );
    const { version } = await memberPage(clerk, (await joinAndIndex(server, at)).membership_id);
    expect(refusalOf(await clerk.post(`/members/${membership_id}/lengthen`, { version, days: 1, reason: "x" }))).toBe(
      "403 access_denied",
    );
  });
});
