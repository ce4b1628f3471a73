import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, closePages, press } from "@foyer/ui/test/dom.tsx";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import { rememberNewOrders, takeNewOrders } from "../../shared/storage/newOrders.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import {
  cartId,
  makeCart,
  orderId,
  refusal,
  setSaved,
  resetCartState,
  cartReply,
  fakeApi,
  settle,
  showPage,
} from "../../../test/cart/fixtures.tsx";
import { setLoginCookie } from "../../../test/login/fixtures.tsx";
import { setConsent } from "../../shared/analytics/consent.ts";
import { setAnalyticsTarget } from "../../shared/analytics/track.ts";
import { notifyLoginChange } from "../login/session/loginStrength.ts";
import { rememberConfirmationEmail } from "../checkout/confirmationEmail.ts";
import { CompletePanel } from "./CompletePanel.tsx";
import { pollDelay, PendingPanel } from "./PendingPanel.tsx";
import { TransferCartPanel } from "./TransferCartPanel.tsx";

const token = "t".repeat(32);
const order = {
  id: orderId,
  order_number: "100017",
  identity_id: null,
  cart_id: cartId,
  currency: "USD",
  purchased_on: Temporal.Now.instant().subtract({ minutes: 2 }).toString(),
  token,
  confirmation_held: false,
  ticket_order_fees: [{ total_after_fees_price: "64.50" }],
};
const orders = "GET /api/ticket_order";
const sessionId = "d0000000-0000-4000-8000-000000000001";
const mine = "GET /api/my/cart/:id";
const linked = "GET /api/cart/:id";
const doorTicket = (number: number, more: Partial<DoorTicket> = {}): DoorTicket => ({
  id: `b0000000-0000-4000-8000-00000000000${number}`,
  ticket_order_id: orderId,
  kind: "ticket",
  event_name: "Whales",
  type_name: "Adult",
  admit_name: null,
  seat_name: null,
  local_day: "2026-11-21",
  local_start: "19:30",
  all_day: false,
  ticket_date_time: null,
  scan_code: `4F7A09C${number}D1E54B6F8A3C2B1D0E9F7A6B`,
  is_used: false,
  token: `ticket-${number}`.padEnd(32, "x"),
  ...more,
});
const reply = {
  ticket_order: { _data: [order] },
  gift_card: { _data: [] as unknown[] },
  door_ticket: { _data: [doorTicket(1)] },
  paying_gift_cards: {},
  files: { [orderId]: { tickets: true, calendar: true } },
  lines: { [orderId]: makeCart().lines },
  giftees: {} as Record<string, string>,
  sums: {},
  taken_back: {},
};
const page = () => document.body.textContent ?? "";
const nothing = <h1>Not found</h1>;

