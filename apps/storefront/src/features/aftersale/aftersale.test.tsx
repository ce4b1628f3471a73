import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { makeCart, orderId, refusal, fakeApi, settle, showPage, resetCartState } from "../../../test/cart/fixtures.tsx";
import { setLoginCookie } from "../../../test/login/fixtures.tsx";
import { setFetcher } from "../../api/call.ts";
import { ManagePanel } from "./ManagePanel.tsx";

const token = "t".repeat(32);
const ticketId = (number: number): string => `b0000000-0000-4000-8000-00000000000${number}`;
const [anyLine] = makeCart().lines;
const [anyType] = anyLine?.types ?? [];
const lineOf = (name: string, numbers: readonly number[], more = {}) => ({
  ...anyLine,
  event_template_id: `e0000000-0000-4000-8000-0000000000${numbers.join("")}`,
  name,
  types: [{ ...anyType, count: numbers.length, price: "28.00", ticket_ids: numbers.map(ticketId) }],
  ...more,
});
const order = {
  id: orderId,
  order_number: "100017",
  identity_id: "a0000000-0000-4000-8000-000000000001",
  cart_id: "c0000000-0000-4000-8000-000000000001",
  currency: "USD",
  purchased_on: "2026-11-21T15:01:00Z",
  token,
  confirmation_held: false,
  ticket_order_fees: [{ total_after_fees_price: "64.50" }],
};
const venueId = "10000000-0000-4000-8000-000000000001";
const orderReply = (more = {}) => ({
  ticket_order: { _data: [order] },
  ticket: { _data: [] },
  gift_card: { _data: [] },
  door_ticket: {
    _data: [1, 2].map((number) => ({
      id: ticketId(number),
      ticket_order_id: orderId,
      kind: "ticket",
      event_name: "Museum Admission",
      type_name: "Adult",
      admit_name: number === 1 ? "Ada Byron" : null,
      seat_name: null,
      local_day: "2026-11-21",
      local_start: "19:30",
      all_day: false,
      ticket_date_time: null,
      scan_code: `4F7A09C${number}D1E54B6F8A3C2B1D0E9F7A6B`,
      is_used: false,
      token: `ticket-${number}`.padEnd(32, "x"),
    })),
  },
  paying_gift_cards: {},
  files: { [orderId]: { tickets: true, calendar: true } },
  lines: { [orderId]: [lineOf("Museum Admission", [1, 2]), lineOf("Highlights Tour", [3])] },
  giftees: {},
  sums: {
    [orderId]: [
      { kind: "fee_fixed", name: null, amount: "4.50" },
      { kind: "cancelled", name: null, amount: "4.00" },
    ],
  },
  settled: {
    [orderId]: {
      remaining: "60.50",
      fees: "1.00",
      rest: "0",
      total: "61.50",
      bought: "64.50",
      paid: "0",
      refunded: "3.00",
      gift_card: "0",
    },
  },
  taken_back: {},
  event_template: { _data: [{ id: lineOf("", [1, 2]).event_template_id, venue_id: venueId }] },
  venue: { _data: [{ id: venueId, name: "Pier 4", timezone: "America/New_York", address: "1 Wharf Street" }] },
  ...more,
});
const can = (number: number) => ({
  ticket_id: ticketId(number),
  actions: ["cancel", "reschedule"],
  until: "2026-11-23T15:00:00Z",
  obstacle: null as ChangeObstacle | null,
  value: "28.00",
});
const cannot = (number: number, obstacle: ChangeObstacle | null) => ({
  ...can(number),
  actions: [] as string[],
  until: null,
  obstacle,
});
const bought = {
  at: "2026-11-21T15:01:00Z",
  kind: "bought",
  tickets: 3,
  amount: "64.50",
  means: null,
  state: null,
};
const actionsReply = (tickets: readonly object[] = [can(1), can(2), can(3)], more = {}) => ({
  ticket: { _data: tickets },
  refund_to: "same_means",
  gift_card_bonus: 0,
  history: [bought],
  ...more,
});
const quoteOf = (numbers: readonly number[], more = {}) => ({
  tickets: numbers.map((number) => ({ ticket_id: ticketId(number) })),
  value: "56.00",
  fee: "5.00",
  refunds: [{ means: null, amount: "51.00" }],
  refund: "51.00",
  gift_card: "0",
  bonus: "0",
  ...more,
});

