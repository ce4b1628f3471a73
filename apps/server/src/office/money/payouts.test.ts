import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testProviders } from "../../../test/app/testProviders.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import {
  openStripeTestApp,
  StripeTestBuyer,
  webhookSecret,
  type StripeTestApp,
} from "../../../test/payments/stripeApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { paymentKeysOf, saveStoredKeys } from "../../providers/storedKeys.sql.ts";
import { listUnpaidMoney } from "./readPayouts.ts";
import { readPayouts } from "../../modules/checkout/payouts/readPayouts.ts";

let app: StripeTestApp;
let shop: TestShop;
let account: string;
let finance: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  app = await openStripeTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  account = `sk_test_${crypto.randomUUID().replaceAll("-", "")}`;
  shop = await app.createShop({ secret_key: account });
  finance = await signedIn(app.server, shop, ["finance"]);
  app.double.state.payouts.pageSize = 100;
  app.double.clearFailures();
});
afterEach(() => expect(app.double.violations).toEqual([]));

type Bought = { readonly payment_id: string; readonly intent: string };
/** Buys tickets, each for 20.00. */
const buy = async (quantity = 1): Promise<Bought> => {
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(quantity);
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const payment = await app.server.db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return { payment_id: payment.id, intent: app.double.state.intentOfPayment(payment.id).id };
};
const read = async (everySeconds = 0): Promise<number> => readPayouts(await app.checkoutShop(shop), everySeconds);
const listed = async (query = "") => (await finance.get(`/payouts${query}`)).body;
const listedUnpaid = async (query = "") => (await finance.get(`/payouts/unpaid${query}`)).body;
const pageOf = async (ref: string, query = "") => (await finance.get(`/payouts/stripe/${ref}${query}`)).body;
const capture = (intent: string, amount = 2000, fee = 60) =>
  ({ category: "charge", amount, fee, about: intent }) as const;
const asOwner = (text: string) => app.server.runAsOwner(`set app.seller = '*'; ${text}`);

