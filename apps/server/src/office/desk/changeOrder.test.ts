import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop, deskClerk, DeskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { inShort, pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { auditOf, forgetProof, mailsTo, signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { cancelDeskTickets } from "@foyer/contract/office/orders/deskActions.ts";
import { staffContextOf } from "../../../test/office/staffContextOf.ts";
import { cancelAtDesk } from "./changeOrder.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createDeskShop(server);
});

const open = async (role: Parameters<typeof deskClerk>[3], quantity = 2, at = shop) => {
  const order = await buyAtDesk(server, at, quantity);
  return { order, clerk: await deskClerk(server, at, order, role) };
};
const one = ({ tickets }: DeskTestOrder): string[] => tickets.slice(0, 1);
const entriesOf = async (number: number, at = shop) =>
  (await auditOf(server.db, at.seller_id)).filter(({ entity_id }) => entity_id === String(number));
const statesOf = async (order: DeskTestOrder): Promise<string[]> =>
  (
    await server.db
      .selectFrom("ticket")
      .select("state")
      .where("ticket_order_id", "=", order.id)
      .orderBy("state")
      .execute()
  ).map(({ state }) => state);
const sumsAddUp = ({ sums }: { sums: Record<string, string> }): void => {
  const cents = (name: string): number => Math.round(Number(sums[name]) * 100);
  expect(cents("paid")).toBe(cents("kept") + cents("refunded") + cents("refunding"));
  expect(cents("left")).toBe(cents("kept") - cents("to_gift_cards"));
};

describe("an order", () => {
  test("is shown with tickets, money, e-mails and history, and its sums add up", async () => {
    const { clerk, order } = await open("finance");
    const body = await clerk.look();
    expect(body).toMatchObject({
      order_number: order.number,
      state: "valid",
      total: "40.00",
      purchaser: { ...ada, is_user: false },
      tickets: [
        {
          type: "Adult",
          price: "20.00",
          discount: "0",
          value: "20.00",
          state: "booked",
          policy: { cancel: true, move: true },
        },
        { type: "Adult", state: "booked" },
      ],
      sums: { value: "40.00", paid: "40.00", refunded: "0", kept: "40.00", left: "40.00" },
      payments: [{ means: "Visa ending in 4242", state: "captured", amount: "40.00", left: "40.00", refunds: [] }],
      emails: [{ kind: "order_confirmation", to: ada.email }],
    });
    sumsAddUp(body);
    const kinds = body.history.map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["held", "bought", "payment", "email"]));
    expect(kinds.at(-1)).toBe("held");
  });

  test("of another seller is not found, by reading or by changing", async () => {
    const { order } = await open("owner");
    const stranger = new DeskClerk(await signedIn(server, await createDeskShop(server), ["owner"]), order.number);
    stranger.version = "x";
    expect((await stranger.get("version")).status).toBe(404);
    expect((await stranger.browser.get(`/orders/${order.number}`)).status).toBe(404);
    expect((await stranger.refund("1.00")).status).toBe(404);
    expect((await stranger.cancel(order.tickets, "36.00")).status).toBe(404);
    expect((await stranger.post("notes", { text: "x", is_pinned: false, version: undefined })).status).toBe(404);
  });
});