const get = "GET /api/ticket_order/:id";
const actions = "GET /api/ticket_order/:id/actions";
const quote = "POST /api/ticket_order/:id/cancel_quote";
const cancel = "POST /api/ticket_order/:id/cancel";
const page = () => document.body.textContent ?? "";
const phone = { web: { footer_links: [{ label: "+1 212 555 0114", href: "tel:+12125550114" }] } };

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, { seller = {}, path = "" } = {}) => {
  const calls = fakeApi({ [get]: () => orderReply(), [actions]: () => actionsReply(), ...answers });
  await showPage(<ManagePanel id={orderId} />, { path: path || `/manage/${orderId}?token=${token}`, seller });
  return calls;
};
const pressButton = async (name: string): Promise<void> => {
  await act(async () => press(byRole("button", name)));
  await settle();
};
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
const tick = (label: string): void => {
  const box = boxes().find((one) => one.closest("label")?.textContent === label && !one.checked);
  if (!box) throw new Error(`no empty box ${label}`);
  press(box);
};

afterEach(() => {
  setLoginCookie("none");
  resetCartState();
  vi.restoreAllMocks();
});

describe("an order by its link", () => {
  test("shows an order's contents with venue, codes, files, receipt and history", async () => {
    await open({
      [actions]: () =>
        actionsReply(undefined, {
          history: [
            bought,
            { ...bought, kind: "cancelled", tickets: 1, amount: "4.00" },
            { ...bought, kind: "refunded", tickets: 0, amount: "4.00", means: "…4Q7Z", state: "pending" },
          ],
        }),
    });
    expect(document.querySelector("h1")?.textContent).toBe("Your order");
    expect(page()).toContain("Order 100017, bought on Sat, Nov 21");
    expect(page()).toContain("Museum AdmissionSat, Nov 21, 2026 at 7:30\u00a0PMPier 4, 1 Wharf Street2 × Adult$28.00");
    expect(document.querySelectorAll('img[alt^="QR code of ticket"]')).toHaveLength(2);
    expect(page()).toContain("For Ada Byron");
    const files = [...document.querySelectorAll<HTMLAnchorElement>("a[download]")].map(
      ({ textContent }) => textContent,
    );
    expect(files).toEqual(["Download tickets (PDF)", "Add to calendar"]);
    expect(page()).toContain(
      "1 × AdultHighlights Tour$28.00Fees$4.50Harbor Museum fees for changes$1.00Total$61.50Paid at the time of purchase$64.50Refunded−$3.00",
    );
    expect(page()).toContain("Bought$64.50");
    expect(page()).toContain("1 ticket cancelled$4.00");
    expect(page()).toContain("Refunded to gift card …4Q7Z · On its way$4.00");
    expect(page()).not.toContain("Change or cancel");
  });

  test("shows no codes of sessions that are over or cancelled, and marks them", async () => {
    await open({
      [get]: () =>
        orderReply({
          lines: {
            [orderId]: [lineOf("Museum Admission", [1], { flag: "past" }), lineOf("Tour", [2], { flag: "cancelled" })],
          },
        }),
    });
    expect(page()).not.toMatch(/Codes? to show at the door/);
    expect(page()).toContain("Past");
    expect(page()).toContain("Cancelled");
  });

  test.each([400, 404])("says that an order is unknown, status %i", async (status) => {
    await open(
      { [get]: () => refusal(status, "not_found"), [actions]: () => refusal(status, "not_found") },
      { seller: { configuration: { authentication: "none" } } },
    );
    expect(document.querySelector("h1")?.textContent).toBe("We could not find that order.");
    expect(byRoleLink("/resend")).toBe("Resend my tickets");
    expect(page()).not.toContain("log in first");
  });

  test("asks to log in with an account if an order is unknown", async () => {
    await open(
      { [get]: () => refusal(404, "not_found"), [actions]: () => refusal(404, "not_found") },
      { seller: { configuration: { authentication: "password" } } },
    );
    expect(page()).toContain("If you bought it with an account, log in first.");
  });

  test("loads again after a failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = vi.fn().mockReturnValueOnce(refusal(500, "unexpected")).mockReturnValue(orderReply());
    await open({ [get]: answer });
    expect(page()).toContain("Your order is safe");
    await pressButton("Try again");
    expect(page()).toContain("Order 100017");
  });

  test("asks a member at somebody else's order to log out, and stays at the order", async () => {
    setLoginCookie("full");
    const other = { ...order, identity_id: null };
    const calls = await open({
      [get]: () => orderReply({ ticket_order: { _data: [other] } }),
      "POST /api/logout": () => ({ logged_out: true, logout_url: null }),
    });
    expect(page()).toContain("Please log-out to edit your tickets");
    expect(page()).not.toContain("Cancel tickets");
    await pressButton("Log out");
    expect(calls.map(({ what }) => what)).toContain("POST /api/logout");
    expect(page()).not.toContain("Please log-out");
    expect(byRole("button", "Cancel tickets")).toBeDefined();
    expect(document.activeElement?.tagName).toBe("H1");
  });

  test("lets members change their own order", async () => {
    setLoginCookie("full");
    await open();
    expect(page()).not.toContain("Please log-out");
    expect(byRole("button", "Cancel tickets")).toBeDefined();
  });
});