afterEach(() => {
  resetCartState();
  rememberConfirmationEmail(undefined);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const online = { configuration: { self_edit: { enabled: true, anon_editing: true } } };

describe("completed order", () => {
  const showComplete = (path: string, seller = {}, answer: () => unknown = () => reply) => {
    const calls = fakeApi({ [orders]: answer });
    return showPage(<CompletePanel notFound={nothing} />, { path, seller: { ...online, ...seller } }).then((shown) => ({
      ...shown,
      calls,
    }));
  };
  const done = `/checkout/complete?orderIds=${orderId}`;

  test("is the confirmation on the day of the purchase, and names the order later", async () => {
    const title = () => document.querySelector("h1")?.textContent;
    const bought = (hours: number) => ({
      ...order,
      purchased_on: Temporal.Now.instant().subtract({ hours }).toString(),
    });
    const show = (hours: number, more: object = {}) =>
      showComplete(done, {}, () => ({ ...reply, ticket_order: { _data: [bought(hours)] }, ...more }));
    await show(2);
    expect([title(), document.title]).toEqual(["Done!", expect.stringMatching(/^Done! – /)]);
    closePages();
    await show(30);
    expect([title(), document.title]).toEqual(["Your order", expect.stringMatching(/^Your order – /)]);
    expect(page()).toContain("Show this code at the door.");
    closePages();
    const lines = makeCart().lines.map((line) => ({ ...line, flag: "past", end_datetime: "2026-01-02T20:00:00Z" }));
    await show(30, { lines: { [orderId]: lines }, door_ticket: { _data: [] } });
    expect([title(), document.title]).toEqual(["Your visit is over", expect.stringMatching(/^Your visit is over – /)]);
    expect(page()).not.toContain("Thank you");
  });

  test("shows the QR code and the order's items, and forgets the cart", async () => {
    setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
    rememberConfirmationEmail("ada@example.com");
    await showComplete(done);
    expect(document.querySelector("h1")?.textContent).toBe("Done!");
    const code = document.querySelector<HTMLImageElement>('img[alt="QR code of order 100017"]');
    expect(code?.getAttribute("src")).toBe(
      `/cached_api/ticket_order/${orderId}/qrcode?margin=4&token=${token}&_seller=harbor`,
    );
    expect(page()).toContain("Order 100017");
    expect(page()).toContain("2 × Adult");
    expect(page()).toContain("Total$64.50");
    expect(page()).toContain("We have emailed your tickets to ada@example.com.");
    expect(document.querySelector(`a[href="${done}&token=${token}"]`)).toBeNull();
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test.each([
    ["who change nothing online", {}, "64.50", "View your order"],
    ["who cannot cancel online", { self_edit: { enabled: true, allow: ["reschedule"] } }, "64.50", "Change your order"],
    ["of a free order", {}, "0.00", "Change or cancel"],
  ])("promises no more than the rules of the seller allow buyers %s", async (_, configuration, total, label) => {
    const free = { ...order, ticket_order_fees: [{ total_after_fees_price: total }] };
    await showComplete(done, { configuration }, () => ({ ...reply, ticket_order: { _data: [free] } }));
    expect(document.querySelector(`a[href^="/manage/${orderId}"]`)?.textContent).toBe(label);
  });

  test("leads to changing and cancelling, with the token where the page has it", async () => {
    const changeLink = () =>
      [...document.querySelectorAll("a")].find((link) => link.textContent === "Change or cancel");
    await showComplete(done);
    expect(changeLink()?.getAttribute("href")).toBe(`/manage/${orderId}`);
    closePages();
    await showComplete(`${done}&token=${token}`);
    expect(changeLink()?.getAttribute("href")).toBe(`/manage/${orderId}?token=${token}`);
    closePages();
    const cards = makeCart().lines.map((line) => ({ ...line, event_session_id: null }));
    await showComplete(done, {}, () => ({
      ...reply,
      lines: { [orderId]: cards },
      door_ticket: { _data: [doorTicket(1, { kind: "card" })] },
    }));
    expect(changeLink()).toBeUndefined();
  });

  test("shows no code for visits that the venue has cancelled, and leads to the order's page", async () => {
    const lines = makeCart().lines.map((line) => ({ ...line, flag: "cancelled" }));
    const files = { [orderId]: { tickets: false, calendar: false } };
    const meta = { completed_order_message: "<p>We look forward to seeing you.</p>" };
    await showComplete(done, { meta }, () => ({
      ...reply,
      lines: { [orderId]: lines },
      door_ticket: { _data: [] },
      files,
    }));
    expect(document.querySelector("h1")?.textContent).toBe("This order is cancelled");
    expect(page()).not.toContain("Show this code");
    expect(page()).not.toContain("We look forward to seeing you.");
    expect(allByRole("img").map((image) => image.getAttribute("alt"))).not.toContain("QR code of order 100017");
    expect(page()).not.toContain("Download");
    expect(document.querySelector(`a[href^="/manage/${orderId}"]`)?.textContent).toBe("View your order");
  });

  test("shows no codes of visits that are over, and does not offer to change them", async () => {
    const line = makeCart().lines[0]!;
    const of = (flag: "past" | "redeemed", ticket_id: string) => ({
      ...line,
      event_session_id: sessionId,
      flag,
      types: line.types.map((type) => ({ ...type, ticket_ids: [ticket_id] })),
    });
    const codes = () => [...document.querySelectorAll('img[alt^="QR code"]')];
    const link = () => document.querySelector(`a[href^="/manage/${orderId}"]`)?.textContent;
    await showComplete(done, {}, () => ({ ...reply, lines: { [orderId]: [of("past", doorTicket(1).id)] } }));
    expect(page()).toContain("Past");
    expect(codes()).toEqual([]);
    expect(page()).not.toContain("Show this code");
    expect(link()).toBe("View your order");
    closePages();
    await showComplete(done, {}, () => ({
      ...reply,
      lines: { [orderId]: [of("redeemed", doorTicket(1).id)] },
      door_ticket: { _data: [doorTicket(1, { is_used: true })] },
    }));
    expect(codes()).toHaveLength(1);
    expect(link()).toBe("View your order");
  });

  test("shows no code of its own for an order whose tickets are all with somebody else, which can be changed", async () => {
    await showComplete(done, {}, () => ({
      ...reply,
      lines: { [orderId]: makeCart().lines.map((line) => ({ ...line, event_session_id: sessionId })) },
      door_ticket: { _data: [] },
      files: { [orderId]: { tickets: false, calendar: false } },
    }));
    expect(document.querySelector("h1")?.textContent).toBe("Done!");
    expect(allByRole("img").map((image) => image.getAttribute("alt"))).not.toContain("QR code of order 100017");
    expect(document.querySelector(`a[href^="/manage/${orderId}"]`)?.textContent).toBe("Change or cancel");
  });

  test("shows an order without valid tickets as cancelled", async () => {
    await showComplete(done, {}, () => ({
      ...reply,
      lines: { [orderId]: [] },
      door_ticket: { _data: [] },
      files: { [orderId]: { tickets: false, calendar: false } },
    }));
    expect(document.querySelector("h1")?.textContent).toBe("This order is cancelled");
    expect(document.querySelector(`a[href^="/manage/${orderId}"]`)?.textContent).toBe("View your order");
  });

  test("copies the order's own link", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as unknown as Clipboard);
    await showComplete(done);
    await act(async () => press(byRole("button", "Copy the link to this order")));
    expect(byRole("button", "Link copied")).toBeDefined();
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(`/harbor${done.replace("?", "[?]")}&token=${token}$`));
  });

  test("shows that no e-mail was sent where the confirmation of a free order was held back", async () => {
    rememberConfirmationEmail("ada@example.com");
    const held = { ...reply, ticket_order: { _data: [{ ...order, confirmation_held: true }] } };
    await showComplete(done, {}, () => held);
    expect(page()).toContain("We have not sent an email, because this address has had a lot of free orders today.");
    expect(page()).not.toContain("We have emailed");
  });

  test("says plainly that a bank has taken the payment back, and what happens next", async () => {
    await showComplete(done, {}, () => ({ ...reply, taken_back: { [orderId]: "64.50" } }));
    expect(document.querySelector("h1")?.textContent).toBe("This order is not paid");
    expect(page()).toContain("Your bank has reversed your payment of $64.50.");
    expect(page()).toContain("Please contact us to pay in another way");
    for (const thanks of ["Thank you", "We have emailed", "Show this code"]) expect(page()).not.toContain(thanks);
  });

  test("says that a payment was taken back before the code, and without the picture of a completed order", async () => {
    const seller = { meta: { completed_image: "00000000-0000-4000-8000-0000000000aa" } };
    const hasPicture = () => document.querySelector("picture") !== null;
    await showComplete(done, seller);
    expect(hasPicture()).toBe(true);
    closePages();
    await showComplete(done, seller, () => ({ ...reply, taken_back: { [orderId]: "64.50" } }));
    const notice = [...document.querySelectorAll("p, strong")].find(({ textContent }) =>
      textContent?.startsWith("Your bank has reversed"),
    );
    const code = document.querySelector('img[alt*="100017"]');
    expect(notice && code && notice.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(hasPicture()).toBe(false);
  });

  test("offers the tickets as PDF and the date for the calendar", async () => {
    await showComplete(done);
    const ways = new Map(
      [...document.querySelectorAll<HTMLAnchorElement>("a[download]")].map((link) => [
        link.textContent,
        link.getAttribute("href"),
      ]),
    );
    expect(ways).toEqual(
      new Map([
        ["Download tickets (PDF)", `/api/ticket_order/${orderId}/tickets.pdf?token=${token}&_seller=harbor`],
        ["Add to calendar", `/api/ticket_order/${orderId}/calendar.ics?token=${token}&_seller=harbor`],
      ]),
    );
  });

  test("shows the recipient of a gift membership", async () => {
    const [line] = makeCart().lines;
    const lines = { [orderId]: [{ ...line, membership: "gift" as const }] };
    await showComplete(done, {}, () => ({ ...reply, lines, giftees: { [orderId]: "Grace Hopper" } }));
    expect(page()).toContain("Gift for Grace Hopper");
    expect(page()).toContain("We have emailed the gift to Grace Hopper.");
  });

  test.each([
    ["buy", true, true],
    ["buy", false, false],
    ["gift", true, false],
  ] as const)("shows how long a physical card takes: %s, %s", async (membership, physical_card, isShown) => {
    const [line] = makeCart().lines;
    const id = line?.types[0]?.ticket_group_id;
    fakeApi({
      [orders]: () => ({ ...reply, lines: { [orderId]: [{ ...line, membership }] } }),
      "GET /cached_api/events/:id": () => ({ ticket_group: { _data: [{ id, level: { physical_card } }] } }),
    });
    await showPage(<CompletePanel notFound={nothing} />, { path: done });
    expect(page().includes("Physical membership cards take 3 to 5 weeks.")).toBe(isShown);
  });

  test("shows a code for each ticket with a number to read out, a link to send, and no sharing for used ones", async () => {
    const tickets = [doorTicket(1), doorTicket(2, { is_used: true, seat_name: "C 4", admit_name: "Ada" })];
    await showComplete(done, {}, () => ({ ...reply, door_ticket: { _data: tickets } }));
    const codes = [...document.querySelectorAll<HTMLImageElement>('img[alt^="QR code of ticket"]')];
    expect(codes.map((code) => code.getAttribute("src"))).toEqual(
      tickets.map(({ id, token: own }) => `/cached_api/ticket/${id}/qrcode?token=${own}&_seller=harbor`),
    );
    expect(page()).toContain("Ticket 4F7A 09C1");
    expect(page()).toContain("Adult UsedWhales, Sat, Nov 21, 2026 at 7:30\u00a0PMSeat C 4For AdaTicket 4F7A 09C2");
    const sent = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="mailto:"]')];
    expect(sent.map((link) => link.getAttribute("aria-label"))).toEqual(["Send by email: ticket 4F7A 09C1"]);
    const href = decodeURIComponent(sent[0]?.getAttribute("href") ?? "");
    expect(href).toContain(`/api/ticket/${tickets[0]?.id}/ticket.pdf?token=${tickets[0]?.token}`);
    expect(href).not.toContain(token);
  });

  test("shows codes in the order of their seats, and visits as they come", async () => {
    const seats = ["F 10", "F 9", null, "E 12"].map((seat_name, at) =>
      doorTicket(at + 1, { seat_name, event_name: at < 2 ? "Whales" : "Tides" }),
    );
    await showComplete(done, {}, () => ({ ...reply, door_ticket: { _data: seats } }));
    const shown = page().match(/(?<=Ticket 4F7A 09C)\d/g);
    expect(shown).toEqual(["2", "1", "3", "4"]);
  });

  test("shares a ticket by its own link where the device can", async () => {
    const shared: ShareData[] = [];
    const share = async (data: ShareData): Promise<void> => void shared.push(data);
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    const tickets = [doorTicket(1), doorTicket(2)];
    await showComplete(done, {}, () => ({ ...reply, door_ticket: { _data: tickets } }));
    act(() => byRole("button", "Share ticket 4F7A 09C2").click());
    Reflect.deleteProperty(navigator, "share");
    expect(shared).toEqual([
      expect.objectContaining({
        title: "Your ticket: Whales, Harbor Museum",
        url: expect.stringContaining(`/api/ticket/${tickets[1]?.id}/ticket.pdf?token=${tickets[1]?.token}`),
      }),
    ]);
  });

  test("does not repeat the code for an order of one ticket", async () => {
    await showComplete(done);
    expect(document.querySelector('img[alt^="QR code of ticket"]')).toBe(null);
  });

  test("shows which gift card paid and what is left on it", async () => {
    const paying_gift_cards = { [orderId]: [{ number: "…5678", amount: "20.00", balance: "30.00" }] };
    await showComplete(done, {}, () => ({ ...reply, paying_gift_cards }));
    expect(page()).toContain("Total$64.50Paid by gift card …5678Left on the card: $30.00$20.00");
  });

  test("does not call membership cards tickets", async () => {
    await showComplete(done, {}, () => ({ ...reply, door_ticket: { _data: [doorTicket(1, { kind: "card" })] } }));
    expect(page()).toContain("We have emailed your order to you.");
    expect(page()).toContain("Download membership cards (PDF)");
    expect(page()).toContain("Copy the link to this order");
    expect(page()).not.toMatch(/ticket/i);
  });

  test("shows gift card numbers, and mentions no entrance without tickets", async () => {
    const card = {
      ticket_order_id: orderId,
      ticket_id: "t1",
      number: "GC-1234-5678",
      amount: "50.00",
      balance: "20.00",
    };
    await showComplete(done, {}, () => ({
      ...reply,
      files: { [orderId]: { tickets: false, calendar: false } },
      door_ticket: { _data: [] },
      gift_card: {
        _data: [
          { ...card, state: "active" },
          { ...card, ticket_id: "t2", number: "GC-0000-0000", state: "inactive" },
          { ...card, ticket_id: "t3", ticket_order_id: cartId, number: "GC-another", state: "active" },
        ],
      },
    }));
    expect(page()).toContain("Gift cardsGC-1234-5678$50.00Balance left: $20.00GC-0000-0000$50.00Not in use");
    expect(page()).not.toContain("GC-another");
    expect(page()).not.toMatch(/door|ticket/i);
    expect(document.querySelector("a[download]")).toBe(null);
  });

  test("does not link an invoice if the seller issues none", async () => {
    await showComplete(done, {}, () => reply);
    expect(page()).toContain("Download tickets (PDF)");
    expect(page()).not.toContain("Invoice (PDF)");
  });

  test("links the invoice if the seller issues invoices", async () => {
    await showComplete(done, {}, () => ({
      ...reply,
      files: { [orderId]: { tickets: true, calendar: true, invoice: true } },
    }));
    const link = [...document.querySelectorAll("a[download]")].find((one) => one.textContent === "Invoice (PDF)");
    expect(link?.getAttribute("href")).toMatch(new RegExp(`^/api/ticket_order/${orderId}/invoice\\.pdf\\?token=`));
  });

  test("shows a QR code for each of several orders", async () => {
    const second = { ...order, id: "d0000000-0000-4000-8000-000000000002", order_number: "100018" };
    await showComplete(`${done},${second.id}`, {}, () => ({
      ...reply,
      ticket_order: { _data: [order, second] },
      files: { ...reply.files, [second.id]: { tickets: true, calendar: false } },
      lines: { ...reply.lines, [second.id]: makeCart().lines },
    }));
    expect(document.querySelectorAll('img[alt^="QR code of order"]')).toHaveLength(2);
    expect(page()).toContain("Thank you for your orders. Show these codes at the door.");
  });

  test("explains a total that differs from the tickets' sum", async () => {
    const sums = [
      { kind: "fee_fixed" as const, name: null, amount: "7.50" },
      { kind: "discount" as const, name: "By ferry", amount: "-3" },
    ];
    const lines = { [orderId]: makeCart().lines.slice(0, 1) };
    await showComplete(done, {}, () => ({ ...reply, lines, sums: { [orderId]: sums } }));
    expect(page()).toContain("2 × Adult$60.00Fees$7.50By ferry−$3.00Total$64.50");
  });

  const settled = {
    remaining: "60.00",
    fees: "0",
    rest: "0",
    total: "60.00",
    bought: "60.00",
    paid: "0",
    refunded: "0",
    gift_card: "0",
  };
  test.each([
    [
      "what was paid later",
      { paid: "5.00", bought: "55.00" },
      "Paid at the time of purchase$55.00Paid for changes$5.00",
    ],
    ["what went back", { bought: "90.00", refunded: "30.00" }, "Paid at the time of purchase$90.00Refunded−$30.00"],
    [
      "what became a gift card",
      { bought: "90.00", gift_card: "30.00" },
      "Paid at the time of purchase$90.00Turned into a gift card−$30.00",
    ],
  ])("explains how the total of a changed order was paid: %s", async (_, more, explained) => {
    const lines = { [orderId]: makeCart().lines.slice(0, 1) };
    await showComplete(done, {}, () => ({ ...reply, lines, settled: { [orderId]: { ...settled, ...more } } }));
    expect(page()).toContain(`2 × Adult$60.00Total$60.00${explained}`);
  });

  test.each([
    ["below its total", {}, "Total$64.50Includes VAT (6.9%)$1.61Includes GST (5%)$0.48"],
    ["below the total of a changed order", { settled: { [orderId]: settled } }, "Total$60.00Includes VAT (6.9%)$1.61"],
  ])("says the taxes of an order %s", async (_, more, receipt) => {
    const taxes = [
      { name: "VAT", percent: 6.9, net: "23.39", tax: "1.61", gross: "25.00" },
      { name: "GST", percent: 5, net: "9.52", tax: "0.48", gross: "10.00" },
    ];
    await showComplete(done, {}, () => ({ ...reply, ...more, taxes: { [orderId]: taxes } }));
    expect(page()).toContain(receipt);
  });

  test.each([
    ["not refunded", "10.00", "Not refunded$10.00Total$70.00"],
    ["refunded all the same", "-10.00", "Other refunds−$10.00Total$50.00"],
  ])("names what of a changed order is %s", async (_, rest, explained) => {
    const total = (60 + Number(rest)).toFixed(2);
    const lines = { [orderId]: makeCart().lines.slice(0, 1) };
    await showComplete(done, {}, () => ({ ...reply, lines, settled: { [orderId]: { ...settled, rest, total } } }));
    expect(page()).toContain(explained);
  });

  test("keeps a cart that does not belong to the order", async () => {
    setSaved({ cart_id: "another", local_expiry: null });
    await showComplete(done);
    expect(savedStoreFor("harbor").get().cart_id).toBe("another");
  });

  test("shows the seller's message and links", async () => {
    await showComplete(done, {
      meta: {
        completed_order_message: "<p>Bring a coat.</p>",
        completed_order_links: [{ label: "Plan your visit", href: "/events" }],
      },
    });
    expect(page()).toContain("Bring a coat.");
    expect(document.querySelector('a[href="/harbor/events"]')?.textContent).toBe("Plan your visit");
  });

  test("shows the seller's image for the screen size, with its alternative text", async () => {
    await showComplete(done, {
      meta: { completed_image: "wide", completed_mobile_image: "narrow", completed_image_alternate_text: "The tide" },
    });
    expect(document.querySelector('source[media="(width < 26em)"]')?.getAttribute("srcset")).toContain("/narrow?");
    expect(document.querySelector('img[alt="The tide"]')?.getAttribute("src")).toContain("/wide?");
  });

  test.each([
    ["without order ids in the address", "/checkout/complete", () => reply],
    ["for ids that are not well-formed", done, () => refusal(400, "bad_field_value", { context: "general" })],
    [
      "for orders of somebody else",
      done,
      () => ({ ...reply, ticket_order: { _data: [] }, lines: {}, sums: {}, files: {} }),
    ],
  ])("shows the not-found page %s", async (_, path, answer) => {
    await showComplete(path, {}, answer);
    expect(page()).toBe("Not found");
  });

  describe("with the seller's own confirmation page", () => {
    const own = { web: { external_completed_order_url: "https://museum.example/thanks?o={orderIds}&c={cartId}" } };

    test("redirects there after the purchase, and shows the order when its page is opened again", async () => {
      const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
      rememberNewOrders("harbor", [orderId]);
      await showComplete(done, own);
      expect(went).toHaveBeenCalledExactlyOnceWith(`https://museum.example/thanks?o=${orderId}&c=${cartId}`);
      closePages();
      await showComplete(done, own);
      expect(went).toHaveBeenCalledOnce();
      expect(page()).toContain("Show this code at the door.");
    });

    test.each([
      ["no purchase, such as the link of an e-mail", []],
      ["the purchase of another order", ["00000000-0000-4000-8000-0000000000aa"]],
    ])("shows the order here after %s", async (_, placed) => {
      const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
      rememberNewOrders("harbor", placed);
      await showComplete(`${done}&token=${token}`, own);
      expect(went).not.toHaveBeenCalled();
      expect(page()).toContain("Show this code at the door.");
    });
  });

  test("tracks the purchase before it redirects", async () => {
    setConsent("harbor", "granted");
    setAnalyticsTarget({ slug: "harbor", container_id: "GTM-HARBOR1" });
    const tracked = (): string => window.sessionStorage.getItem("foyer.harbor.measured") ?? "";
    let before = "";
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => void (before = tracked()));
    rememberNewOrders("harbor", [orderId]);
    await showComplete(done, { web: { external_completed_order_url: "https://museum.example/thanks?o={orderIds}" } });
    await vi.waitFor(() => expect(went).toHaveBeenCalledOnce());
    expect(before).toContain('"transaction_id":"100017"');
    setConsent("harbor", null);
    setAnalyticsTarget({ slug: "", container_id: undefined });
    window.sessionStorage.clear();
    window.localStorage.removeItem("foyer.harbor.purchases");
  });

  test("completed order does not redirect to a page without https", async () => {
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    rememberNewOrders("harbor", [orderId]);
    await showComplete(done, { web: { external_completed_order_url: "javascript:alert(1)//{orderIds}" } });
    expect(went).not.toHaveBeenCalled();
  });
});