describe("cancelling", () => {
  test("refunds by the policy, as quoted, and is in the history and the audit log", async () => {
    const { clerk, order } = await open("box_office");
    const query = `tickets=${one(order).join()}&money=refund&refund_to=same_means`;
    const { body: quote } = await clerk.get(`cancel_quote?${query}`);
    expect(quote).toMatchObject({ value: "20.00", fee: "2.00", refund: "18.00", along: [], beyond_policy: null });
    const { status, body } = await clerk.cancel(one(order), quote.refund);
    expect([status, body.refund]).toEqual([200, "18.00"]);
    expect(await statesOf(order)).toEqual(["booked", "cancelled"]);
    const after = await clerk.look();
    expect(after).toMatchObject({ state: "part_refunded", sums: { paid: "40.00", refunded: "18.00", left: "22.00" } });
    sumsAddUp(after);
    expect(after.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "cancelled", by: expect.stringContaining("Person"), text: "Ill" }),
        expect.objectContaining({ kind: "staff", after: expect.objectContaining({ refund: "18.00" }) }),
      ]),
    );
    expect(await entriesOf(order.number)).toMatchObject([
      { action: "order.cancelled", after: { tickets: 1, refund: "18.00" } },
    ]);
  });

  test("without a refund keeps all money, and needs the permission to override the policy", async () => {
    const { clerk, order } = await open("box_office");
    expect(refusalOf(await clerk.cancel(one(order), "0", { money: "keep_all" }))).toBe("422 policy_refuses");
    const manager = await deskClerk(server, shop, order, "manager");
    expect((await manager.cancel(one(order), "0", { money: "keep_all" })).status).toBe(200);
    expect(await statesOf(order)).toEqual(["booked", "cancelled"]);
    expect((await manager.look()).sums).toMatchObject({ refunded: "0", left: "40.00" });
    expect(await entriesOf(order.number)).toMatchObject([{ after: { money: "keep_all", beyond_policy: "keep_all" } }]);
  });

  test("after the policy's deadline is refused to box office with the rule, and allowed to a manager", async () => {
    const strict = await createDeskShop(server, { horizon_hours: 24 * 30 });
    const { clerk, order } = await open("box_office", 1, strict);
    const refused = await clerk.cancel(order.tickets, "18.00");
    expect(refusalOf(refused)).toBe("422 policy_refuses");
    expect(refused.body._data[0]._extra).toMatchObject({ rule: "past_horizon" });
    expect(await statesOf(order)).toEqual(["booked"]);
    const manager = await deskClerk(server, strict, order, "manager");
    expect((await manager.cancel(order.tickets, "18.00")).status).toBe(200);
  });

  test("refunds nothing for staff who may cancel but not refund", async () => {
    const { order } = await open("manager");
    const clerk = await deskClerk(server, shop, order, "manager");
    // No current role has these permissions, so the use case is called directly.
    const ctx = await staffContextOf(server, shop, { lacks: "order.refund", call: cancelDeskTickets });
    const request = {
      order_number: order.number,
      version: clerk.version,
      tickets: one(order),
      money: "refund",
      refund_to: "same_means",
      reason: "Ill",
      expected: { refund: "18.00", gift_card: "0" },
    } as const;
    await expect(cancelAtDesk(ctx, request)).rejects.toMatchObject({ code: "access_denied" });
    expect(await statesOf(order)).toEqual(["booked", "booked"]);
    expect(await entriesOf(order.number)).toEqual([]);
  });

  test("is refused if the refund has changed since the quote", async () => {
    const { clerk, order } = await open("manager");
    expect(refusalOf(await clerk.cancel(order.tickets, "40.00"))).toBe("422 payment_incorrect_amount");
    expect(await statesOf(order)).toEqual(["booked", "booked"]);
    expect(await entriesOf(order.number)).toEqual([]);
  });
});

describe("refunding", () => {
  test("leaves the tickets, and never returns more than what is left", async () => {
    const { clerk, order } = await open("finance");
    expect((await clerk.refund("15.00")).body.refunds).toEqual([{ means: "Visa ending in 4242", amount: "15.00" }]);
    expect(await statesOf(order)).toEqual(["booked", "booked"]);
    sumsAddUp(await clerk.look());
    const refused = await clerk.refund("25.01");
    expect(refusalOf(refused)).toBe("422 refund_too_much");
    expect(refused.body._data[0]._extra).toMatchObject({ left: "25.00" });
    expect((await clerk.refund("25.00")).status).toBe(200);
    expect(await statesOf(order)).toEqual(["cancelled", "cancelled"]);
    expect((await entriesOf(order.number)).map(({ action }) => action)).toEqual([
      "order.refunded",
      "order.refunded",
      "order.cancelled",
    ]);
  });

  test.each(["0", "-1.00", "1.001"])("%s is not a valid amount", async (amount) => {
    const { clerk } = await open("finance", 1);
    expect((await clerk.refund(amount)).status).toBe(422);
  });

  test("is limited for box office by the seller's limits, and for a role without a limit needs step-up", async () => {
    const limited = await createDeskShop(server);
    await server.db
      .updateTable("seller")
      .set({
        configuration: JSON.stringify({
          ledger_id: "cards",
          self_edit: { enabled: true, anon_editing: true },
          refund_limits: { order: "20.00", day: "30.00" },
        }),
      })
      .where("id", "=", limited.seller_id)
      .execute();
    await expect
      .poll(async () => (await open("box_office", 1, limited)).clerk.look(), { timeout: 5000 })
      .toMatchObject({
        refund_limit: { order: "20.00", day: "30.00" },
      });
    const { clerk, order } = await open("box_office", 2, limited);
    expect((await clerk.refund("15.00")).status).toBe(200);
    await clerk.look();
    const beyondOrder = await clerk.refund("10.00");
    expect(refusalOf(beyondOrder)).toBe("403 refund_limit");
    expect(beyondOrder.body._data[0]._extra).toEqual({ span: "order", left: "5.00" });
    const second = await buyAtDesk(server, limited, 2);
    const atSecond = new DeskClerk(clerk.browser, second.number);
    await atSecond.look();
    expect((await atSecond.refund("16.00")).body._data[0]._extra).toEqual({ span: "day", left: "15.00" });
    expect(refusalOf(await atSecond.cancel(second.tickets, "40.00"))).toBe("403 refund_limit");
    expect(await statesOf(second)).toEqual(["booked", "booked"]);
    const manager = await deskClerk(server, limited, order, "manager");
    await forgetProof(server.db, (manager.browser as unknown as { person: { id: string } }).person.id);
    expect(refusalOf(await manager.refund("21.00"))).toBe("403 step_up_required");
    const proved = await deskClerk(server, limited, order, "finance");
    expect((await proved.refund("21.00")).status).toBe(200);
  });
});

