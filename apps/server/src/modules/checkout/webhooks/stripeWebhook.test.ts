import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp } from "../../../../test/app/testApp.ts";
import { StripeTestBuyer, webhookSecret, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";

let app: StripeTestApp;
let shop: TestShop;
let buyer: StripeTestBuyer;

setUpStripeTestApp((opened) => void (app = opened));
beforeEach(async () => {
  shop = await app.createShop();
  buyer = new StripeTestBuyer(app.server, shop);
});
afterEach(() => {
  expect(app.logged.splice(0)).toEqual([]);
});

type Webhook = { payload: string; header: string };
const send = async ({ payload, header }: { payload: string; header: string | undefined }, slug = shop.slug) =>
  (
    await app.server.app.inject({
      method: "POST",
      url: `/_hooks/stripe/${slug}`,
      payload,
      headers: { "content-type": "application/json; charset=utf-8", ...(header && { "stripe-signature": header }) },
    })
  ).statusCode;
const webhookOf = (
  type: string,
  object: object,
  more: Parameters<StripeTestApp["double"]["webhook"]>[3] = {},
): Webhook => app.double.webhook(type, object, webhookSecret, more);
const intentWebhook = (type: string, ref: string): Webhook => webhookOf(type, app.double.state.intentObject(ref));

const events = () =>
  app.server.db
    .selectFrom("payment_event")
    .select(["type", "outcome"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at")
    .execute();
const audits = () =>
  app.server.db
    .selectFrom("payment_audit")
    .select(["audit_action", "amount", "currency", "provider_ref"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("audit_action")
    .orderBy("provider_ref")
    .execute();
const orders = () =>
  app.server.db.selectFrom("ticket_order").selectAll().where("seller_id", "=", shop.seller_id).execute();
const states = async () =>
  (await app.server.db.selectFrom("payment").select("state").where("seller_id", "=", shop.seller_id).execute()).map(
    ({ state }) => state,
  );
const refs = () =>
  [...app.double.state.intents.values()]
    .filter(({ metadata }) => metadata.seller_id === shop.seller_id)
    .map(({ id }) => id);
const bought = async (): Promise<string> => {
  const cart = await buyer.hold();
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  return refs()[0] ?? "";
};
const underWay = async (): Promise<string> => {
  const cart = await buyer.hold();
  await buyer.savePurchaser(cart);
  await buyer.payCard(cart, "pm_usBankAccount");
  await buyer.checkOut(cart, {});
  return refs()[0] ?? "";
};

describe("a webhook about a processing payment", () => {
  test("a webhook about a processing payment that has arrived makes the order once, delivered a hundred times at once", async () => {
    const ref = await underWay();
    app.double.state.settleDebit(ref, true);
    const hook = intentWebhook("payment_intent.succeeded", ref);
    const looks = app.double.callCount("retrieve");
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(hook)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await orders()).toHaveLength(1);
    expect(await audits()).toMatchObject([{ audit_action: "capture", amount: 4000, provider_ref: ref }]);
    expect(await events()).toEqual([{ type: "payment_intent.succeeded", outcome: "settled" }]);
    expect(app.double.callCount("retrieve") - looks).toBe(1);
  });

  test("a webhook about a processing payment that failed books nothing", async () => {
    const ref = await underWay();
    app.double.state.settleDebit(ref, false);
    expect(await send(intentWebhook("payment_intent.payment_failed", ref))).toBe(200);
    expect(await states()).toEqual(["failed"]);
    expect(await orders()).toEqual([]);
  });

  test("a webhook about a processing payment is not trusted when Stripe says otherwise", async () => {
    const ref = await underWay();
    const intent = { ...app.double.state.intentObject(ref), status: "succeeded", amount_received: 4000 };
    expect(await send(webhookOf("payment_intent.succeeded", intent))).toBe(200);
    expect(await states()).toEqual(["processing"]);
    expect(await orders()).toEqual([]);
  });

  test("a webhook about a processing payment is stored and processed later when Stripe is unreachable", async () => {
    const ref = await underWay();
    app.double.state.settleDebit(ref, true);
    app.double.failNext("retrieve", "busy");
    expect(await send(intentWebhook("payment_intent.succeeded", ref))).toBe(200);
    expect(await events()).toMatchObject([{ outcome: null }]);
    // The event stays claimed for a minute.
    expect(await app.processWebhooks()).toBe(0);
    await sql`update payment_event set claimed_until = app_now() - interval '1 second' where seller_id = ${shop.seller_id}`.execute(
      app.server.db,
    );
    expect(await app.processWebhooks()).toBe(1);
    expect(await events()).toMatchObject([{ outcome: "settled" }]);
    expect(await orders()).toHaveLength(1);
  });
});

describe("a webhook during a request", () => {
  test("a webhook during a request does not disturb it by arriving first", async () => {
    const cart = await buyer.hold();
    await buyer.payCard(cart, "visa");
    const [ref = ""] = refs();
    expect(await send(intentWebhook("payment_intent.amount_capturable_updated", ref))).toBe(200);
    expect(await states()).toEqual(["authorized"]);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await send(intentWebhook("payment_intent.succeeded", ref))).toBe(200);
    expect(await audits()).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  });

  test("voids the authorization of an abandoned attempt", async () => {
    const cart = await buyer.hold();
    await buyer.payCard(cart, "visa");
    const [ref = ""] = refs();
    await app.server.db.updateTable("payment").set({ state: "failed" }).where("provider_ref", "=", ref).execute();
    expect(await send(intentWebhook("payment_intent.amount_capturable_updated", ref))).toBe(200);
    expect(app.double.state.intents.get(ref)?.status).toBe("canceled");
  });
});

describe("a webhook about a refund or dispute", () => {
  test.each([
    ["tells the buyer once that a debit was taken back", true, 1],
    ["does not tell the payer of a card what they disputed", false, 0],
  ])("%s", async (_, isDebit, count) => {
    shop = await app.createShop();
    buyer = new StripeTestBuyer(app.server, shop);
    const ref = await bought();
    if (isDebit)
      await sql`insert into transition (seller_id, entity, entity_id, from_state, to_state)
        select seller_id, 'payment', id, 'created', 'processing' from payment where seller_id = ${shop.seller_id}::uuid returning seller_id`.execute(
        app.server.db,
      );
    const dispute = app.double.state.openDispute(ref, 1500);
    for (const kind of ["charge.dispute.created", "charge.dispute.funds_withdrawn"])
      expect(await send(webhookOf(kind, app.double.state.disputeObject(dispute), { created: 1_795_000_100 }))).toBe(
        200,
      );
    const emails = await app.server.db
      .selectFrom("outbox")
      .select("message")
      .where("seller_id", "=", shop.seller_id)
      .where("kind", "=", "payment_returned")
      .execute();
    expect(emails).toHaveLength(count);
    if (isDebit) expect(JSON.stringify(emails)).toContain("Your bank has reversed your payment of $40.00");
  });

  test.each([
    ["is shown with the order of a debit until the dispute is won", "won", ["40.00", "40.00", undefined]],
    ["stays shown with the order of a debit when the dispute is lost", "lost", ["40.00", "40.00", "40.00"]],
  ] as const)("%s", async (_, outcome, [opened, before, after]) => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    await buyer.payCard(cart, "pm_usBankAccount");
    const [ref = ""] = refs();
    app.double.state.settleDebit(ref, true);
    expect(await send(intentWebhook("payment_intent.succeeded", ref))).toBe(200);
    const [order] = await orders();
    const takenBack = async () => (await buyer.get(`/ticket_order/${order?.id}`)).body.taken_back[order?.id ?? ""];
    expect(await takenBack()).toBeUndefined();
    const dispute = app.double.state.openDispute(ref, 0);
    const tell = (kind: string) =>
      send(webhookOf(kind, app.double.state.disputeObject(dispute), { created: 1_795_000_100 }));
    await tell("charge.dispute.created");
    expect(await takenBack()).toBe(opened);
    await tell("charge.dispute.funds_withdrawn");
    expect(await takenBack()).toBe(before);
    app.double.state.closeDispute(dispute, outcome);
    await tell("charge.dispute.closed");
    expect(await takenBack()).toBe(after);
  });

  test("a webhook about a refund or dispute is not shown with the order of a card, which its payer disputes", async () => {
    const ref = await bought();
    const [order] = await orders();
    const dispute = app.double.state.openDispute(ref);
    await send(webhookOf("charge.dispute.created", app.double.state.disputeObject(dispute)));
    expect((await buyer.get(`/ticket_order/${order?.id}`)).body.taken_back).toEqual({});
  });
  test("a webhook about a refund or dispute is recorded in the audit, in any order and however often", async () => {
    const kinds = [
      "refund.created",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ];
    const orderings = kinds.flatMap((_, turn) => {
      const turned = [...kinds.slice(turn), ...kinds.slice(0, turn)];
      return [turned, turned.toReversed()];
    });
    for (const ordering of orderings) {
      shop = await app.createShop();
      buyer = new StripeTestBuyer(app.server, shop);
      const ref = await bought();
      const refund = app.double.state.refundInDashboard(ref, 1500);
      const dispute = app.double.state.openDispute(ref, 1500);
      app.double.state.closeDispute(dispute, "lost");
      for (const kind of [...ordering, ...ordering]) {
        const object = kind.startsWith("refund")
          ? app.double.state.refundObject(refund)
          : app.double.state.disputeObject(dispute);
        const created = kind.endsWith("closed") ? 1_795_000_000 : 1_795_000_100;
        expect(await send(webhookOf(kind, object, { created }))).toBe(200);
      }
      expect(await audits()).toEqual([
        { audit_action: "capture", amount: 4000, currency: "USD", provider_ref: ref },
        { audit_action: "dispute_closed", amount: 4000, currency: "USD", provider_ref: dispute },
        { audit_action: "dispute_fee", amount: 1500, currency: "USD", provider_ref: `txn_${dispute.slice(3)}` },
        { audit_action: "dispute_opened", amount: 4000, currency: "USD", provider_ref: dispute },
        { audit_action: "refund", amount: 1500, currency: "USD", provider_ref: refund },
      ]);
      const closed = await app.server.db
        .selectFrom("payment_audit")
        .select("occurred_on")
        .where("seller_id", "=", shop.seller_id)
        .where("audit_action", "=", "dispute_closed")
        .executeTakeFirstOrThrow();
      expect(Temporal.Instant.from(closed.occurred_on).epochMilliseconds).toBe(1_795_000_000_000);
    }
  });

  test("a webhook about a refund or dispute is not recorded while the refund is pending", async () => {
    const refund = app.double.state.refundInDashboard(await bought(), 1500);
    const kept = app.double.state.refunds.get(refund);
    if (kept) kept.status = "pending";
    await send(webhookOf("refund.created", app.double.state.refundObject(refund)));
    expect(await audits()).toHaveLength(1);
    if (kept) kept.status = "succeeded";
    await send(webhookOf("refund.updated", app.double.state.refundObject(refund)));
    expect(await audits()).toHaveLength(2);
  });
});

describe("an untrusted webhook", () => {
  const good = async () => intentWebhook("payment_intent.succeeded", await bought());
  const signedAgain = (hook: Webhook, part: (header: string) => string): Webhook => ({
    ...hook,
    header: part(hook.header),
  });
  const flip = (header: string) => header.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

  test.each<[string, (hook: Webhook) => { payload: string; header: string | undefined }]>([
    ["without a signature", ({ payload }) => ({ payload, header: undefined })],
    ["with an empty one", ({ payload }) => ({ payload, header: "" })],
    ["with something else", ({ payload }) => ({ payload, header: "Bearer abc" })],
    ["with one digit changed", (hook) => signedAgain(hook, flip)],
    ["with another scheme only", (hook) => signedAgain(hook, (header) => header.replace("v1=", "v0="))],
    [
      "with the time changed",
      (hook) => signedAgain(hook, (header) => header.replace(/t=(\d+)/, (_, t) => `t=${Number(t) + 1}`)),
    ],
    ["without a timestamp", (hook) => signedAgain(hook, (header) => header.replace(/t=\d+,/, ""))],
    [
      "with the body formatted anew",
      ({ payload, header }) => ({ payload: JSON.stringify(JSON.parse(payload)), header }),
    ],
    [
      "with one word changed",
      ({ payload, header }) => ({ payload: payload.replace("succeeded", "Succeeded"), header }),
    ],
    ["with a longer body", ({ payload, header }) => ({ payload: `${payload} `, header })],
    ["without a body", ({ header }) => ({ payload: "", header })],
  ])("%s is refused and not stored", async (_, spoil) => {
    const hook = await good();
    expect(await send(spoil(hook))).toBe(400);
    expect(await events()).toEqual([]);
    expect(await send(hook)).toBe(200);
  });

  const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
  test.each([
    ["older than five minutes", 301, 400],
    ["younger", 290, 200],
  ])("a webhook is trusted for five minutes: %s", async (_, age, status) => {
    const object = app.double.state.intentObject(await bought());
    expect(await send(webhookOf("payment_intent.succeeded", object, { timestamp: now() - age }))).toBe(status);
  });

  test("signed with another shop's secret or sent to another's address is refused", async () => {
    const other = await app.createShop({ webhook_secret: "whsec_ofAnotherShop" });
    const hook = await good();
    expect(await send(hook, other.slug)).toBe(400);
    const theirs = app.double.webhook(
      "payment_intent.succeeded",
      JSON.parse(hook.payload).data.object,
      "whsec_ofAnotherShop",
    );
    expect(await send(theirs)).toBe(400);
    expect(await send(hook, "nobody-is-here")).toBe(400);
    const without = await app.createShop({ keys: false });
    expect(await send(hook, without.slug)).toBe(400);
  });

  test("an untrusted webhook that is signed but no event is refused", async () => {
    for (const object of [{}, { id: 7 }, { id: "pi_1'; drop table payment" }])
      expect(await send({ ...app.double.webhook("payment_intent.succeeded", object, webhookSecret) })).toBe(400);
    expect(await events()).toEqual([]);
  });

  test("an untrusted webhook is accepted with either of two secrets during a rotation", async () => {
    shop = await app.createShop({ webhook_secret: `whsec_theNewOne1,${webhookSecret}` });
    buyer = new StripeTestBuyer(app.server, shop);
    expect(await send(await good())).toBe(200);
  });

  test.each([
    ["an unknown payment", "pi_ofNobody", "orphan"],
    ["a refund of another account", "re_ofNobody", "orphan"],
    ["a dispute of another account", "dp_ofNobody", "orphan"],
    ["an object that is no payment", "cus_somebody", "unknown"],
  ])("about %s is accepted and changes nothing", async (_, id, outcome) => {
    await bought();
    const before = [await states(), await audits()];
    expect(await send(webhookOf("whatever.happened", { id, object: "thing" }))).toBe(200);
    expect(await events()).toEqual([{ type: "whatever.happened", outcome }]);
    expect([await states(), await audits()]).toEqual(before);
  });

  test("about another seller's payment changes nothing here", async () => {
    const ref = await bought();
    const theirs = app.double.state.refundInDashboard(ref, 1500);
    const first = shop;
    shop = await app.createShop({ secret_key: "sk_test_ofSomeoneElse" });
    expect(await send(intentWebhook("payment_intent.succeeded", ref))).toBe(200);
    expect(await send(webhookOf("refund.created", app.double.state.refundObject(theirs)))).toBe(200);
    expect((await events()).map(({ outcome }) => outcome)).toEqual(["orphan", "orphan"]);
    shop = first;
    expect(await audits()).toHaveLength(1);
  });

  test("an untrusted webhook has no route on a server without keys", async () => {
    const plain = await openTestApp({}, app.server);
    const { statusCode } = await plain.app.inject({ method: "POST", url: `/_hooks/stripe/${shop.slug}`, payload: {} });
    expect(statusCode).toBe(404);
    await plain.close();
  });
});