describe("pending payment", () => {
  const waiting = makeCart({ payment_in_progress: true });

  test("shows the reference number, polls, and leads to the order once it is there", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let cart = waiting;
    const calls = fakeApi({ [mine]: () => cartReply(cart) });
    const { history } = await showPage(<PendingPanel cartId={cartId} notFound={nothing} />);
    expect(page()).toContain("Your initial debit payment is awaiting clearing. Reference number: 10017");
    act(() => void vi.advanceTimersByTime(4_900));
    await settle();
    expect(calls).toHaveLength(1);
    cart = makeCart({ state: "completed", ticket_order_id: orderId });
    act(() => void vi.advanceTimersByTime(200));
    await settle();
    expect(calls).toHaveLength(2);
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
    expect(takeNewOrders("harbor", [orderId])).toBe(true);
  });

  test("leads back to the checkout after the payment has failed", async () => {
    fakeApi({ [mine]: () => cartReply(makeCart()) });
    await showPage(<PendingPanel cartId={cartId} notFound={nothing} />);
    expect(page()).toContain("Your payment did not clear");
    expect(document.querySelector("h1")?.textContent).toBe("Payment not completed");
    expect(document.querySelector(`a[href="/checkout/${cartId}"]`)).not.toBe(null);
  });

  test.each([
    ["for an unknown cart", 404, "not_found"],
    ["for an id that is not well-formed", 400, "bad_field_value"],
  ])("shows the not-found page %s", async (_, status, code) => {
    fakeApi({
      [mine]: () => refusal(status, code, { context: "cart" }),
      [linked]: () => refusal(status, code, { context: "cart" }),
    });
    await showPage(<PendingPanel cartId={cartId} notFound={nothing} />);
    expect(page()).toBe("Not found");
  });

  test.each([
    [1, 5_000],
    [6, 5_000],
    [7, 7_000],
    [20, 60_000],
  ])("pending payment after %i polls waits %i ms", (calls, pause) => expect(pollDelay(calls)).toBe(pause));
});

