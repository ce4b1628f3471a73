import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { ada, recordPrices } from "../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../test/accounts/members.ts";
import { membershipRequest, holdMembership, daysFromNow } from "../../../test/accounts/membershipLevels.ts";
import {
  setPartyTermEnd,
  makeTermDue,
  shiftLastTry,
  joinAsMember,
  readEmails,
  createRenewalShop,
  payWithAutoRenew,
  readRenewal,
  capturedAmounts,
  readTermChain,
  runPaymentJobs,
  runRenewalJob,
  makeRenewalDue,
  type RenewalShop,
} from "../../../test/accounts/renewals.ts";

let server: TestApp;
let at: RenewalShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
});
const kinds = async (where: RenewalShop) =>
  (await readEmails(server, where.shop)).map(({ kind }) => kind).filter((kind) => kind.startsWith("auto_renew"));
const couple = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King", email: "william@example.org" },
  { type: 2, name: "Byron King" },
];

describe("joining with auto-renew", () => {
  test("saves the card's brand and last four digits and shows them to the payer", async () => {
    const { buyer, membership_id, user } = await joinAsMember(server, at);
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject({
      state: "scheduled",
      identity_id: user?.identity_id,
    });
    const { body } = await buyer.get("/my/identity/saved_payment_method");
    expect(body.saved_payment_method._data).toEqual([
      {
        id: expect.any(String),
        brand: "visa",
        last4: "4242",
        identifier: "Visa …4242",
        gateway_id: "test",
        expired: false,
      },
    ]);
    expect((await buyer.get("/my/membership")).body.membership._data[0].auto_renew_state).toBe("scheduled");
  });
  test("joining with auto-renew without consent saves nothing", async () => {
    const user = await createTestUser(server.db, at.shop);
    const { buyer, cart } = await holdMembership(
      server,
      at.shop,
      membershipRequest(at.levels, at.levels.individual),
      user.cookie,
    );
    await payWithAutoRenew(buyer, cart, { auto_renew: false });
    await buyer.checkOut(cart);
    expect((await buyer.get("/my/membership")).body.membership._data[0].auto_renew_state).toBe("none");
    expect(
      await server.db.selectFrom("auto_renewal").select("state").where("identity_id", "=", user.identity_id).execute(),
    ).toEqual([]);
  });
  test("as a guest belongs to the account with that address", async () => {
    const { membership_id } = await joinAsMember(server, at, { user: null });
    const renewal = await readRenewal(server, membership_id);
    const payer = await server.db
      .selectFrom("identity")
      .selectAll()
      .where("id", "=", renewal?.identity_id ?? "")
      .executeTakeFirst();
    expect(payer).toMatchObject({ kind: "user", email: ada.email });
  });

  test.each([
    ["a gift", "gift", {}],
    ["a level without an end", "buy", { individual: { duration_new: null } }],
  ] as const)("joining with auto-renew is not offered for %s", async (_, action, options) => {
    const where = await createRenewalShop(server, {}, options);
    const { levels, shop } = where;
    const wanted = membershipRequest(levels, levels.individual, {
      action,
      ...(action === "gift" && { people: [{ type: 0 }] }),
    });
    const { buyer, cart } = await holdMembership(server, shop, wanted);
    expect(await payWithAutoRenew(buyer, cart)).toMatchObject({
      status: 422,
      body: { _data: [{ _extra: { fields: ["auto_renew"] } }] },
    });
    expect(await capturedAmounts(server, shop)).toEqual([]);
  });
  test("joining with auto-renew is not offered where the seller disables it, for tickets, or with methods that cannot be charged again", async () => {
    const never = await createRenewalShop(server, { renewal: { allowed_period: 30 } });
    const at = await holdMembership(server, never.shop, membershipRequest(never.levels, never.levels.individual));
    expect((await payWithAutoRenew(at.buyer, at.cart)).status).toBe(422);
    const body = [{ gateway_id: "free", amount: "0", auto_renew: true }];
    expect((await at.buyer.post(`/my/cart/${at.cart.id}/pay`, body)).status).toBe(422);
    expect((await payWithAutoRenew(at.buyer, at.cart, { auto_renew: false })).status).toBe(200);
  });
  test("joining with auto-renew with a debit that clears later is refused before anything is charged", async () => {
    const { buyer, cart } = await holdMembership(server, at.shop, membershipRequest(at.levels, at.levels.individual));
    const response = await payWithAutoRenew(buyer, cart, { number: "4000000000000077" });
    expect(response.body._data[0]).toMatchObject({
      _code: "card_declined",
      _extra: { decline_code: "method_not_kept" },
    });
  });
});