describe("a payout", () => {
  test("has each of its rows next to our own payment or refund, and the rows add up to it", async () => {
    const [one, other] = [await buy(), await buy()];
    const refund = app.double.state.refundInDashboard(one.intent, 500);
    const dispute = app.double.state.openDispute(other.intent);
    await app.reconcile();
    const payout = app.double.state.payouts.pay(account, [
      capture(one.intent),
      capture(other.intent, 1900),
      capture("pi_somewhereElse", 700, 20),
      { category: "refund", amount: -500, about: refund },
      { category: "dispute", amount: -2000, fee: 1500, about: dispute },
      { category: "fee", amount: -10 },
    ]);
    await read();
    const { payouts } = await listed();
    expect(payouts).toMatchObject([
      { ref: payout.id, amount: "4.50", fees: "16.40", count: 6, rows: "all", status: "paid", difference: "0" },
    ]);
    const { rows, outcomes } = await pageOf(payout.id);
    const told = rows.map((row: { kind: string; outcome: string; amount: string; ours: string | null }) =>
      [row.kind, row.outcome, row.amount, row.ours].join(" "),
    );
    expect(told.toSorted()).toEqual([
      "capture matched 20.00 20.00",
      "capture missing_here 7.00 ",
      "capture other_amount 19.00 20.00",
      "dispute matched -20.00 20.00",
      "fee of_provider -0.10 ",
      "refund matched -5.00 5.00",
    ]);
    expect(outcomes).toContainEqual({ outcome: "missing_here", count: 1, amount: "6.80" });
    const { rows: missing } = await pageOf(payout.id, "?only=missing_here");
    expect(missing).toMatchObject([{ kind: "capture", payment_id: null, amount: "7.00" }]);
  });

  test("that was started by hand says so, and names no rows", async () => {
    await buy();
    const payout = app.double.state.payouts.pay(account, [], { automatic: false, amount: 5000 });
    await read();
    expect(await listed()).toMatchObject({ has_manual: true, payouts: [{ is_automatic: false, rows: "never" }] });
    expect(await pageOf(payout.id)).toMatchObject({ payout: { rows: "never", difference: null }, rows: [] });
    expect(app.double.callCount("transactions")).toBe(
      app.double.calls.filter((call) => call.includes("balance")).length,
    );
  });

  test("whose rows do not add up to it shows by how much", async () => {
    const { intent } = await buy();
    app.double.state.payouts.pay(account, [capture(intent)], { amount: 1900 });
    await read();
    expect((await listed()).payouts).toMatchObject([{ amount: "19.00", difference: "0.40" }]);
  });

  test("is read page by page, continues after a failure, and has each row once with two servers", async () => {
    const bought = [await buy(), await buy(), await buy(), await buy()];
    app.double.state.payouts.pageSize = 2;
    const payout = app.double.state.payouts.pay(
      account,
      bought.map(({ intent }) => capture(intent)),
    );
    app.double.failNext("transactions", "fails");
    await expect(read()).rejects.toThrow();
    expect((await listed()).payouts).toMatchObject([{ rows: "reading", count: 0, difference: null }]);
    await Promise.all([read(3600), read(3600)]);
    await read(3600);
    expect((await listed()).payouts).toMatchObject([{ ref: payout.id, rows: "all", count: 4, difference: "0" }]);
  });

  test("is listed again with what has changed, and not more often than requested", async () => {
    await buy();
    const payout = app.double.state.payouts.pay(account, []);
    payout.status = "in_transit";
    payout.reconciliation = "in_progress";
    await read();
    expect((await listed()).payouts).toMatchObject([{ status: "in_transit", rows: "later" }]);
    payout.status = "paid";
    payout.reconciliation = "completed";
    await read(3600);
    expect((await listed()).payouts).toMatchObject([{ status: "in_transit" }]);
    await read();
    expect((await listed()).payouts).toMatchObject([{ status: "paid", rows: "all", count: 0, difference: "0" }]);
  });

  test("that is listed again keeps what is known of its rows", async () => {
    const { intent } = await buy();
    const payout = app.double.state.payouts.pay(account, [capture(intent)]);
    payout.status = "in_transit";
    await read();
    payout.status = "paid";
    await read();
    expect((await listed()).payouts).toMatchObject([{ status: "paid", count: 1, fees: "0.60", difference: "0" }]);
  });

  test("of another seller is not found", async () => {
    await buy();
    const payout = app.double.state.payouts.pay(account, []);
    await read();
    const other = await app.createShop();
    const stranger = await signedIn(app.server, other, ["finance"]);
    expect((await stranger.get("/payouts")).body.payouts).toEqual([]);
    expect((await stranger.get(`/payouts/stripe/${payout.id}`)).status).toBe(404);
  });
});

