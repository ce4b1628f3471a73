import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { createPlanShop, openPlan, payPart, type OpenPlan } from "../../../../test/orders/plans.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let plan: OpenPlan;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createPlanShop(server);
  plan = await openPlan(server, { shop });
  manager = await signedIn(server, shop, ["manager"]);
});

const path = (): string => `/plans/${plan.cart.cart_number}`;
const page = async () => (await manager.get(path())).body;
const sessionAt = (index: number): string => shop.event.sessions[index]?.id ?? "";
const lastEntry = async () => (await auditOf(server.db, shop.seller_id)).at(-1);

/** Moves the plan, based on the version and the price that the screen shows. */
const move = async (event_session_id: string, more: object = {}): Promise<TestResponse> => {
  const { version } = await page();
  const quoted = await manager.get(`${path()}/move_quote?event_session_id=${event_session_id}`);
  const { price = "40.00" } = quoted.body;
  return manager.post(`${path()}/move`, { version, event_session_id, price, reason: "Storm", ...more });
};

test("a payment plan shows what it holds, what is paid and what is due", async () => {
  expect(await page()).toMatchObject({
    cart_number: Number(plan.cart.cart_number),
    currency: "USD",
    paid: "12.00",
    outstanding: "28.00",
    disputed: "0",
    lines: [{ event_session_id: sessionAt(0), types: [{ name: "Adult", count: 2 }] }],
    instalments: [{ amount: "12.00" }, { amount: "16.00" }],
    changes: [],
  });
});

test("a payment plan is moved to another session, with its payments", async () => {
  const { email, notices, ...quote } = (await manager.get(`${path()}/move_quote?event_session_id=${sessionAt(1)}`))
    .body;
  expect([email.to, notices]).toEqual(["ada@example.org", []]);
  expect(quote).toMatchObject({ tickets: 2, before: "40.00", price: "40.00", refund: "0", is_paid: false });
  expect(quote.instalments).toMatchObject([{ amount: "12.00" }, { amount: "16.00" }]);
  expect(await usedPlaces(server, shop)).toEqual([2, 0, 0]);
  expect((await move(sessionAt(1))).body).toEqual(quote);
  expect(await usedPlaces(server, shop)).toEqual([0, 2, 0]);
  expect(await page()).toMatchObject({
    paid: "12.00",
    outstanding: "28.00",
    lines: [{ event_session_id: sessionAt(1) }],
    changes: [{ kind: "move", tickets: 2, reason: "Storm" }],
  });
  expect(await lastEntry()).toMatchObject({
    action: "plan.moved",
    entity_kind: "payment_plan",
    entity_id: String(plan.cart.cart_number),
    after: { tickets: 2, event_session_id: sessionAt(1) },
  });
  expect((await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "plan_changed")).toHaveLength(1);
});

test("a payment plan is cancelled with every instalment refunded", async () => {
  const { version } = await page();
  const cancelled = await manager.post(`${path()}/cancel`, { version, reason: "Storm" });
  expect(cancelled.body).toEqual({ refunded: "12.00", disputed: "0", currency: "USD" });
  expect(await shopStates(server, "ticket", shop)).toEqual(["unbooked", "unbooked"]);
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded"]);
  expect(await lastEntry()).toMatchObject({ action: "plan.cancelled", after: { refund: "12.00" } });
  expect(refusalOf(await manager.get(path()))).toBe("404 not_found");
  expect(refusalOf(await manager.post(`${path()}/cancel`, { version, reason: "Storm" }))).toBe("404 not_found");
});