describe("moving", () => {
  const later = (): string => shop.event.sessions[1]?.id ?? "";

  test("shows the amounts, and moves all chosen tickets", async () => {
    const { clerk, order } = await open("box_office");
    const quote = await clerk.get(
      `move_quote?tickets=${order.tickets.join()}&money=refund&event_session_id=${later()}`,
    );
    expect(quote.body).toMatchObject({ value: "40.00", added: "40.00", due: "0", refund: "0", beyond_policy: null });
    const move = {
      tickets: order.tickets,
      money: "refund",
      waive_difference: false,
      reason: "Rain",
      event_session_id: later(),
    };
    expect((await clerk.post("move", move)).status).toBe(200);
    const body = await clerk.look();
    expect(body.tickets.filter(({ state }: { state: string }) => state === "booked")).toMatchObject([
      { event_session_id: later() },
      { event_session_id: later() },
    ]);
    sumsAddUp(body);
    expect(await entriesOf(order.number)).toMatchObject([
      { action: "order.moved", after: { tickets: 2, refund: "0" } },
    ]);
  });

  test("to a dearer type needs the permission to waive the difference", async () => {
    const { clerk, order } = await open("box_office", 1);
    const move = {
      tickets: order.tickets,
      money: "refund",
      reason: "Wrong type",
      event_session_id: later(),
      ticket_type_id: shop.group.types[1]?.id,
    };
    expect(refusalOf(await clerk.post("move", { ...move, waive_difference: false }))).toBe(
      "422 payment_incorrect_amount",
    );
    expect(refusalOf(await clerk.post("move", { ...move, waive_difference: true }))).toBe("422 policy_refuses");
    const manager = await deskClerk(server, shop, order, "manager");
    expect((await manager.post("move", { ...move, waive_difference: true })).status).toBe(200);
    expect(await entriesOf(order.number)).toMatchObject([{ after: { waived: "5.00" } }]);
  });

  test("lists the sessions of a day with places left, and the types with prices", async () => {
    const { clerk } = await open("box_office", 1);
    const day = Temporal.Instant.from(shop.session.start_datetime).toZonedDateTimeISO(shop.timezone).toPlainDate();
    const { body } = await clerk.browser.get(`/events/${shop.event.id}/sessions?day=${day.toString()}`);
    expect(body.sessions).toMatchObject([{ event_session_id: shop.session.id }]);
    expect(body.types).toMatchObject([
      { name: "Adult", price: "20.00" },
      { name: "Senior", price: "25.00" },
    ]);
  });
});