describe("a term that is about to end", () => {
  test("a term that is about to end is announced three weeks before and charged a week before, once, for the same people", async () => {
    const where = await createRenewalShop(server);
    const { membership_id, user, order_id } = await joinAsMember(server, where, { level: "family", people: couple });
    await runRenewalJob(server);
    await makeTermDue(server, membership_id, 25);
    expect(await readRenewal(server, membership_id)).toMatchObject({ announced_at: null, attempts: 0 });

    await makeTermDue(server, membership_id, 20);
    const announcements = (await readEmails(server, where.shop)).filter(({ kind }) => kind.startsWith("auto_renew"));
    expect(announcements).toMatchObject([{ kind: "auto_renew_announced", to_address: user?.email }]);
    for (const words of ["$125.00", "Visa …4242", "Cancel auto-renew", `/manage/${order_id}/cancel-auto-renew?token=`])
      expect(announcements[0]?.text).toContain(words);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([12_500]);

    await makeTermDue(server, membership_id, 5);
    await Promise.all([runRenewalJob(server), runRenewalJob(server)]);
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([12_500, 12_500]);
    const [first, second, ...more] = await readTermChain(server, membership_id);
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      valid_from: first?.valid_to,
      member_number: first?.member_number,
      identity_id: user?.identity_id,
      holder_name: "Ada Lovelace",
    });
    const party = await server.db
      .selectFrom("membership")
      .select(["holder_name", "holder_email", "party_role"])
      .where("ticket_order_id", "=", second?.ticket_order_id ?? "")
      .orderBy("party_role")
      .execute();
    expect(party.map(({ holder_name }) => holder_name)).toEqual(["Byron King", "Ada Lovelace", "William King"]);
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "renewed", renewed_by_id: second?.id });
    const next = await readRenewal(server, second?.id ?? "");
    expect(next).toMatchObject({ state: "scheduled", identity_id: user?.identity_id, attempts: 0, announced_at: null });
    expect(next?.saved_payment_method_id).not.toBeNull();
    // The next term is not due for a long time.
    expect(
      Temporal.Instant.compare(
        Temporal.Instant.from(next?.next_at ?? ""),
        Temporal.Instant.from(second?.valid_from ?? ""),
      ),
    ).toBe(1);

    const receipt = (await readEmails(server, where.shop)).findLast(({ kind }) => kind === "order_confirmation");
    expect(receipt).toMatchObject({
      to_address: user?.email,
      subject: "Your Harbor Museum membership has been renewed",
    });
    expect(receipt?.text).toContain(`/manage/${second?.ticket_order_id}/cancel-auto-renew?token=`);
    const own = await server.get(where.shop.slug, "/api/my/ticket_order", { headers: { cookie: user?.cookie ?? "" } });
    expect(own.body.ticket_order._data).toHaveLength(2);
  });

  test("a term that is about to end is renewed without the answers that a manual renewal asks for", async () => {
    const spec = { properties: { why: { title: "Why", type: "string", context: "renew" } }, required: ["why"] };
    const where = await createRenewalShop(server, {}, { individual: { additional_info_spec: JSON.stringify(spec) } });
    const { membership_id, user } = await joinAsMember(server, where);
    await makeTermDue(server, membership_id, 20);
    const byHand = membershipRequest(where.levels, where.levels.individual, {
      action: "renew",
      renews_id: membership_id,
    });
    await expect(holdMembership(server, where.shop, byHand, user?.cookie)).rejects.toThrow(
      "additional_info_validation_failed",
    );
    await makeTermDue(server, membership_id, 5);
    expect(await readTermChain(server, membership_id)).toHaveLength(2);
  });

  test("a term that is about to end without an announcement in time waits for its notice period, even past its end", async () => {
    const where = await createRenewalShop(server);
    const { membership_id } = await joinAsMember(server, where);
    await makeTermDue(server, membership_id, 3);
    await server.db
      .updateTable("auto_renewal")
      .set({ announced_at: new Date().toISOString() })
      .where("membership_id", "=", membership_id)
      .execute();
    await runRenewalJob(server);
    const renewal = await readRenewal(server, membership_id);
    expect(
      Math.round(
        Temporal.Now.instant()
          .until(Temporal.Instant.from(renewal?.next_at ?? ""))
          .total("hours") / 24,
      ),
    ).toBe(14);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
  });

  test("a term that is about to end is announced again at a higher price, and charged a lower price without", async () => {
    const where = await createRenewalShop(server);
    const { membership_id } = await joinAsMember(server, where);
    await makeTermDue(server, membership_id);
    const [type] = where.levels.individual.types;
    const price = async (currency_amount: number) => {
      await server.db
        .updateTable("ticket_type")
        .set({ currency_amount })
        .where("id", "=", type?.id ?? "")
        .execute();
      await recordPrices(server, where.shop);
    };
    await price(9000);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    expect(await kinds(where)).toEqual(["auto_renew_announced", "auto_renew_announced"]);
    expect((await readEmails(server, where.shop)).at(-1)?.text).toContain("it was $80.00");
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    await price(7000);
    await server.db
      .updateTable("auto_renewal")
      .set({ announced_at: "2026-01-01T00:00:00Z" })
      .where("membership_id", "=", membership_id)
      .execute();
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000, 7000]);
  });
});

