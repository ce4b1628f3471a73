import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import { commandContext } from "../../../test/app/commandContext.ts";
import { newId } from "../../db/newId.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { insertFailedRefund, payTwoTickets } from "../../../test/office/paidByCard.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { paymentsCommand } from "../../cli/commands/payments/payments.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";

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

const audited = (action: AuditAction) =>
  app.server.db
    .selectFrom("audit_entry")
    .select(["reason", "after"])
    .where("seller_id", "=", shop.seller_id)
    .where("action", "=", action)
    .execute();

const buyTickets = () => payTwoTickets(app, shop);
/** A payment whose refund the provider refused. */
const failedRefund = async (): Promise<string> => {
  const payment_id = await buyTickets();
  await insertFailedRefund(app, shop, { payment_id });
  return payment_id;
};
/** A refund that the provider has not completed. */
const insertRefundUnderWay = async (payment_id: string, amount: number): Promise<void> => {
  await app.server.db
    .insertInto("refund")
    .values({
      seller_id: shop.seller_id,
      id: newId(),
      payment_id,
      amount,
      currency: "USD",
      reason: "requested",
      state: "pending",
      provider_ref: null,
      failure: null,
    })
    .execute();
  await app.server.db
    .updateTable("payment")
    .set({ refunding: amount })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", payment_id)
    .execute();
};
type Listed = {
  payment_id: string;
  reason: string;
  what: string;
  help: string;
  version: string;
  left: string;
  can: string[];
};
const queue = async (): Promise<{
  payments: Listed[];
  emails: { id: string }[];
  webhooks: { id: string; outcome: string; tries: number }[];
}> => (await finance.get("/money")).body;
const rowOf = async (payment_id: string): Promise<Listed> => {
  const row = (await queue()).payments.find((one) => one.payment_id === payment_id);
  if (!row) throw new Error("The payment is not listed.");
  return row;
};
const act = (payment_id: string, action: string, body: object) =>
  finance.post(`/money/payments/${payment_id}/${action}`, body);
const codeOf = (reply: { body: { _data?: { _code: string }[] } }) => reply.body._data?.[0]?._code;

describe("the list", () => {
  test("is empty when nothing needs attention", async () => {
    await buyTickets();
    expect(await queue()).toEqual({ payments: [], emails: [], webhooks: [], more: false, notifies_me: false });
  });

  test("is the list of `foyer payments`, with the same reasons and words", async () => {
    await failedRefund();
    await app.server.runAsOwner(
      `set app.seller = '*'; insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
       select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment where seller_id = '${shop.seller_id}'`,
    );
    const lines: string[] = [];
    await paymentsCommand.run(
      [shop.slug],
      commandContext({ connections: app.server.connections, lines, openProviders: async () => app.providers }),
    );
    const listed = (await queue()).payments;
    expect(listed.map(({ reason }) => reason).toSorted()).toEqual(["dispute", "refund_failed"]);
    for (const { payment_id, what, help } of listed) {
      expect(lines.some((line) => line.includes(payment_id))).toBe(true);
      expect(lines.some((line) => line.includes(what) && line.includes(help))).toBe(true);
    }
    expect(lines.filter((line) => line.startsWith(shop.slug))).toHaveLength(listed.length);
  });

  test("shows nothing of another seller", async () => {
    const payment_id = await failedRefund();
    const other = await app.createShop();
    const stranger = await signedIn(app.server, other, ["finance"]);
    expect((await stranger.get("/money")).body.payments).toEqual([]);
    expect((await stranger.get(`/money/payments/${payment_id}`)).status).toBe(404);
    expect((await stranger.post(`/money/payments/${payment_id}/notes`, { text: "x" })).status).toBe(404);
  });
});

