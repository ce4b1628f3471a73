import { beforeEach, describe, expect, test } from "vitest";
import { auditOf, forgetProof, signedIn } from "../../../test/office/testStaff.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";
import { DeskClerk } from "../../../test/office/deskShop.ts";
import { payTwoTickets } from "../../../test/office/paidByCard.ts";
import { setUpStripeTestApp } from "../../../test/payments/setUpStripeTestApp.ts";
import { StripeTestBuyer, webhookSecret, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import type { TestResponse } from "../../../test/app/testApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { paymentKeysOf, readStoredKeys, saveStoredKeys } from "../../providers/storedKeys.sql.ts";
import { createSealer } from "../../providers/sealer.ts";
import { recordRevision } from "../../catalogue/revisions/recordRevision.ts";

let app: StripeTestApp;
setUpStripeTestApp((opened) => void (app = opened));

const keys = {
  publishable_key: "pk_test_neverToBeSeenAAAA",
  secret_key: "sk_test_neverToBeSeenBBBB",
  webhook_secret: "whsec_neverToBeSeenCCCC",
};
let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  shop = await app.createShop({ keys: false });
  owner = await signedIn(app.server, shop, ["owner"]);
  app.double.withheld.clear();
  app.double.takesLiveKeys = true;
  app.double.state.delaysRefunds = false;
});

const read = async (browser = owner) => (await browser.get("/payment_keys")).body.gateways[0];
const save = async (given: object, version?: string) =>
  owner.post("/payment_keys/stripe", { version: version ?? (await read()).version, keys: given });
const refusal = ({ status, body }: TestResponse) => {
  const { _code, _description, _extra } = body._data[0];
  return { status, code: _code, fields: _extra?.fields, reason: _description };
};
const stored = (of: TestShop = shop) =>
  readStoredKeys(
    app.server.connections.forSeller(of.seller_id),
    createSealer({ DATA_DIR: "/nonexistent", SECRETS_KEY: app.secretsKey }),
    paymentKeysOf(of.seller_id, "stripe"),
  );

test("keys are checked, stored encrypted as by the command line, and shown by their last characters", async () => {
  expect(await read()).toMatchObject({ stored: null, version: "none", is_used: true });
  const callsBefore = app.double.calls.length;
  expect((await save(keys)).status).toBe(200);
  expect(await stored()).toEqual(keys);
  expect(app.double.calls.slice(callsBefore)).toEqual([
    "post /v1/payment_intents",
    "post /v1/payment_intents/{intent}/cancel",
    "get /v1/refunds",
    "get /v1/disputes",
    "get /v1/payouts",
    "get /v1/balance_transactions",
  ]);
  const state = await read();
  expect(state.stored).toMatchObject({
    is_live: false,
    keys: [
      { name: "publishable_key", ending: "AAAA" },
      { name: "secret_key", ending: "BBBB" },
      { name: "webhook_secret", ending: "CCCC" },
      { name: "payment_method_configuration", ending: null },
    ],
  });
  expect(Temporal.Instant.from(state.stored.since).until(Temporal.Now.instant()).total("minutes")).toBeLessThan(5);
  expect(await auditOf(app.server.db, shop.seller_id)).toContainEqual(
    expect.objectContaining({
      action: "keys.saved",
      entity_kind: "payment_keys",
      entity_id: "stripe",
      after: {
        mode: "test",
        keys: "stored",
        publishable_key: "changed, ends in AAAA",
        secret_key: "changed, ends in BBBB",
        webhook_secret: "changed, ends in CCCC",
      },
    }),
  );
});

test("no reply, audit entry, stored answer or logged line has a key in it", async () => {
  const replies = [await save(keys), await owner.get("/payment_keys")];
  replies.push(await save({ ...keys, secret_key: "sk_test_revokedNeverSeen" }));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 422]);
  const entries = await auditOf(app.server.db, shop.seller_id);
  const answers = await app.server.db
    .selectFrom("idempotency_key")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(answers.length).toBeGreaterThan(1);
  const everything = JSON.stringify([
    replies.map(({ body, headers }) => [body, headers]),
    entries,
    answers,
    app.logged,
  ]);
  expect(everything).not.toMatch(/neverToBeSeen|revokedNeverSeen/i);
});

