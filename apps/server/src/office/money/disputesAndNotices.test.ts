import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailsTo, signedIn } from "../../../test/office/testStaff.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { insertFailedRefund, payTwoTickets } from "../../../test/office/paidByCard.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { rendezvous } from "../../../test/database/raceServers.ts";
import { readDisputesOf } from "./readDispute.ts";
import { sendMoneyNotices } from "../../modules/checkout/reconcile/moneyNotices.ts";

let app: StripeTestApp;
let shop: TestShop;
let finance: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  app = await openStripeTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  shop = await app.createShop();
  finance = await signedIn(app.server, shop, ["finance"]);
});
afterEach(() => expect(app.double.violations).toEqual([]));

const buyTickets = () => payTwoTickets(app, shop);
/** A payment whose refund the provider refused. */
const failedRefund = async (): Promise<string> => {
  const payment_id = await buyTickets();
  await insertFailedRefund(app, shop, { payment_id });
  return payment_id;
};
type Listed = {
  readonly payment_id: string;
  readonly reason: string;
  readonly since: string;
  readonly sum: string;
  readonly version: string;
};
const listed = async (payment_id: string): Promise<Listed> => {
  const { payments } = (await finance.get("/money")).body as { payments: Listed[] };
  const row = payments.find((one) => one.payment_id === payment_id);
  if (!row) throw new Error("The payment is not listed.");
  return row;
};
const markDone = (payment_id: string, version: string) =>
  finance.post(`/money/payments/${payment_id}/done`, { version, reason: "Repaid in cash" });

describe("a dispute", () => {
  test("shows its deadline, and order, tickets and e-mails as evidence, with the purchaser for those who read orders", async () => {
    const payment_id = await buyTickets();
    const due = Math.floor(Date.now() / 1000) + 5 * 86_400;
    const due_by = Temporal.Instant.fromEpochMilliseconds(due * 1000).toString();
    const dispute = app.double.state.openDispute(app.double.state.intentOfPayment(payment_id).id);
    Object.assign(app.double.state.disputes.get(dispute) ?? {}, { due_by: due });
    await app.reconcile();
    const { body } = await finance.get(`/money/payments/${payment_id}`);
    expect(body.disputes).toMatchObject([{ provider_ref: dispute, amount: "40.00", closed_at: null, due_by }]);
    expect(body.evidence).toContain(`Order ${body.order_number}.`);
    expect(body.evidence).toContain("2 × ");
    expect(body.evidence).toContain("Ada Lovelace");
    expect(body.provider_url).toContain("stripe.com");
  });

  test("names its purchaser to those who may read orders alone", async () => {
    const payment_id = await buyTickets();
    app.double.state.openDispute(app.double.state.intentOfPayment(payment_id).id);
    await app.reconcile();
    const { db, seller } = await app.checkoutShop(shop);
    const read = async (may: boolean) => {
      const [ticket_order] = await db
        .selectFrom("ticket_order")
        .select(["id", "order_number"])
        .where("seller_id", "=", shop.seller_id)
        .execute();
      const payment = {
        id: payment_id,
        currency: seller.default_currency_code,
        ticket_order_id: ticket_order?.id ?? null,
        order_number: ticket_order?.order_number ?? null,
        created_at: new Date().toISOString(),
        amount: 4000,
      };
      const ctx = { db, seller, staff: { can: () => may } };
      const shown = { means: "Visa", tickets: [], refunds: [], emails: [] };
      return (await readDisputesOf(ctx as never, payment as never, shown as never)).evidence;
    };
    expect(await read(true)).toContain("Ada Lovelace");
    expect(await read(false)).not.toContain("Ada");
  });

  test("has its own deadline, beside another of the same payment", async () => {
    const payment_id = await buyTickets();
    const first = app.double.state.openDispute(app.double.state.intentOfPayment(payment_id).id);
    await app.reconcile();
    await app.server.runAsOwner(`set app.seller = '*';
      insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref, occurred_on)
        select seller_id, gen_random_uuid(), payment_id, audit_action, amount, currency, 'dp_other', occurred_on - interval '1 day'
        from payment_audit where payment_id = '${payment_id}' and provider_ref = '${first}' and audit_action = 'dispute_opened';
      insert into dispute_deadline (seller_id, payment_id, provider_ref, due_by)
        values ('${shop.seller_id}', '${payment_id}', 'dp_other', '2030-01-01T00:00:00Z')`);
    const { body } = await finance.get(`/money/payments/${payment_id}`);
    const shown = body.disputes.map(({ provider_ref, due_by }: { provider_ref: string; due_by: string | null }) => [
      provider_ref,
      due_by === "2030-01-01T00:00:00Z",
    ]);
    expect(shown).toEqual([
      ["dp_other", true],
      [first, false],
    ]);
  });

  test("is listed although the payment was marked as done after it began and before it was reported", async () => {
    const payment_id = await failedRefund();
    const dispute = app.double.state.openDispute(app.double.state.intentOfPayment(payment_id).id);
    const { created = 0 } = app.double.state.disputes.get(dispute) ?? {};
    Object.assign(app.double.state.disputes.get(dispute) ?? {}, { created: created - 3600 });
    const { version } = await listed(payment_id);
    expect((await markDone(payment_id, version)).status).toBe(200);
    await app.reconcile();
    const { reason, since, sum, version: current } = await listed(payment_id);
    expect(sum).toBe("40.00");
    expect([reason, Date.parse(since)]).toEqual(["dispute", (created - 3600) * 1000]);
    expect((await markDone(payment_id, current)).status).toBe(200);
    expect((await finance.get("/money")).body.payments).toEqual([]);
  });

  test("is not marked as done by somebody whose screen does not show it", async () => {
    const payment_id = await failedRefund();
    const { version } = await listed(payment_id);
    app.double.state.openDispute(app.double.state.intentOfPayment(payment_id).id);
    await app.reconcile();
    const { status, body } = await markDone(payment_id, version);
    expect([status, body._data?.[0]?._code]).toEqual([409, "stale_version"]);
    const { payments } = (await finance.get("/money")).body as { payments: Listed[] };
    expect(payments.map(({ reason }) => reason).toSorted()).toEqual(["dispute", "refund_failed"]);
  });

  test("is not found where nothing is disputed", async () => {
    const { body } = await finance.get(`/money/payments/${await buyTickets()}`);
    expect([body.disputes, body.evidence]).toEqual([[], null]);
  });
});