test("the same amount in another currency is announced again", async () => {
  const where = await createRenewalShop(server);
  const { membership_id } = await joinAsMember(server, where);
  await makeTermDue(server, membership_id);
  await server.db.updateTable("seller").set({ currency: "EUR" }).where("id", "=", where.shop.seller_id).execute();
  await runRenewalJob(server);
  expect(await readRenewal(server, membership_id)).toMatchObject({ announced_amount: 8000, announced_currency: "EUR" });
  expect(await kinds(where)).toEqual(["auto_renew_announced", "auto_renew_announced"]);
  await server.db.updateTable("seller").set({ currency: "USD" }).where("id", "=", where.shop.seller_id).execute();
});

describe("a card that is declined", () => {
  test("a card that is declined is retried by the schedule into the grace period and then stopped; the paid term is unaffected", async () => {
    const where = await createRenewalShop(server);
    const { membership_id, buyer } = await joinAsMember(server, where, { number: "4000000000000341" });
    const before = await readTermChain(server, membership_id);
    const trouble = async () => (await buyer.get("/my/membership")).body.membership._data[0].auto_renew_trouble;
    await makeTermDue(server, membership_id, 6);
    expect(await trouble()).toBeNull();
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject({
      state: "scheduled",
      attempts: 1,
      last_error: "card_declined",
    });
    expect(await trouble()).toBe("retrying");
    for (const [attempts, days] of [
      [2, 1],
      [3, 3],
      [4, 5],
    ] as const) {
      await runRenewalJob(server);
      expect((await readRenewal(server, membership_id))?.attempts).toBe(attempts - 1);
      await shiftLastTry(server, membership_id, days);
      await runRenewalJob(server);
      expect(await readRenewal(server, membership_id)).toMatchObject({ state: "scheduled", attempts });
    }
    await shiftLastTry(server, membership_id, 5);
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject({
      state: "failed",
      attempts: 5,
      last_error: "declined",
    });
    expect(await trouble()).toBe("stopped");
    expect(await kinds(where)).toEqual(["auto_renew_announced", "auto_renew_failed", "auto_renew_stopped"]);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    const [after] = await readTermChain(server, membership_id);
    expect(after).toMatchObject({ state: "active", member_number: before[0]?.member_number });
    await runPaymentJobs(server);
    // The saved method is no longer linked.
    expect((await buyer.get("/my/identity/saved_payment_method")).body.saved_payment_method._data).toEqual([]);
    expect((await buyer.get("/my/membership")).body.membership._data[0].auto_renew_state).toBe("none");
  });
  test("a card that is declined that needs confirmation is not retried: the payer is asked to renew manually", async () => {
    const where = await createRenewalShop(server);
    const { membership_id, buyer } = await joinAsMember(server, where, { number: "4000000000003220" });
    await makeTermDue(server, membership_id);
    await runRenewalJob(server);
    expect((await buyer.get("/my/membership")).body.membership._data[0].auto_renew_trouble).toBe("stopped");
    expect(await readRenewal(server, membership_id)).toMatchObject({
      state: "scheduled",
      attempts: 1,
      next_step: "ask",
    });
    await shiftLastTry(server, membership_id, 3);
    await runRenewalJob(server);
    expect((await readRenewal(server, membership_id))?.attempts).toBe(1);
    const email = (await readEmails(server, where.shop)).findLast(({ kind }) => kind === "auto_renew_asked");
    expect(email?.text).toContain(`/${where.shop.slug}/membership/renew`);
  });
  test("a card that is declined that will have expired is not charged, and the announcement says so", async () => {
    const where = await createRenewalShop(server);
    // Two months, since the last one may not be over yet where the seller is.
    const month = Temporal.Now.plainDateISO().subtract({ months: 2 });
    const { membership_id } = await joinAsMember(server, where, {
      expiry: `${String(month.month).padStart(2, "0")}/${String(month.year).slice(2)}`,
    });
    await makeTermDue(server, membership_id);
    const email = (await readEmails(server, where.shop)).at(-1);
    expect(email?.subject).toContain("your card is expiring");
    expect(email?.text).toContain("expires before then");
    // The card is not charged that day, and the payer has to act.
    for (const words of ["need to do anything", "we will charge", "Charged on", "Amount"])
      expect(email?.text).not.toContain(words);
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "failed", last_error: "card_expired" });
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
  });
});

