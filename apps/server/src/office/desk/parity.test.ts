import { describe, expect, test } from "vitest";
import { createTestUser } from "../../../test/accounts/members.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createDeskShop, DeskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, orderOf, refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { openChange } from "../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const actors = ["a guest by the order's link", "the member whose order it is", "staff"] as const;
type Actor = (typeof actors)[number];
type Actions = {
  readonly cancelFirst: () => Promise<void>;
  readonly cancelAll: () => Promise<void>;
  /** For a new gift card. */
  readonly cancelToCard: () => Promise<void>;
  /** Moves to the second session, as an Adult (20.00) or a Senior (25.00), whose difference is paid by card. */
  readonly moveFirst: (type: "Adult" | "Senior") => Promise<void>;
};

/** Two Adults in the first session, paid by gift card and by card, and how each actor changes them. */
const prepare = async (actor: Actor): Promise<{ shop: TestShop; order: DeskTestOrder; actions: Actions }> => {
  const shop = await createDeskShop(server, { refund_to: "choice" });
  const buyer = new TestBuyer(server, shop);
  if (actor === "the member whose order it is") buyer.cookie = (await createTestUser(server.db, shop)).cookie;
  const isMember = buyer.cookie !== "";
  const cart = await buyer.hold(2);
  const giftCard = await createGiftCard(server, shop, 1000);
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, [giftCardTender(giftCard, 1000), cardTender(3000)])).status).toBe(
    200,
  );
  const reply = isMember ? await buyer.post(`/my/cart/${cart.id}/checkout`, {}) : await buyer.checkOut(cart);
  const order = { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
  const actions = actor === "staff" ? await ofStaff(shop, order) : ofBuyer(shop, order, buyer, actor);
  return { shop, order, actions };
};

const sameMeans = { refund_to: "same_means" };

const ofBuyer = (shop: TestShop, order: DeskTestOrder, buyer: TestBuyer, actor: Actor): Actions => {
  const who = actor === "a guest by the order's link" ? new TestBuyer(server, shop) : buyer;
  return {
    cancelFirst: async () => {
      expect(refusalOf(await cancelTickets(who, order, order.tickets.slice(0, 1), sameMeans))).toBe("200");
    },
    cancelAll: async () => {
      expect(refusalOf(await cancelTickets(who, order, order.tickets, sameMeans))).toBe("200");
    },
    cancelToCard: async () => {
      expect(refusalOf(await cancelTickets(who, order, order.tickets, { refund_to: "gift_card" }))).toBe("200");
    },
    moveFirst: async (type) => {
      const to = { session_id: laterOf(shop), type_id: typeOf(shop, type), quantity: 1 };
      const cart = await openChange(who, { order, gives_up: order.tickets.slice(0, 1), add: [to] });
      if (type === "Senior") expect((await who.post(`/my/cart/${cart.id}/pay`, [cardTender(500)])).status).toBe(200);
      const checkout = actor === "the member whose order it is" ? "checkout" : "guest_checkout";
      expect((await who.post(`/my/cart/${cart.id}/${checkout}`, {})).status).toBe(200);
    },
  };
};

const ofStaff = async (shop: TestShop, order: DeskTestOrder): Promise<Actions> => {
  const clerk = new DeskClerk(await signedIn(server, shop, ["box_office"]), order.number);
  await clerk.look();
  const request = {
    tickets: order.tickets.slice(0, 1),
    event_session_id: laterOf(shop),
    money: "refund",
    reason: "Asked at the desk",
  };
  return {
    cancelFirst: async () => {
      expect(refusalOf(await clerk.cancel(order.tickets.slice(0, 1), "18.00"))).toBe("200");
    },
    cancelAll: async () => {
      expect(refusalOf(await clerk.cancel(order.tickets, "36.00"))).toBe("200");
    },
    cancelToCard: async () => {
      const toCard = { refund_to: "gift_card", expected: { refund: "0", gift_card: "36.00" } };
      expect(refusalOf(await clerk.cancel(order.tickets, "0", toCard))).toBe("200");
    },
    moveFirst: async (type) => {
      const to = { ...request, ticket_type_id: typeOf(shop, type) };
      if (type === "Adult") {
        expect((await clerk.post("move", { ...to, waive_difference: false })).status).toBe(200);
        return;
      }
      expect((await clerk.post("offer_move", { ...to, due: "5.00", pay_by: { means: "link" } })).status).toBe(200);
      const payer = new TestBuyer(server, shop);
      const { body } = await payer.post(`/ticket_order/${order.id}/offered_change?token=${order.token}`, {});
      expect((await payer.post(`/my/cart/${body.change_cart_id}/pay`, [cardTender(500)])).status).toBe(200);
      expect((await payer.post(`/my/cart/${body.change_cart_id}/guest_checkout`, {})).status).toBe(200);
    },
  };
};