describe("an e-mail about money", () => {
  const tell = async (): Promise<number> => {
    const { db, seller } = await app.checkoutShop(shop);
    return sendMoneyNotices({ db, seller, origin: "http://localhost" });
  };
  const received = async () =>
    (await mailsTo(app.server.db, finance.person.email)).filter(({ kind }) => kind === "money_notice");
  const aDayLater = () =>
    app.server.db
      .updateTable("money_notice")
      .set({ sent_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where("seller_id", "=", shop.seller_id)
      .execute();

  test("is sent once a day at most, to those who wish it, when something is new", async () => {
    await failedRefund();
    expect(await tell()).toBe(0);
    expect((await finance.post("/money/notice", { is_wanted: true })).status).toBe(200);
    expect((await finance.get("/money")).body.notifies_me).toBe(true);
    // What was on the list before is not new.
    expect(await tell()).toBe(0);
    await failedRefund();
    expect(await tell()).toBe(1);
    await failedRefund();
    expect(await tell()).toBe(0);
    await aDayLater();
    expect(await Promise.all([tell(), tell()])).toContain(1);
    expect(await received()).toHaveLength(2);
    await aDayLater();
    expect(await tell()).toBe(0);
    expect((await finance.post("/money/notice", { is_wanted: false })).status).toBe(200);
    await failedRefund();
    expect(await tell()).toBe(0);
  });

  test("is sent once by two servers that find it due", async () => {
    await finance.post("/money/notice", { is_wanted: true });
    await failedRefund();
    // Both have read that it is due before either claims it.
    pauseAt("money_notice_due", rendezvous(20_000));
    expect((await Promise.all([tell(), tell()])).toSorted()).toEqual([0, 1]);
    pauseAt("money_notice_due", undefined);
    expect(await received()).toHaveLength(1);
  });

  test("is not sent to somebody who is suspended", async () => {
    await finance.post("/money/notice", { is_wanted: true });
    await app.server.db
      .updateTable("staff_grant")
      .set({ suspended_at: new Date().toISOString() })
      .where("staff_id", "=", finance.person.id)
      .execute();
    await failedRefund();
    expect(await tell()).toBe(0);
  });

  test("is not sent to somebody whose role no longer lets them see it", async () => {
    await finance.post("/money/notice", { is_wanted: true });
    await app.server.db
      .updateTable("staff_grant")
      .set({ role: "scanner" })
      .where("staff_id", "=", finance.person.id)
      .execute();
    await failedRefund();
    expect(await tell()).toBe(0);
  });
});