const byRoleLink = (href: string): string | null | undefined =>
  document.querySelector(`a[href="${href}"]`)?.textContent;

describe("what cannot be cancelled", () => {
  test.each([
    ["no ticket is valid any more", [cannot(1, "cancelled"), cannot(2, "redeemed"), cannot(3, "past")]],
    ["there are no tickets", []],
  ])("says that %s", async (_, tickets) => {
    await open({ [actions]: () => actionsReply(tickets) }, { seller: phone });
    expect(page()).toContain("No valid tickets found on this order.");
    expect(page()).not.toContain("contact us");
  });

  test("a ticket that can be sent on is not shared with its present code", async () => {
    await open({ [actions]: () => actionsReply([{ ...can(1), is_sendable: true }, can(2)]) });
    const shared = [...document.querySelectorAll('a[href^="mailto:"]')].map((link) => link.getAttribute("aria-label"));
    expect(shared).toEqual(["Send by email: ticket 4F7A 09C2"]);
  });

  test.each(["past_horizon", "not_changeable", null] as const)(
    "leads to the venue where tickets are valid: %s",
    async (obstacle) => {
      await open({ [actions]: () => actionsReply([cannot(1, obstacle), cannot(2, "past")]) }, { seller: phone });
      expect(page()).toContain("You must contact us to cancel this order.");
      expect(page()).toContain("Please contact us to reschedule your tickets.");
      expect(byRoleLink("tel:+12125550114")).toBe("+1 212 555 0114");
      expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Cancel tickets");
    },
  );

  test.each([
    ["redeemed", "Already used"],
    ["past", "This date is over"],
    ["past_horizon", "It is too late to cancel this online"],
    ["not_changeable", "Please contact us to cancel this"],
  ] as const)("names the reason beside a ticket that stays: %s", async (obstacle, reason) => {
    await open({ [actions]: () => actionsReply([can(1), can(2), cannot(3, obstacle)]) });
    await pressButton("Cancel tickets");
    expect(page()).toContain(`Adult ${reason}`);
    expect(boxes()).toHaveLength(3);
    expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Cancel the whole order");
  });
});