describe("a payment that needs a person", () => {
  test("is refunded, once, and the audit log says why", async () => {
    const payment_id = await failedRefund();
    const { version } = await rowOf(payment_id);
    const reply = await act(payment_id, "refund", { version, amount: "10", reason: "Promised on the phone" });
    expect(reply.body).toMatchObject({ outcome: "succeeded", amount: "10.00" });
    const [entry] = await audited("payment.refunded");
    expect(entry).toMatchObject({ reason: "Promised on the phone", after: { refund: "10" } });
    // Another person's screen still shows the old state.
    const again = await act(payment_id, "refund", { version, amount: "10", reason: "Promised on the phone" });
    expect([again.status, codeOf(again)]).toEqual([409, "stale_version"]);
    expect(again.body._data[0]._extra).toMatchObject({
      state: "captured",
      refunded: "10.00",
      changed_by: expect.any(String),
      change: "payment.refunded",
    });
  });

  test("refunds no more than is left", async () => {
    const payment_id = await failedRefund();
    const { version } = await rowOf(payment_id);
    const reply = await act(payment_id, "refund", { version, amount: "1000", reason: "Too much" });
    expect([reply.status, codeOf(reply)]).toEqual([422, "refund_too_much"]);
    expect(await audited("payment.refunded")).toHaveLength(1);
  });

  test("says what is left of it, without refunds that are under way", async () => {
    const payment_id = await failedRefund();
    await insertRefundUnderWay(payment_id, 500);
    const row = await rowOf(payment_id);
    expect(row).toMatchObject({ amount: "40.00", refunded: "0", left: "35.00", sum: "5.00" });
    expect((await finance.get(`/money/payments/${payment_id}`)).body).toMatchObject({ left: row.left });
    const beyond = await act(payment_id, "refund", { version: row.version, amount: "35.01", reason: "A cent beyond" });
    expect([beyond.status, codeOf(beyond)]).toEqual([422, "refund_too_much"]);
    expect(beyond.body._data[0]._extra).toEqual({ left: row.left });
    const reply = await act(payment_id, "refund", { version: row.version, amount: row.left, reason: "The rest" });
    expect(reply.body).toMatchObject({ outcome: "succeeded", amount: "35.00" });
    expect((await finance.get(`/money/payments/${payment_id}`)).body).toMatchObject({ refunded: "35.00", left: "0" });
  });

  test("says what its failed refunds add up to, less what was refunded afterwards", async () => {
    const payment_id = await failedRefund();
    expect(await rowOf(payment_id)).toMatchObject({ reason: "refund_failed", amount: "40.00", sum: "10.00" });
    await insertFailedRefund(app, shop, { payment_id });
    const { version } = await rowOf(payment_id);
    await act(payment_id, "refund", { version, amount: "4", reason: "A part of it" });
    expect(await rowOf(payment_id)).toMatchObject({ sum: "16.00" });
    const { review } = (await finance.get(`/money/payments/${payment_id}`)).body;
    expect(review).toMatchObject([{ reason: "refund_failed", sum: "16.00" }]);
  });

  test("is marked as done with a reason, and comes back when something new happens", async () => {
    const payment_id = await failedRefund();
    const { version } = await rowOf(payment_id);
    expect((await act(payment_id, "done", { version, reason: "" })).status).toBe(422);
    expect((await act(payment_id, "done", { version, reason: "Repaid in cash" })).status).toBe(200);
    expect((await queue()).payments).toEqual([]);
    const { last_change } = (await finance.get(`/money/payments/${payment_id}`)).body;
    expect(last_change).toMatchObject({ changed_by: expect.any(String), change: "payment.reviewed" });
    await insertFailedRefund(app, shop, { payment_id, at: new Date(Date.now() + 60_000).toISOString() });
    expect(await rowOf(payment_id)).toMatchObject({ reason: "refund_failed" });
  });

  test("is assigned to one person, who may release it", async () => {
    const payment_id = await failedRefund();
    const other = await signedIn(app.server, shop, ["manager"], { name: "Bo" });
    expect((await other.post(`/money/payments/${payment_id}/take`, { is_taken: true })).status).toBe(200);
    const refused = await act(payment_id, "take", { is_taken: true });
    expect([refused.status, codeOf(refused)]).toEqual([409, "stale_version"]);
    expect(await rowOf(payment_id)).toMatchObject({ taken_by: { name: "Bo" } });
    await other.post(`/money/payments/${payment_id}/take`, { is_taken: false });
    expect((await act(payment_id, "take", { is_taken: true })).status).toBe(200);
  });

  test("is unassigned once the person who had it no longer works here", async () => {
    const payment_id = await failedRefund();
    const [owner, leaver] = [
      await signedIn(app.server, shop, ["owner"]),
      await signedIn(app.server, shop, ["manager"], { name: "Bo" }),
    ];
    await leaver.post(`/money/payments/${payment_id}/take`, { is_taken: true });
    expect((await owner.post(`/staff/${leaver.person.id}/suspend`)).status).toBe(200);
    expect(await rowOf(payment_id)).toMatchObject({ taken_by: null });
    expect((await act(payment_id, "take", { is_taken: true })).status).toBe(200);
    expect(await rowOf(payment_id)).toMatchObject({ taken_by: { name: finance.person.name } });
    expect((await owner.post(`/staff/${leaver.person.id}/resume`)).status).toBe(200);
    await leaver.signIn(leaver.person);
    expect((await leaver.post(`/money/payments/${payment_id}/take`, { is_taken: true })).status).toBe(409);
  });

  test("is not settled when its provider does not answer, and can be tried again", async () => {
    const payment_id = await failedRefund();
    await app.server.runAsOwner(
      `set app.seller = '*'; update payment set ticket_order_id = null where id = '${payment_id}'`,
    );
    app.double.failNext("retrieve", "fails", 10);
    const { body } = await finance.get(`/money/payments/${payment_id}`);
    const { status, headers } = await act(payment_id, "settle", { version: body.version });
    app.double.clearFailures();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([503, true]);
    expect((await finance.get(`/money/payments/${payment_id}`)).body.version).toBe(body.version);
  });

  test("is noted, and its page shows states, tickets and refunds", async () => {
    const payment_id = await failedRefund();
    expect((await act(payment_id, "notes", { text: "Rang the bank" })).status).toBe(200);
    const { body } = await finance.get(`/money/payments/${payment_id}`);
    expect(body).toMatchObject({
      state: "captured",
      notes: [{ text: "Rang the bank", by: { name: finance.person.name } }],
      refunds: [{ state: "failed", failure: "insufficient_funds", amount: "10.00" }],
      tickets: [{ count: 2, state: "booked", checked_in: 0 }],
      review: [{ reason: "refund_failed" }],
    });
    expect(body.provider_url).toContain(body.provider_ref);
    expect(body.states.map(({ to }: { to: string }) => to)).toEqual(["authorized", "captured"]);
  });

  test("is settled by asking the provider", async () => {
    const payment_id = await failedRefund();
    const { version } = await rowOf(payment_id);
    expect((await act(payment_id, "settle", { version })).status).toBe(200);
    expect(await audited("payment.settled")).toHaveLength(1);
  });
});