describe("keys that do not work are refused with the reason, and the stored ones stay", () => {
  test.each([
    ["an unknown secret key", { secret_key: "sk_test_revoked1" }, "secret_key", "does not know this key"],
    [
      "an unknown publishable key",
      { publishable_key: "pk_test_revoked1" },
      "publishable_key",
      "does not know this key",
    ],
    [
      "a publishable key of another account",
      { publishable_key: "pk_test_foreign1" },
      "publishable_key",
      "different accounts",
    ],
    [
      "test mixed with live",
      { publishable_key: "pk_live_12345678" },
      "publishable_key",
      "one is live and the other for tests",
    ],
    ["a key of another kind", { secret_key: "pk_test_12345678" }, "secret_key", "must begin with sk_test_"],
    ["an unknown field", { api_key: "x" }, "publishable_key", "no key of that name"],
    [
      "a payment method configuration that the account does not have",
      { payment_method_configuration: "pmc_unknown1" },
      "payment_method_configuration",
      "no such configuration",
    ],
  ])("%s", async (_, wrong, field, reason) => {
    await save(keys);
    const refused = refusal(await save({ ...keys, ...wrong }));
    expect(refused).toMatchObject({ status: 422, code: "validation_failed", fields: [field] });
    expect(refused.reason).toContain(reason);
    for (const value of Object.values(wrong)) expect(value.length > 5 && refused.reason.includes(value)).toBe(false);
    expect(await stored()).toEqual(keys);
  });

  test.each([
    ["post /v1/payment_intents", "make payments"],
    ["get /v1/refunds", "read refunds"],
    ["get /v1/payouts", "read payouts"],
  ])("a restricted key that may not %s", async (call, right) => {
    app.double.withheld.add(call);
    const refused = refusal(await save({ ...keys, secret_key: "rk_test_restricted1" }));
    expect(refused).toMatchObject({ status: 422, fields: ["secret_key"] });
    expect(refused.reason).toContain(right);
    expect(await stored()).toBeUndefined();
  });

  test("a secret key of another account than the payments were made with", async () => {
    await save(keys);
    const buyer = new StripeTestBuyer(app.server, shop);
    await buyer.payCard(await buyer.hold(), "visa");
    expect(refusal(await save({ ...keys, secret_key: "sk_test_otherAccount" }))).toMatchObject({
      status: 422,
      fields: ["secret_key"],
      reason: expect.stringContaining("another account"),
    });
    expect(await stored()).toEqual(keys);
  });

  test("nothing is stored if the provider does not respond: 503", async () => {
    app.double.failNext("create", "fails");
    expect(refusal(await save(keys))).toMatchObject({ status: 503, code: "unavailable" });
    expect(await stored()).toBeUndefined();
  });
});