describe("the e-mail to the purchaser", () => {
  const sent = async () =>
    (await shopRows(server, "outbox", shop))
      .filter(({ kind }) => kind !== "part_paid" && !String(kind).startsWith("staff_"))
      .map(({ kind, message }) => ({ kind: String(kind), text: (message as { text: string }).text }))
      .toSorted((one, other) => one.kind.localeCompare(other.kind));
  const sentence = "Sorry for the <b>storm</b>.";

  test("of a move is the one that was shown, with a sentence, which the audit log records", async () => {
    const quoted = (await manager.get(`${path()}/move_quote?event_session_id=${sessionAt(1)}`)).body;
    expect(quoted.email.subject).not.toBe("");
    expect([quoted.notices, await sent(), (await page()).changes]).toEqual([[], [], []]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0]);
    expect(refusalOf(await move(sessionAt(1), { email: { is_sent: true, sentence } }))).toBe("200");
    const text = quoted.email.text.replace("\n\n", () => `\n\n${sentence}\n\n`);
    expect(await sent()).toEqual([{ kind: "plan_changed", text }]);
    expect(await lastEntry()).toMatchObject({ after: { email: "with a sentence" } });
  });

  test("of a move can be left out", async () => {
    expect(refusalOf(await move(sessionAt(1), { email: { is_sent: false } }))).toBe("200");
    expect(await sent()).toEqual([]);
    expect(await lastEntry()).toMatchObject({ action: "plan.moved", after: { email: "not sent" } });
  });

  test("of a cancellation is shown with that of the refund, and both are sent as shown", async () => {
    const quoted = (await manager.get(`${path()}/cancel_quote`)).body;
    expect(quoted).toMatchObject({ refunded: "12.00", disputed: "0", notices: [{ to: quoted.email.to }] });
    expect(await sent()).toEqual([]);
    expect(await shopStates(server, "refund", shop)).toEqual([]);
    const { version } = await page();
    expect((await manager.post(`${path()}/cancel`, { version, reason: "Storm" })).status).toBe(200);
    expect(await sent()).toEqual([
      { kind: "payment_returned", text: quoted.notices[0].text },
      { kind: "plan_cancelled", text: quoted.email.text },
    ]);
  });

  test("of a cancellation can be left out, and that of its refund with it", async () => {
    const { version } = await page();
    const email = { is_sent: false };
    expect((await manager.post(`${path()}/cancel`, { version, reason: "Storm", email })).status).toBe(200);
    expect(await sent()).toEqual([]);
    expect(await lastEntry()).toMatchObject({ action: "plan.cancelled", after: { email: "not sent" } });
  });

  test("of a cancellation repeats the sentence of staff in no other", async () => {
    const { version } = await page();
    const email = { is_sent: true, sentence };
    expect((await manager.post(`${path()}/cancel`, { version, reason: "Storm", email })).status).toBe(200);
    expect((await sent()).map(({ kind, text }) => [kind, text.includes(sentence)])).toEqual([
      ["payment_returned", false],
      ["plan_cancelled", true],
    ]);
  });
});

test("a payment plan that changed since it was shown stays as it is", async () => {
  const { version } = await page();
  expect((await move(sessionAt(1))).status).toBe(200);
  const late = await manager.post(`${path()}/cancel`, { version, reason: "Storm" });
  expect(refusalOf(late)).toBe("409 stale_version");
  expect(late.body._data[0]).toMatchObject({ _extra: { change: "plan.moved" } });
  const again = { version, event_session_id: sessionAt(1), price: "40.00", reason: "Storm" };
  expect(refusalOf(await manager.post(`${path()}/move`, again))).toBe("409 stale_version");
  const { version: moved } = await page();
  expect(await payPart(plan, 1200)).toBe("partial");
  expect(refusalOf(await manager.post(`${path()}/cancel`, { version: moved, reason: "Storm" }))).toBe(
    "409 stale_version",
  );
  expect(await shopStates(server, "refund", shop)).toEqual([]);
});

test("a move whose price is not the one shown changes nothing", async () => {
  expect(refusalOf(await move(sessionAt(1), { price: "39.00" }))).toBe("422 payment_incorrect_amount");
  expect(await usedPlaces(server, shop)).toEqual([2, 0, 0]);
  expect(await page()).toMatchObject({ changes: [] });
});

test("a payment plan of another seller is not found", async () => {
  const stranger = await signedIn(server, await createTestShop(server.db), ["owner"]);
  const body = { version: "1", reason: "Storm" };
  for (const reply of [
    await stranger.get(path()),
    await stranger.get(`${path()}/move_quote?event_session_id=${sessionAt(1)}`),
    await stranger.get(`${path()}/cancel_quote`),
    await stranger.post(`${path()}/cancel`, body),
    await stranger.post(`${path()}/move`, { ...body, event_session_id: sessionAt(1), price: "40.00" }),
  ])
    expect(refusalOf(reply)).toBe("404 not_found");
  expect(await shopStates(server, "ticket", shop)).toEqual(["held", "held"]);
});