describe("an e-mail that was given up", () => {
  const giveUp = async (): Promise<string> => {
    await buyTickets();
    const { id } = await app.server.db
      .updateTable("outbox")
      .set({ state: "dead", last_error: "550 no such user", attempts: 5 })
      .where("seller_id", "=", shop.seller_id)
      .where("kind", "=", "order_confirmation")
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const mail = (id: string) =>
    app.server.db
      .selectFrom("outbox")
      .select(["state", "to_address", "attempts"])
      .where("id", "=", id)
      .executeTakeFirst();

  test("is listed with the server's answer and sent again, also to another address", async () => {
    const id = await giveUp();
    expect((await queue()).emails).toMatchObject([{ id, last_error: "550 no such user" }]);
    expect((await finance.post(`/money/emails/${id}/send`, { to: "new@example.org" })).status).toBe(200);
    expect(await mail(id)).toEqual({ state: "queued", to_address: "new@example.org", attempts: 0 });
    expect((await finance.post(`/money/emails/${id}/send`, {})).status).toBe(404);
  });
});

describe("an e-mail that lets its reader in", () => {
  const giveUp = async (kind: string): Promise<string> => {
    const id = newId();
    await app.server.db
      .insertInto("outbox")
      .values({
        seller_id: shop.seller_id,
        id,
        kind,
        ref_id: newId(),
        to_address: "owner@example.org",
        message: JSON.stringify({ subject: "A link", text: "https://example.org/#secret", html: "" }),
        state: "dead",
        attempts: 5,
      })
      .execute();
    return id;
  };
  const stateOf = (id: string) =>
    app.server.db.selectFrom("outbox").select(["state", "to_address"]).where("id", "=", id).executeTakeFirstOrThrow();

  test.each(["login_code", "password_reset", "email_proof", "staff_invitation", "staff_password_link"])(
    "as %s is sent again to its own address alone",
    async (kind) => {
      const id = await giveUp(kind);
      expect((await queue()).emails).toMatchObject([{ id, keeps_address: true }]);
      const refused = await finance.post(`/money/emails/${id}/send`, { to: "thief@example.org" });
      expect([refused.status, codeOf(refused)]).toEqual([422, "validation_failed"]);
      expect(await stateOf(id)).toEqual({ state: "dead", to_address: "owner@example.org" });
      expect((await finance.post(`/money/emails/${id}/send`, {})).status).toBe(200);
      expect(await stateOf(id)).toEqual({ state: "queued", to_address: "owner@example.org" });
    },
  );
});

describe("a webhook that led nowhere", () => {
  test("is listed with its tries while it waits for the next, and not while it is processed for the first time", async () => {
    const waiting = (id: string, tries: number) => ({
      seller_id: shop.seller_id,
      gateway_id: "stripe" as const,
      id,
      type: "charge.refunded",
      object_id: "ch_unknown",
      occurred_on: "2026-11-20T10:00:00Z",
      claimed_until: new Date(Date.now() + 600_000).toISOString(),
      tries,
    });
    await app.server.db
      .insertInto("payment_event")
      .values([waiting("evt_failed", 2), waiting("evt_under_way", 1)])
      .execute();
    expect((await queue()).webhooks).toMatchObject([{ id: "evt_failed", outcome: "failed", tries: 2 }]);
  });

  test("is listed, and trying again asks the provider again", async () => {
    await app.server.db
      .insertInto("payment_event")
      .values({
        seller_id: shop.seller_id,
        gateway_id: "stripe",
        id: "evt_1",
        type: "charge.refunded",
        object_id: "ch_unknown",
        occurred_on: "2026-11-20T10:00:00Z",
        claimed_until: null,
        done_at: "2026-11-20T10:00:01Z",
        outcome: "unknown",
      })
      .execute();
    expect((await queue()).webhooks).toMatchObject([{ id: "evt_1", outcome: "unknown", tries: 0 }]);
    const { status, body } = await finance.post("/money/webhooks/stripe/evt_1/retry", {});
    expect(status).toBe(200);
    expect(["unknown", "orphan", "failed"]).toContain(body.outcome);
    expect((await finance.post("/money/webhooks/stripe/evt_2/retry", {})).status).toBe(404);
  });
});

describe("the journal", () => {
  const today = (): string => Temporal.Now.zonedDateTimeISO(shop.timezone).toPlainDate().toString();
  const span = (): string => `from=${today()}&to=${today()}`;

  test("is read by day and account: debits equal credits", async () => {
    await buyTickets();
    const { body } = await finance.get(`/journal?${span()}`);
    const [day] = body.days;
    expect(day.debit).toBe(day.credit);
    expect(day.accounts.map(({ account }: { account: string }) => account)).toEqual([
      "cash:stripe",
      "sales",
      "suspense",
    ]);
    expect(body).toMatchObject({ is_complete: true, balances: [{ account: "cash:stripe" }, { account: "sales" }] });
    const { body: lines } = await finance.get(`/journal/${today()}?account=sales`);
    expect(lines.lines).toMatchObject([
      { cause: "order", credit: "sales", tickets: 2, order_number: expect.any(Number) },
    ]);
    expect(lines.next).toBeNull();
  });

  test("is downloaded with the seller's account codes, and no cell is a formula", async () => {
    await buyTickets();
    await app.server.runAsOwner(
      `set app.seller = '*'; update seller set configuration = configuration || '{"account_codes": {"cash": "1200", "sales": "=4000"}}' where id = '${shop.seller_id}'`,
    );
    letCachesExpire();
    const { body, headers } = await finance.get(`/journal.csv?${span()}`);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = String(body).trimEnd().split("\r\n");
    expect(head).toBe(
      "day,at,cause,cause_id,debit_account,debit_code,credit_account,credit_code,amount,currency,tickets,order_number,about,payment_id",
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(",cash:stripe,1200,suspense,,");
    expect(lines[1]).toContain(",sales,'=4000,");
    expect(await audited("journal.downloaded")).toHaveLength(1);
  });

  test.each([
    ["2026-02-02", "2026-02-01"],
    ["2026-01-01", "2026-12-31"],
  ])("refuses the span from %s to %s", async (from, to) => {
    for (const path of ["/journal", "/journal.csv"]) {
      const reply = await finance.get(`${path}?from=${from}&to=${to}`);
      expect([reply.status, codeOf(reply)]).toEqual([400, "bad_field_value"]);
    }
  });
});