describe("a capture or refund of more than so many days ago", () => {
  const made = (payment_id: string, days: number) =>
    asOwner(`update payment set created_at = app_now() - interval '${days} days' where id = '${payment_id}'`);
  const comparedFor = (days: number) =>
    asOwner(
      `update payout_reading set since = app_now() - interval '${days} days' where seller_id = '${shop.seller_id}'`,
    );

  test("is listed where no payout has it", async () => {
    const [paid, missing, young] = [await buy(), await buy(), await buy()];
    await made(paid.payment_id, 20);
    await made(missing.payment_id, 20);
    await made(young.payment_id, 5);
    app.double.state.payouts.pay(account, [capture(paid.intent)]);
    await read();
    await comparedFor(60);
    expect(await listedUnpaid()).toMatchObject({
      unpaid: [{ kind: "capture", payment_id: missing.payment_id, amount: "20.00" }],
      next: null,
      looked_until: null,
    });
    const { unpaid: more } = await listedUnpaid("?days=3");
    expect(more.map(({ payment_id }: { payment_id: string }) => payment_id)).toEqual([
      missing.payment_id,
      young.payment_id,
    ]);
  });

  test("is listed however old it is, together with a refund of it", async () => {
    const { payment_id, intent } = await buy();
    app.double.state.refundInDashboard(intent, 500);
    await app.reconcile();
    await made(payment_id, 900);
    await asOwner(`update refund set created_at = app_now() - interval '800 days' where payment_id = '${payment_id}'`);
    await read();
    await comparedFor(1000);
    const { unpaid, compared_since } = await listedUnpaid();
    expect(unpaid).toMatchObject([
      { kind: "capture", payment_id, amount: "20.00" },
      { kind: "refund", payment_id, amount: "-5.00" },
    ]);
    const days = (Date.now() - Date.parse(compared_since)) / 86_400_000;
    expect(Math.abs(days - 986)).toBeLessThan(0.1);
  });

  test("is not listed where it may be in an earlier payout", async () => {
    const { payment_id } = await buy();
    await made(payment_id, 20);
    await read();
    await comparedFor(30);
    expect((await listedUnpaid()).unpaid).toEqual([]);
  });

  test("is told page by page, each row once, with refunds of one payment on both sides of a page's end", async () => {
    const { payment_id } = await buy();
    await made(payment_id, 400);
    await read();
    await comparedFor(1000);
    await asOwner(`insert into refund (seller_id, id, payment_id, amount, currency, reason, state, created_at, provider_ref)
      select seller_id, gen_random_uuid(), id, 1, currency, 'external', 'succeeded', app_now() - interval '300 days', 're_paged_' || id || n
      from payment, generate_series(1, 250) n where id = '${payment_id}' returning id`);
    const seen: string[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const page: { unpaid: { kind: string; amount: string }[]; next: string | null } = await listedUnpaid(
        next === null ? "" : `?after=${encodeURIComponent(next)}`,
      );
      seen.push(...page.unpaid.map(({ kind }) => kind));
      next = page.next;
      pages += 1;
    } while (next !== null);
    expect([pages, seen.length, seen.filter((kind) => kind === "capture").length]).toEqual([3, 251, 1]);
  });

  test("is found by pages that look through so many payments each, the empty ones among them", async () => {
    const [first, second, third] = [await buy(), await buy(), await buy()];
    for (const { payment_id } of [first, second, third]) await made(payment_id, 20);
    app.double.state.payouts.pay(account, [capture(first.intent), capture(second.intent)]);
    await read();
    await comparedFor(60);
    const seller = await sellerFinder(app.server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is a seller.");
    const ctx = { db: app.server.connections.forSeller(shop.seller_id), seller, sealer: app.sealer } as never;
    const empty = await listUnpaidMoney(ctx, {}, 2);
    expect(empty).toMatchObject({ unpaid: [], looked_until: expect.any(String) });
    const found = await listUnpaidMoney(ctx, { after: empty.next ?? "" }, 2);
    expect(found).toMatchObject({ unpaid: [{ payment_id: third.payment_id }], next: null, looked_until: null });
  });

  test("is not listed once live keys are stored, if it was made with test keys", async () => {
    const [paid, test, live] = [await buy(), await buy(), await buy()];
    for (const { payment_id } of [paid, test, live]) await made(payment_id, 20);
    app.double.state.refundInDashboard(test.intent, 500);
    await app.reconcile();
    await asOwner(
      `update refund set created_at = app_now() - interval '20 days' where seller_id = '${shop.seller_id}'`,
    );
    app.double.state.payouts.pay(account, [capture(paid.intent)]);
    await read();
    await comparedFor(60);
    const listedOnes = async () =>
      (await listedUnpaid()).unpaid.map(({ kind, payment_id }: Record<string, string>) => [kind, payment_id]);
    expect(await listedOnes()).toEqual([
      ["capture", test.payment_id],
      ["refund", test.payment_id],
      ["capture", live.payment_id],
    ]);
    expect((await listedUnpaid()).unpaid).toMatchObject([{ is_test: true }, { is_test: true }, { is_test: true }]);
    await asOwner(`update stripe_intent set is_live = true where payment_id = '${live.payment_id}'`);
    await saveStoredKeys(
      app.server.connections.forSeller(shop.seller_id),
      app.sealer,
      paymentKeysOf(shop.seller_id, "stripe"),
      { publishable_key: "pk_live_ofThisShop", secret_key: "sk_live_ofThisShop", webhook_secret: webhookSecret },
    );
    expect((await listedUnpaid()).unpaid).toMatchObject([{ payment_id: live.payment_id, is_test: false }]);
    expect((await listed()).payouts).toMatchObject([{ is_test: true }]);
    await asOwner(`update stripe_intent set is_live = true where payment_id = '${paid.payment_id}'`);
    expect((await listed()).payouts).toMatchObject([{ is_test: false }]);
  });

  test("of another seller is not listed", async () => {
    const { payment_id } = await buy();
    await made(payment_id, 20);
    await read();
    await comparedFor(60);
    const other = await app.createShop();
    const stranger = await signedIn(app.server, other, ["finance"]);
    expect((await stranger.get("/payouts/unpaid")).body.unpaid).toEqual([]);
  });
});

test("the test gateway pays out each day's captures and refunds minus its fees", async () => {
  const server = app.server;
  const own = await createTestShop(server.db);
  await new TestBuyer(server, own).buy(2);
  await new TestBuyer(server, own).buy(1);
  await asOwner(
    `update test_gateway_intent set created_at = app_now() - interval '3 days' where seller_id = '${own.seller_id}'`,
  );
  const seller = await sellerFinder(server.db, 0)(own.slug);
  if (!seller) throw new Error("There is a seller.");
  const ctx = { db: server.connections.forSeller(own.seller_id), seller, providers: testProviders(server) };
  expect(await readPayouts(ctx, 0)).toBe(1);
  const owner = await signedIn(server, own, ["owner"]);
  const { payouts } = (await owner.get("/payouts")).body;
  // 40.00 and 20.00, each minus 1.4 % and 0.20.
  expect(payouts).toMatchObject([{ gateway_id: "test", amount: "58.76", fees: "1.24", count: 2, difference: "0" }]);
  const { outcomes } = (await owner.get(`/payouts/test/${payouts[0].ref}`)).body;
  expect(outcomes).toEqual([{ outcome: "matched", count: 2, amount: "58.76" }]);
});

test("payouts are listed page by page, also those of the same moment, and none twice", async () => {
  const insert = (refs: readonly (readonly [ref: string, day: number])[]) =>
    app.server.db
      .insertInto("provider_payout")
      .values(
        refs.map(([ref, day]) => ({
          seller_id: shop.seller_id,
          gateway_id: "stripe" as const,
          ref,
          amount: 1000,
          currency: "USD",
          status: "paid" as const,
          is_automatic: ref !== "po_001",
          names_rows: "never" as const,
          created_on: Temporal.Instant.from("2026-01-01T10:00:00Z")
            .add({ hours: 24 * day })
            .toString(),
          arrives_on: "2026-06-01",
          rows_after: null,
          rows_read_at: null,
        })),
      )
      .execute();
  const all = Array.from({ length: 230 }, (_, n) => `po_${String(n + 1).padStart(3, "0")}`);
  await insert(all.map((ref, n) => [ref, Math.floor(n / 3)]));
  const refs: string[] = [];
  let next: string | null = null;
  do {
    const page: { payouts: { ref: string }[]; next: string | null; has_manual: boolean } = await listed(
      next === null ? "" : `?after=${encodeURIComponent(next)}`,
    );
    expect(page).toMatchObject({ has_manual: true });
    refs.push(...page.payouts.map(({ ref }) => ref));
    if (next === null) await insert([["po_new", 300]]);
    next = page.next;
  } while (next !== null);
  expect(refs.toSorted()).toEqual(all);
});