describe("nothing is charged", () => {
  test.each<
    [string, (where: RenewalShop, membership_id: string, order_id: string) => Promise<unknown>, object, string[]]
  >([
    [
      "for a level that is no longer sold",
      ({ levels }) =>
        server.db.updateTable("ticket_group").set({ retired: true }).where("id", "=", levels.individual.id).execute(),
      { state: "failed", last_error: "level_gone" },
      ["auto_renew_stopped"],
    ],
    [
      "of a retired programme",
      ({ levels }) =>
        server.db
          .updateTable("membership_program")
          .set({ retired: true })
          .where("id", "=", levels.program_id)
          .execute(),
      { state: "failed", last_error: "level_gone" },
      ["auto_renew_stopped"],
    ],
    [
      "for a seller who no longer offers it",
      ({ shop }) =>
        server.db
          .updateTable("seller")
          .set({ configuration: JSON.stringify({ renewal: { allowed_period: 30 } }) })
          .where("id", "=", shop.seller_id)
          .execute(),
      { state: "failed", last_error: "not_offered" },
      ["auto_renew_stopped"],
    ],
    [
      "while a payment is disputed",
      async (_, __, order_id) => {
        const payment = await server.db
          .selectFrom("payment")
          .selectAll()
          .where("ticket_order_id", "=", order_id)
          .executeTakeFirstOrThrow();
        await server.db
          .insertInto("payment_audit")
          .values({
            seller_id: payment.seller_id,
            id: crypto.randomUUID(),
            payment_id: payment.id,
            audit_action: "dispute_opened",
            amount: payment.amount,
            currency: "USD",
            provider_ref: "dp_1",
            occurred_on: "2026-01-01T00:00:00Z",
          })
          .execute();
      },
      { state: "failed", last_error: "disputed" },
      ["auto_renew_stopped"],
    ],
  ])("nothing is charged %s", async (_, change, ends, emailKinds) => {
    const where = await createRenewalShop(server);
    const { membership_id, order_id } = await joinAsMember(server, where);
    await makeTermDue(server, membership_id);
    await change(where, membership_id, order_id);
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject(ends);
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
    expect((await kinds(where)).slice(1)).toEqual(emailKinds);
  });

  test("when the server starts again months later", async () => {
    const where = await createRenewalShop(server);
    const { membership_id } = await joinAsMember(server, where);
    await makeTermDue(server, membership_id);
    await setPartyTermEnd(server, membership_id, -90);
    await server.db
      .updateTable("auto_renewal")
      .set({ announced_at: daysFromNow(-111) })
      .where("membership_id", "=", membership_id)
      .execute();
    await runRenewalJob(server);
    expect(await readRenewal(server, membership_id)).toMatchObject({ state: "failed", last_error: "too_late" });
    expect(await capturedAmounts(server, where.shop)).toEqual([8000]);
  });
});