const laterOf = (shop: TestShop): string => shop.event.sessions[1]?.id ?? "";
const typeOf = (shop: TestShop, name: string): string => shop.group.types.find((type) => type.name === name)?.id ?? "";

type Row = Readonly<Record<string, unknown>>;

const linesOf = ({ cause, debit, credit, amount }: Row): string[] =>
  (debit as string[]).map((account, nth) =>
    [cause, account, (credit as string[])[nth], (amount as number[])[nth]].join(" "),
  );

/** The result of an action, without its actor, ids and times. */
const outcomeOf = async (shop: TestShop, order: DeskTestOrder) => {
  const pick = (row: Row, ...names: string[]) => names.map((name) => row[name]);
  const tickets = await shopRows(server, "ticket", shop);
  const emails = await shopRows(server, "outbox", shop);
  const audit = await auditOf(server.db, shop.seller_id);
  const rowsOf = async (table: "payment_audit" | "ledger_entry" | "journal_entry"): Promise<Row[]> =>
    (await server.db
      .selectFrom(table as "ledger_entry")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .execute()) as unknown as Row[];
  return {
    tickets: tickets
      .map((row) => [
        row["state"],
        row["event_session_id"] === laterOf(shop) ? "later" : "first",
        ...pick(row, "face_value", "adjusted_value", "fee_fixed", "fee_percent", "code_number"),
      ])
      .map(String)
      .toSorted(),
    payments: (await shopRows(server, "payment", shop)).map((row) =>
      pick(row, "state", "amount", "refunded", "refunding"),
    ),
    refunds: (await shopRows(server, "refund", shop)).map((row) => pick(row, "state", "amount", "reason")),
    changes: (await shopRows(server, "order_change", shop)).map((row) =>
      pick(row, "kind", "tickets", "value", "fee", "added", "paid", "refund", "gift_card", "bonus"),
    ),
    statuses: (await rowsOf("payment_audit")).map((row) => String(pick(row, "audit_action", "amount"))).toSorted(),
    giftCards: (await rowsOf("ledger_entry")).map((row) => String(pick(row, "kind", "amount"))).toSorted(),
    journal: (await rowsOf("journal_entry")).flatMap(linesOf).toSorted(),
    // Only staff send the offer by e-mail: the buyer pays with it.
    emails: emails
      .map(({ kind }) => String(kind))
      .filter((kind) => kind !== "change_offered" && !kind.startsWith("staff_"))
      .toSorted(),
    audit: audit
      .filter(({ entity_id, action }) => entity_id === String(order.number) && action !== "order.move_offered")
      .map(({ action, after }) => [action, (after as { tickets?: number }).tickets]),
  };
};

describe.each([
  { what: "cancelling", act: (actions: Actions) => actions.cancelFirst(), back: 1800 },
  { what: "cancelling everything", act: (actions: Actions) => actions.cancelAll(), back: 3600 },
  { what: "cancelling for a gift card", act: (actions: Actions) => actions.cancelToCard(), back: 0 },
  { what: "moving at no cost", act: (actions: Actions) => actions.moveFirst("Adult"), back: 0 },
  { what: "moving to a dearer ticket", act: (actions: Actions) => actions.moveFirst("Senior"), back: 0 },
])("$what", ({ act, back }) => {
  test("has the same tickets, money, e-mails and audit entries for a guest, a member and staff", async () => {
    const outcomes = [];
    for (const actor of actors) {
      const { shop, order, actions } = await prepare(actor);
      await act(actions);
      outcomes.push(await outcomeOf(shop, order));
    }
    const [guest, member, staff] = outcomes;
    expect(guest?.refunds.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(back);
    expect(guest?.audit).toHaveLength(1);
    expect(member).toEqual(guest);
    expect(staff).toEqual(guest);
  });
});