describe("an order that changed since", () => {
  test("is refused with who changed it, when and what, and nothing is done", async () => {
    const { clerk, order } = await open("box_office");
    const other = await deskClerk(server, shop, order, "manager");
    await other.refund("5.00");
    const refused = await clerk.cancel(one(order), "18.00");
    expect(refusalOf(refused)).toBe("409 stale_version");
    expect(refused.body._data[0]._extra).toMatchObject({
      changed_by: expect.stringContaining("Person"),
      changed_at: expect.any(String),
      change: "order.refunded",
    });
    expect(await statesOf(order)).toEqual(["booked", "booked"]);
    await clerk.look();
    expect((await clerk.cancel(one(order), "18.00")).status).toBe(200);
  });

  test("by a correction of the purchaser names the fields that have another value", async () => {
    const { clerk, order } = await open("box_office");
    const other = await deskClerk(server, shop, order, "manager");
    const { first_name, last_name, email } = (await other.look()).purchaser;
    const corrected = { first_name, last_name: `${last_name}-King`, email, phone: "+1 212 555 0199" };
    expect((await other.post("purchaser", corrected)).status).toBe(200);
    const refused = await clerk.cancel(one(order), "18.00");
    expect(refused.body._data[0]._extra).toMatchObject({
      change: "order.corrected",
      changed_fields: ["last_name", "phone"],
    });
  });

  test("by its buyer refuses the change too", async () => {
    const { clerk, order } = await open("box_office");
    expect((await cancelTickets(new TestBuyer(server, shop), order, one(order))).status).toBe(200);
    expect(refusalOf(await clerk.refund("1.00"))).toBe("409 stale_version");
  });

  test("only by a note can still be changed", async () => {
    const { clerk } = await open("finance");
    const before = (await clerk.get("version")).body;
    await clerk.post("notes", { text: "A wheelchair", is_pinned: true, version: undefined });
    const after = (await clerk.get("version")).body;
    expect([after.version === before.version, after.activity === before.activity]).toEqual([true, false]);
    expect((await clerk.refund("1.00")).status).toBe(200);
  });
});

test("a change that is repeated with its key is done once, and gets the same reply", async () => {
  const { clerk, order } = await open("finance");
  const headers = { "idempotency-key": crypto.randomUUID() };
  const send = () => clerk.post("refund", { amount: "5.00", reason: "Goodwill" }, { headers });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect((await clerk.look()).sums).toMatchObject({ refunded: "5.00" });
  expect(await entriesOf(order.number)).toHaveLength(1);
  const colleague = await deskClerk(server, shop, order, "finance");
  expect((await colleague.post("refund", { amount: "5.00", reason: "Goodwill" }, { headers })).status).toBe(200);
  expect((await clerk.look()).sums).toMatchObject({ refunded: "10.00" });
});

describe("notes", () => {
  test("are written and pinned, are seen by staff, and their text is in no audit entry and no e-mail", async () => {
    const { clerk, order } = await open("box_office");
    const { body } = await clerk.post("notes", { text: "Brings a wheelchair", is_pinned: false, version: undefined });
    expect((await clerk.post(`notes/${body.id}/pin`, { is_pinned: true, version: undefined })).status).toBe(200);
    expect((await clerk.look()).notes).toMatchObject([{ text: "Brings a wheelchair", is_pinned: true }]);
    const entries = await entriesOf(order.number);
    expect(entries.map(({ action }) => action)).toEqual(["order.note_added", "order.note_pinned"]);
    const written = JSON.stringify([entries, await shopRows(server, "outbox", shop)]);
    expect(written).not.toContain("wheelchair");
    const buyer = await new TestBuyer(server, shop).get(`/ticket_order/${order.id}/actions?token=${order.token}`);
    expect(JSON.stringify(buyer.body)).not.toContain("wheelchair");
  });

  test("of another order are not pinned", async () => {
    const { clerk } = await open("box_office");
    const { body } = await clerk.post("notes", { text: "x", is_pinned: false, version: undefined });
    const other = await open("box_office");
    expect((await other.clerk.post(`notes/${body.id}/pin`, { is_pinned: true, version: undefined })).status).toBe(404);
  });
});