describe("cancelling", () => {
  test("requires a selection, says so beside the tickets and goes there", async () => {
    const calls = await open();
    await pressButton("Cancel tickets");
    expect(document.activeElement?.textContent).toBe("Which tickets do you want to cancel?");
    await pressButton("Cancel selected tickets");
    expect(byRole("alert").textContent).toBe("Please select at least one ticket.");
    expect(document.activeElement).toBe(boxes()[0]);
    expect(calls.map(({ what }) => what)).not.toContain(quote);
    tick("Adult, Ada Byron");
    expect(allByRole("alert")).toEqual([]);
  });

  test("selects all and none", async () => {
    await open();
    await pressButton("Cancel tickets");
    tick("Select all");
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, true]);
    const [all] = boxes();
    if (all) press(all);
    expect(boxes().some(({ checked }) => checked)).toBe(false);
  });

  test("shows before and after, further tickets and the refund, then cancels once and confirms it", async () => {
    const done = quoteOf([1, 3]);
    const calls = await open({
      [quote]: () => done,
      [cancel]: () => ({ ...orderReply(), cancellation: done }),
    });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    expect(calls.filter(({ what }) => what === quote)).toEqual([
      { what: quote, body: { tickets: [{ ticket_id: ticketId(1) }] } },
    ]);
    expect(document.activeElement?.textContent).toBe("Cancel 2 tickets?");
    expect(page()).toContain("After" + "Museum Admission");
    expect(page()).toContain("These add-ons will be cancelled tooHighlights Tour, Adult");
    expect(page()).toContain(
      "Paid for 2 tickets$56.00Harbor Museum cancellation fee−$5.00You get backThe way you paid$51.00",
    );
    await pressButton("Cancel 2 tickets, get back $51.00");
    const sent = calls.filter(({ what }) => what === cancel);
    const expected = { refund: "51.00", gift_card: "0" };
    expect(sent).toEqual([
      { what: cancel, body: { tickets: [{ ticket_id: ticketId(1) }], gateway_data: {}, expected } },
    ]);
    expect(document.activeElement?.textContent).toBe("2 tickets are cancelled");
    expect(page()).toContain("It can take a few days to arrive.");
    expect(byRoleLink("#order-visits")).toBe("See the rest of your order");
    expect(byRoleLink("/events")).toBe("See what’s on");
    expect(
      calls
        .slice(-2)
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual([get, actions]);
  });

  test("cancels the whole order, or keeps it if the buyer goes back", async () => {
    const calls = await open({ [quote]: () => quoteOf([1, 2, 3]) });
    await pressButton("Cancel tickets");
    await pressButton("Cancel the whole order");
    expect(calls.find(({ what }) => what === quote)?.body).toEqual({
      tickets: [1, 2, 3].map((one) => ({ ticket_id: ticketId(one) })),
    });
    expect(page()).toContain("AfterNo tickets are left in this order.");
    await pressButton("Keep my tickets");
    expect(document.activeElement).toBe(byRole("button", "Cancel tickets"));
    expect(calls.map(({ what }) => what)).not.toContain(cancel);
  });

  test("lets the buyer take a gift card with its bonus where the seller does", async () => {
    const answer = (body: unknown) =>
      (body as { refund_to: string }).refund_to === "gift_card"
        ? quoteOf([1], { refund: "0", refunds: [], gift_card: "56.10", bonus: "5.10" })
        : quoteOf([1]);
    const calls = await open({
      [actions]: () => actionsReply(undefined, { refund_to: "choice", gift_card_bonus: 10 }),
      [quote]: answer,
      [cancel]: (body) => ({ ...orderReply(), cancellation: answer(body) }),
    });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    expect(page()).toContain("Worth 10% more, sent by email");
    expect(byRole("button", "Cancel 1 ticket, get back $51.00")).toBeDefined();
    await act(async () => document.querySelector<HTMLInputElement>('input[value="gift_card"]')?.click());
    await settle();
    expect(page()).toContain("New gift cardIncluding a bonus of $5.10$56.10");
    await pressButton("Cancel 1 ticket, get a gift card of $56.10");
    expect(calls.find(({ what }) => what === cancel)?.body).toMatchObject({ refund_to: "gift_card" });
    expect(page()).not.toContain("Banks usually");
  });

  test("cancels free tickets without mentioning a refund", async () => {
    const free = quoteOf([1], { value: "0", fee: "0", refunds: [], refund: "0" });
    await open({ [quote]: () => free });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    expect(page()).toContain("These tickets were free");
    expect(byRole("button", "Cancel 1 ticket")).toBeDefined();
  });

  test.each([
    ["the quote", quote],
    ["the cancellation", cancel],
  ])("shows why %s is refused, keeps the selection and fetches again what is possible", async (_, refused) => {
    const answers = { [quote]: () => quoteOf([1]), [cancel]: () => refusal(409, "unused") };
    const calls = await open({
      ...answers,
      [refused]: () => refusal(422, "tickets_too_old", { description: "It is too late for this ticket." }),
    });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    if (refused === cancel) await pressButton("Cancel 1 ticket, get back $51.00");
    expect(byRole("alert").textContent).toBe("It is too late for this ticket.");
    expect(boxes().filter(({ checked }) => checked)).toHaveLength(1);
    const refusedAt = calls.findLastIndex(({ what }) => what === refused);
    expect(calls.slice(refusedAt + 1).map(({ what }) => what)).toEqual(expect.arrayContaining([get, actions]));
  });

  test("says how many tickets have to stay where too few would be left", async () => {
    const extra = { group: "Family", min: 2 };
    await open({
      [quote]: () => refusal(422, "min_tickets_per_order_not_met", { extra, description: "Please choose at least 2." }),
    });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    expect(byRole("alert").textContent).toBe("Family: please keep at least 2 tickets, or cancel all of them.");
  });

  test("repeats a cancellation whose answer was lost with the same key", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open({ [quote]: () => quoteOf([1]) });
    await pressButton("Cancel tickets");
    tick("Adult, Ada Byron");
    await pressButton("Cancel selected tickets");
    const keys: (string | undefined)[] = [];
    setFetcher(async (path, { headers }) => {
      const isCancelling = path.includes("/cancel?");
      if (isCancelling) keys.push(headers[idempotencyHeader]);
      if (isCancelling && keys.length === 1) return new Response(JSON.stringify({ _data: [] }), { status: 500 });
      const body = path.includes("/actions?") ? actionsReply() : { ...orderReply(), cancellation: quoteOf([1]) };
      return new Response(JSON.stringify(body));
    });
    await pressButton("Cancel 1 ticket, get back $51.00");
    expect(byRole("alert").textContent).toContain("Sorry!");
    await pressButton("Cancel 1 ticket, get back $51.00");
    expect(page()).toContain("1 ticket is cancelled");
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });
});
