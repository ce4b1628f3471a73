import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole } from "@foyer/ui/test/dom.tsx";
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
  purchased_on: "2026-11-21T15:01:00Z",
  token,
  ticket_order_fees: [{ total_after_fees_price: "64.50" }],
};
const orders = "GET /api/ticket_order";
const mine = "GET /api/my/cart/:id";
const linked = "GET /api/cart/:id";
const reply = {
  ticket_order: { _data: [order] },
  gift_card: { _data: [] as unknown[] },
  files: { [orderId]: { tickets: true, calendar: true } },
  lines: { [orderId]: makeCart().lines },
  giftees: {} as Record<string, string>,
  sums: {},
};
const page = () => document.body.textContent ?? "";
const nothing = <h1>Not found</h1>;

afterEach(() => {
  resetCartState();
  rememberConfirmationEmail(undefined);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("done", () => {
  const showComplete = (path: string, seller = {}, answer: () => unknown = () => reply) => {
    const asked = fakeApi({ [orders]: answer });
    return showPage(<CompletePanel notFound={nothing} />, { path, seller }).then((shown) => ({ ...shown, asked }));
  };
  const done = `/checkout/complete?orderIds=${orderId}`;

  test("shows the code for the door, the order and what it holds, and forgets the cart", async () => {
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
    expect(document.querySelector(`a[href="${done}&token=${token}"]`)?.textContent).toBe("View your tickets");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("gives the tickets to print and the date for the calendar", async () => {
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

  test("says whom a membership was given to", async () => {
    const [line] = makeCart().lines;
    const lines = { [orderId]: [{ ...line, membership: "gift" as const }] };
    await showComplete(done, {}, () => ({ ...reply, lines, giftees: { [orderId]: "Grace Hopper" } }));
    expect(page()).toContain("Gift for Grace Hopper");
  });

  test.each([
    ["buy", true, true],
    ["buy", false, false],
    ["gift", true, false],
  ] as const)("says how long a card of plastic takes: %s, %s", async (membership, physical_card, isSaid) => {
    const [line] = makeCart().lines;
    const id = line?.types[0]?.ticket_group_id;
    fakeApi({
      [orders]: () => ({ ...reply, lines: { [orderId]: [{ ...line, membership }] } }),
      "GET /cached_api/events/:id": () => ({ ticket_group: { _data: [{ id, level: { physical_card } }] } }),
    });
    await showPage(<CompletePanel notFound={nothing} />, { path: done });
    expect(page().includes("Physical membership cards take 3 to 5 weeks.")).toBe(isSaid);
  });

  test("shows the numbers of gift cards, and speaks of no door where there is none", async () => {
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

  test("several orders have a code each", async () => {
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

  test("explains a total that is another than the tickets'", async () => {
    const sums = [
      { kind: "fee_fixed" as const, name: null, amount: "7.50" },
      { kind: "discount" as const, name: "By ferry", amount: "-3" },
    ];
    const lines = { [orderId]: makeCart().lines.slice(0, 1) };
    await showComplete(done, {}, () => ({ ...reply, lines, sums: { [orderId]: sums } }));
    expect(page()).toContain("2 × Adult$60.00Fees$7.50By ferry-$3.00Total$64.50");
  });

  test("keeps a cart that has nothing to do with the order", async () => {
    setSaved({ cart_id: "another", local_expiry: null });
    await showComplete(done);
    expect(savedStoreFor("harbor").get().cart_id).toBe("another");
  });

  test("says the seller's own words and links", async () => {
    await showComplete(done, {
      meta: {
        completed_order_message: "<p>Bring a coat.</p>",
        completed_order_links: [{ label: "Plan your visit", href: "/events" }],
      },
    });
    expect(page()).toContain("Bring a coat.");
    expect(document.querySelector('a[href="/harbor/events"]')?.textContent).toBe("Plan your visit");
  });

  test("shows the picture for the screen, with its text", async () => {
    await showComplete(done, {
      meta: { completed_image: "wide", completed_mobile_image: "narrow", completed_image_alternate_text: "The tide" },
    });
    expect(document.querySelector('source[media="(width < 26em)"]')?.getAttribute("srcset")).toContain("/narrow?");
    expect(document.querySelector('img[alt="The tide"]')?.getAttribute("src")).toContain("/wide?");
  });

  test.each([
    ["without orders in the address", "/checkout/complete", () => reply],
    ["with orders that cannot be", done, () => refusal(400, "bad_field_value", { context: "general" })],
    [
      "with somebody else's orders",
      done,
      () => ({ ...reply, ticket_order: { _data: [] }, lines: {}, sums: {}, files: {} }),
    ],
  ])("is not found %s", async (_, path, answer) => {
    await showComplete(path, {}, answer);
    expect(page()).toBe("Not found");
  });

  test("goes on to the seller's own page, in place of this one", async () => {
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await showComplete(done, {
      web: { external_completed_order_url: "https://museum.example/thanks?o={orderIds}&c={cartId}" },
    });
    expect(went).toHaveBeenCalledExactlyOnceWith(`https://museum.example/thanks?o=${orderId}&c=${cartId}`);
  });

  test("but to no page that is not https", async () => {
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await showComplete(done, { web: { external_completed_order_url: "javascript:alert(1)//{orderIds}" } });
    expect(went).not.toHaveBeenCalled();
  });
});

describe("pending", () => {
  const waiting = makeCart({ payment_in_progress: true });

  test("says the reference number, asks gently, and goes on when the order is there", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let cart = waiting;
    const asked = fakeApi({ [mine]: () => cartReply(cart) });
    const { history } = await showPage(<PendingPanel cartId={cartId} notFound={nothing} />);
    expect(page()).toContain("Your initial debit payment is awaiting clearing. Reference number: 10017");
    act(() => void vi.advanceTimersByTime(4_900));
    await settle();
    expect(asked).toHaveLength(1);
    cart = makeCart({ state: "completed", ticket_order_id: orderId });
    act(() => void vi.advanceTimersByTime(200));
    await settle();
    expect(asked).toHaveLength(2);
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
  });

  test("leads back to paying when the debit came to nothing", async () => {
    fakeApi({ [mine]: () => cartReply(makeCart()) });
    await showPage(<PendingPanel cartId={cartId} notFound={nothing} />);
    expect(page()).toContain("Your payment did not clear");
    expect(document.querySelector(`a[href="/checkout/${cartId}"]`)).not.toBe(null);
  });

  test.each([
    ["without such a cart", 404, "not_found"],
    ["at an address that can be nobody's", 400, "bad_field_value"],
  ])("is not found %s", async (_, status, code) => {
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
  ])("asked %i times, it waits %i ms", (asked, pause) => expect(pollDelay(asked)).toBe(pause));
});

describe("taking over a cart", () => {
  const transfer = "POST /api/my/cart/:id/transfer";
  const taken = makeCart({ id: "00000000-0000-4000-8000-0000000000ff", expires_in: 600 });
  const showTransfer = async (path: string, answer: () => unknown = () => cartReply(taken)) => {
    const asked = fakeApi({ [transfer]: answer });
    return { ...(await showPage(<TransferCartPanel cartId={cartId} />, { path })), asked };
  };
  const address = `/transfer-cart/${cartId}`;

  test.each([
    ["to its checkout, under its new id", address, `/checkout/${taken.id}`],
    ["where the link says", `${address}?next=/events/42`, "/events/42"],
    ["where the link says, with the seller's name in front", `${address}?next=/harbor/events`, "/events"],
    ["nowhere else", `${address}?next=//elsewhere.example`, `/checkout/${taken.id}`],
    ["nor to a full address", `${address}?next=https://elsewhere.example`, `/checkout/${taken.id}`],
  ])("leads %s", async (_, path, to) => {
    const { history, asked } = await showTransfer(path);
    expect(history.at(-1)).toBe(to);
    expect(asked.map(({ what }) => what)).toEqual([transfer]);
  });

  test("makes it this browser's cart", async () => {
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
  ])("%s", async (words, answer) => {
    const { history } = await showTransfer(address, answer);
    expect(byRole("alert").textContent).toBe(words);
    expect(history).toEqual([address]);
    expect(allByRole("alert")).toHaveLength(1);
  });
});