test("keys that somebody has changed meanwhile are not overwritten", async () => {
  await save(keys);
  const refused = await save(keys, "none");
  expect(refusal(refused)).toMatchObject({ status: 409, code: "stale_version" });
  expect(refused.body._data[0]._extra).toMatchObject({
    changed_by: owner.person.name,
    changed_at: expect.any(String),
    change: "keys.saved",
    changed_fields: expect.arrayContaining(["keys", "mode"]),
  });
  const { version } = await read();
  // Which of the two comes first, and by how much, is random.
  for (let round = 0; round < 6; round++) {
    const shown = (await read()).version;
    const both = await Promise.all([save(keys, shown), save(keys, shown)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
  expect(refusal(await owner.post("/payment_keys/stripe/forget", { version }))).toMatchObject({ status: 409 });
});

test("keys are kept while payments are under way with them", async () => {
  await save(keys);
  const { version } = await read();
  const buyer = new StripeTestBuyer(app.server, shop);
  await buyer.payCard(await buyer.hold(), "threeDSecure2Required");
  expect((await read()).under_way).toEqual({ payments: 1, refunds: 0, renewals: 0 });
  expect(refusal(await owner.post("/payment_keys/stripe/forget", { version }))).toMatchObject({
    status: 409,
    code: "payment_in_progress",
    reason: expect.stringContaining("One payment is under way"),
  });
  const live = { ...keys, publishable_key: "pk_live_12345678", secret_key: "sk_live_12345678" };
  expect(refusal(await save(live))).toMatchObject({ status: 409, code: "payment_in_progress" });
  expect(await stored()).toEqual(keys);
  // New keys of the same account can query it as well.
  expect((await save({ ...keys, webhook_secret: "whsec_another12345" })).status).toBe(200);
  await app.server.db.updateTable("payment").set({ state: "failed" }).where("seller_id", "=", shop.seller_id).execute();
  expect((await owner.post("/payment_keys/stripe/forget", { version: (await read()).version })).status).toBe(200);
  expect(await stored()).toBeUndefined();
});

test("keys are kept while refunds are under way with them, for as long as providers take", async () => {
  await save(keys);
  const payment_id = await payTwoTickets(app, shop);
  app.double.state.delaysRefunds = true;
  const { order_number } = (await owner.get(`/money/payments/${payment_id}`)).body;
  const clerk = new DeskClerk(owner, order_number);
  await clerk.look();
  expect((await clerk.refund("10.00")).body.refunds).toMatchObject([{ amount: "10.00" }]);
  const { version, under_way } = await read();
  expect(under_way).toEqual({ payments: 0, refunds: 1, renewals: 0 });
  const forget = () => owner.post("/payment_keys/stripe/forget", { version });
  expect(refusal(await forget())).toMatchObject({
    status: 409,
    code: "payment_in_progress",
    reason: "One refund is under way with the stored keys. Try again once it is decided.",
  });
  const live = { ...keys, publishable_key: "pk_live_12345678", secret_key: "sk_live_12345678" };
  expect(refusal(await save(live))).toMatchObject({ status: 409, code: "payment_in_progress" });
  expect(await stored()).toEqual(keys);
  const setAge = (days: number) =>
    app.server.db
      .updateTable("refund")
      .set({
        created_at: Temporal.Now.instant()
          .subtract({ hours: days * 24 })
          .toString(),
      })
      .where("seller_id", "=", shop.seller_id)
      .execute();
  // A refund that has been pending for so long does not prevent a change of account.
  await setAge(31);
  expect((await forget()).status).toBe(200);
  expect(await stored()).toBeUndefined();
  // A refund cannot be older than its order.
  await setAge(0);
});

test("the screen shows whether a webhook was received, and its address", async () => {
  const { webhook } = await read();
  expect(webhook).toMatchObject({
    address: `http://localhost/_hooks/stripe/${shop.slug}`,
    heard_at: null,
    was_heard_lately: false,
  });
  expect(webhook.events).toContain("charge.dispute.created");
  await save({ ...keys, webhook_secret: webhookSecret });
  const buyer = new StripeTestBuyer(app.server, shop);
  await buyer.payCard(await buyer.hold(), "visa");
  const [ref = ""] = [...app.double.state.intents.keys()].slice(-1);
  const intent = app.double.state.intentObject(ref);
  const { payload, header } = app.double.webhook("payment_intent.succeeded", intent, webhookSecret);
  await app.server.app.inject({
    method: "POST",
    url: `/_hooks/stripe/${shop.slug}`,
    headers: { "stripe-signature": header, "content-type": "application/json" },
    payload,
  });
  expect((await read()).webhook.was_heard_lately).toBe(true);
  await app.server.runAsOwner(
    `set app.seller = '*'; update payment_event set created_at = app_now() - interval '25 hours' where seller_id = '${shop.seller_id}'`,
  );
  expect((await read()).webhook).toMatchObject({ was_heard_lately: false, heard_at: expect.any(String) });
});

test("only for the owner, with a fresh second factor, at this seller", async () => {
  await save(keys);
  const other = await app.createShop({ keys: false });
  const stranger = await signedIn(app.server, other, ["owner"]);
  expect((await read(stranger)).stored).toBeNull();
  const { version } = await read();
  expect((await stranger.post("/payment_keys/stripe/forget", { version })).status).toBe(409);
  expect(await stored()).toEqual(keys);
  const proved = await signedIn(app.server, shop, ["owner"]);
  await forgetProof(app.server.db, proved.person.id);
  expect((await proved.get("/payment_keys")).status).toBe(200);
  expect(refusal(await proved.post("/payment_keys/stripe", { version, keys }))).toMatchObject({
    code: "step_up_required",
  });
});

test("with another installation key, it says so and shows nothing", async () => {
  const foreign = createSealer({ DATA_DIR: "/nonexistent", SECRETS_KEY: "ab".repeat(32) });
  await saveStoredKeys(
    app.server.connections.forSeller(shop.seller_id),
    foreign,
    paymentKeysOf(shop.seller_id, "stripe"),
    keys,
  );
  const refused = refusal(await owner.get("/payment_keys"));
  expect(refused).toMatchObject({ status: 503, code: "unavailable" });
  expect(refused.reason).toContain("SECRETS_KEY");
});

describe("changing to live keys", () => {
  const live = { ...keys, publishable_key: "pk_live_12345678", secret_key: "sk_live_12345678" };
  const goLive = async (confirm?: string) =>
    owner.post("/payment_keys/stripe", { version: (await read()).version, keys: live, confirm });
  const setTerms = async () => {
    const web = JSON.stringify({ terms: { html: "<p>No refunds.</p>", version: "1" } });
    await app.server.db.updateTable("seller").set({ web }).where("id", "=", shop.seller_id).execute();
    letCachesExpire();
  };
  const publish = (more: object) =>
    recordRevision(
      app.server.connections.forSeller(shop.seller_id),
      shop.seller_id,
      { seller: { slug: shop.slug, name: "Quay", currency: "USD", timezone: "America/New_York" }, ...more },
      { source: "command_line", staff_id: null, note: "" },
    );
  const modeSeen = async () => (await owner.get("/payment_mode")).body.mode;

  test("needs terms that buyers accept", async () => {
    await save(keys);
    const refused = await goLive("live");
    expect(refusal(refused)).toMatchObject({ status: 409, code: "not_ready_for_live" });
    expect(refused.body._data[0]._extra).toMatchObject({ terms: false, errors: [] });
    expect(await stored()).toEqual(keys);
    await setTerms();
    expect((await goLive("live")).status).toBe(200);
    expect(await stored()).toEqual(live);
  });

  test("needs a catalogue without errors", async () => {
    await setTerms();
    await publish({ events: [{ key: "visit", name: "Visit", venue: "nowhere" }] });
    const refused = await goLive("live");
    expect(refusal(refused)).toMatchObject({ status: 409, code: "not_ready_for_live" });
    expect(refused.body._data[0]._extra).toMatchObject({
      terms: true,
      errors: [expect.objectContaining({ chapter: "event/visit" })],
    });
    expect(await stored()).toBeUndefined();
  });

  test("needs its word to be typed, from test keys and from none; later live keys do not", async () => {
    await setTerms();
    for (const word of [undefined, "", "test"])
      expect(refusal(await goLive(word))).toMatchObject({
        status: 422,
        code: "validation_failed",
        fields: ["confirm"],
      });
    await save(keys);
    expect(refusal(await goLive())).toMatchObject({ status: 422, fields: ["confirm"] });
    expect(await stored()).toEqual(keys);
    expect((await goLive("Live ")).status).toBe(200);
    expect((await goLive()).status).toBe(200);
  });

  test("changes the mode on every screen, for readers who can see money", async () => {
    await setTerms();
    expect(await modeSeen()).toBe("none");
    await save(keys);
    expect(await modeSeen()).toBe("test");
    expect((await goLive("live")).status).toBe(200);
    expect(await modeSeen()).toBe("live");
    const foreign = createSealer({ DATA_DIR: "/nonexistent", SECRETS_KEY: "ab".repeat(32) });
    const of = paymentKeysOf(shop.seller_id, "stripe");
    await saveStoredKeys(app.server.connections.forSeller(shop.seller_id), foreign, of, live);
    expect(await modeSeen()).toBe("unknown");
  });
});

test("a payment with test keys is marked on its order, even after the change to live keys", async () => {
  await save(keys);
  const payment_id = await payTwoTickets(app, shop);
  const seen = async () => {
    const { is_test, order_number } = (await owner.get(`/money/payments/${payment_id}`)).body;
    const { payments } = (await owner.get(`/orders/${order_number}`)).body;
    return [is_test, ...payments.map((one: { is_test: boolean }) => one.is_test)];
  };
  expect(await seen()).toEqual([true, true]);
  // As live keys would have stored it: the provider's double has no live mode.
  await app.server.runAsOwner(
    `set app.seller = '*'; update stripe_intent set is_live = true where seller_id = '${shop.seller_id}'`,
  );
  expect(await seen()).toEqual([false, false]);
});