describe("transferring a cart", () => {
  const transfer = "POST /api/my/cart/:id/transfer";
  const taken = makeCart({ id: "00000000-0000-4000-8000-0000000000ff", expires_in: 600 });
  const showTransfer = async (path: string, answer: () => unknown = () => cartReply(taken), seller = {}) => {
    const calls = fakeApi({ [transfer]: answer });
    return { ...(await showPage(<TransferCartPanel cartId={cartId} />, { path, seller })), calls };
  };
  const address = `/transfer-cart/${cartId}`;
  afterEach(() => setLoginCookie("none"));

  test.each([
    ["to the checkout of the cart with its new id", address, `/checkout/${taken.id}`],
    ["to the path of the link", `${address}?next=/events/42`, "/events/42"],
    ["to the path of the link with the seller's prefix", `${address}?next=/harbor/events`, "/events"],
    ["to the checkout for a link to another host", `${address}?next=//elsewhere.example`, `/checkout/${taken.id}`],
    [
      "to the checkout for a link to a full address",
      `${address}?next=https://elsewhere.example`,
      `/checkout/${taken.id}`,
    ],
  ])("leads %s", async (_, path, to) => {
    const { history, calls } = await showTransfer(path);
    expect(history.at(-1)).toBe(to);
    expect(calls.map(({ what }) => what)).toEqual([transfer]);
  });

  test("makes it the cart of this browser", async () => {
    await showTransfer(address);
    expect(savedStoreFor("harbor").get()).toMatchObject({ cart_id: taken.id });
  });

  test.each([
    [
      "This cart belongs to another member",
      () => refusal(403, "access_denied", { context: "cart", description: "This cart belongs to another member" }),
    ],
    ["403 Access denied to cart", () => refusal(403, "request_refused", { context: "general" })],
    ["404 Cart not found", () => refusal(404, "not_found", { context: "cart" })],
    ["Your cart has expired.", () => refusal(410, "cart_expired", { description: "Your cart has expired." })],
    ["Sorry, something unexpected happened. Please try again later.", () => refusal(500, "unexpected")],
  ])('shows "%s"', async (words, answer) => {
    const { history } = await showTransfer(address, answer);
    expect(byRole("alert").textContent).toBe(words);
    expect(history).toEqual([address]);
    expect(allByRole("alert")).toHaveLength(1);
  });

  test("offers to log in where access is denied, and opens the cart after it", async () => {
    let isLoggedIn = false;
    const denied = refusal(403, "access_denied", {
      context: "cart",
      description: "This cart belongs to another member",
    });
    const { history, calls } = await showTransfer(address, () => (isLoggedIn ? cartReply(taken) : denied));
    expect(page()).toContain("If this is your cart, log in to open it.");
    press(byRole("button", "Log in"));
    isLoggedIn = true;
    setLoginCookie("full");
    act(notifyLoginChange);
    await settle();
    expect(history.at(-1)).toBe(`/checkout/${taken.id}`);
    expect(calls.map(({ what }) => what)).toEqual([transfer, transfer]);
  });

  test.each([
    ["somebody who is logged in", "full", {}, 403],
    ["a visitor of a seller without accounts", "none", { configuration: { authentication: "none" } }, 403],
    ["a visitor whose cart is not found", "none", {}, 404],
  ] as const)("offers no login to %s", async (_, strength, seller, status) => {
    setLoginCookie(strength);
    await showTransfer(address, () => refusal(status, "request_refused", { context: "general" }), seller);
    expect(page()).not.toContain("Log in");
  });
});