describe("correcting", () => {
  test("a new address is sent the order, the former one is notified, and both are in the audit log", async () => {
    const { clerk, order } = await open("box_office");
    const to = `new${order.number}@desk.example`;
    const details = { first_name: "Ada", last_name: "Byron", email: to, phone: null };
    expect((await clerk.post("purchaser", details)).status).toBe(200);
    expect((await clerk.look()).purchaser).toMatchObject(details);
    expect((await mailsTo(server.db, to)).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
    const emails = (await mailsTo(server.db, ada.email)).filter(({ kind }) => kind === "address_changed");
    expect(JSON.stringify(emails)).not.toContain(to);
    expect(emails.length).toBe(1);
    const personal = await server.db
      .selectFrom("audit_personal")
      .select(["before", "after"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(personal).toContainEqual({
      before: { last_name: ada.last_name, email: ada.email },
      after: { last_name: "Byron", email: to },
    });
  });

  test("new scan codes replace the old ones, and the buyer gets them", async () => {
    const { clerk, order } = await open("box_office");
    const codes = async () =>
      (
        await server.db
          .selectFrom("ticket")
          .select(["id", "scan_code"])
          .where("ticket_order_id", "=", order.id)
          .orderBy("id")
          .execute()
      ).map(({ id, scan_code }) => [id, scan_code] as const);
    const before = new Map(await codes());
    expect((await clerk.post("new_codes", { tickets: one(order), reason: "Lost phone" })).status).toBe(200);
    const changed = (await codes()).filter(([id, code]) => before.get(id) !== code).map(([id]) => id);
    expect(changed).toEqual(one(order));
    expect((await clerk.look()).tickets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ codes_replaced: 1 }),
        expect.objectContaining({ codes_replaced: 0 }),
      ]),
    );
    expect(JSON.stringify(await entriesOf(order.number))).not.toContain(String(before.get(one(order)[0] ?? "")));
    const gate = await pairedDevice(server, shop);
    const old = String(before.get(one(order)[0] ?? ""));
    expect(inShort(await scanWith(gate.browser, { code: old }))).toBe("no replaced refused");
    expect((await clerk.look()).history).toContainEqual(
      expect.objectContaining({ kind: "scan", by: "Main gate", state: "refused", text: "replaced" }),
    );
  });
});

test("tickets are printed with their codes by who may send them, and each time has an entry without them", async () => {
  const { order, clerk } = await open("box_office");
  const { status, body } = await clerk.browser.post(`/orders/${order.number}/printed_tickets`);
  expect([status, body.tickets.map(({ id }: { id: string }) => id).toSorted()]).toEqual([
    200,
    order.tickets.toSorted(),
  ]);
  const codes = body.tickets.map(({ scan_code }: { scan_code: string }) => scan_code);
  const rows = await shopRows(server, "ticket", shop);
  expect(codes.every((code: string) => rows.some((row) => row["scan_code"] === code))).toBe(true);
  const entries = (await entriesOf(order.number)).filter(({ action }) => action === "order.printed");
  expect(entries).toMatchObject([{ after: { tickets: 2 } }]);
  for (const code of codes) expect(JSON.stringify(entries)).not.toContain(code);
  const stranger = new DeskClerk(await signedIn(server, await createDeskShop(server), ["owner"]), order.number);
  expect((await stranger.browser.post(`/orders/${order.number}/printed_tickets`)).status).toBe(404);
});

test("new scan codes are made only for tickets of the order", async () => {
  const { clerk } = await open("box_office");
  const { order: other } = await open("box_office");
  const codeOf = async () =>
    server.db.selectFrom("ticket").select("scan_code").where("id", "in", one(other)).executeTakeFirst();
  const before = await codeOf();
  const refused = await clerk.post("new_codes", { tickets: one(other), reason: "Lost phone" });
  expect(refusalOf(refused)).toBe("409 ticket_state_incorrect");
  expect(await codeOf()).toEqual(before);
});

test("an order is sent again to its purchaser or to a typed address", async () => {
  const { clerk, order } = await open("box_office");
  expect((await clerk.post("resend", { version: undefined })).body).toEqual({ to: ada.email });
  const to = `friend${order.number}@desk.example`;
  expect((await clerk.post("resend", { to, version: undefined })).body).toEqual({ to });
  for (const body of [{}, { to }])
    expect(refusalOf(await clerk.post("resend", { ...body, version: undefined }))).toBe("429 too_many_requests");
  expect(await mailsTo(server.db, to)).toHaveLength(1);
  expect((await clerk.look()).emails.map((email: { to: string }) => email.to).toSorted()).toEqual([
    ada.email,
    ada.email,
    to,
  ]);
});
