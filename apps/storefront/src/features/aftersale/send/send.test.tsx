import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import {
  makeCart,
  orderId,
  refusal,
  fakeApi,
  settle,
  showPage,
  resetCartState,
} from "../../../../test/cart/fixtures.tsx";
import { fill } from "../../../../test/login/fixtures.tsx";
import { ManagePanel } from "../ManagePanel.tsx";
import { SendingPanel } from "./SendingPanel.tsx";

const token = "t".repeat(32);
const ticketId = (number: number): string => `b0000000-0000-4000-8000-00000000000${number}`;
const sendingId = "d0000000-0000-4000-8000-000000000001";
const [anyLine] = makeCart().lines;
const [anyType] = anyLine?.types ?? [];
const facts = (number: number) => ({
  id: ticketId(number),
  ticket_order_id: orderId,
  event_name: "Museum Admission",
  type_name: "Adult",
  admit_name: null,
  seat_name: null,
  local_day: "2026-11-21",
  local_start: "19:30",
  all_day: false,
  ticket_date_time: null,
  is_used: false,
});
const doorTicket = (number: number) => ({
  ...facts(number),
  kind: "ticket",
  scan_code: `4F7A09C${number}D1E54B6F8A3C2B1D0E9F7A6B`,
  token: `ticket-${number}`.padEnd(32, "x"),
});
const sentTicket = (number: number, more = {}) => ({
  ...facts(number),
  sent_to: "g…@example.org",
  sent_at: "2026-11-20T15:01:00Z",
  ...more,
});
const orderReply = (sent: readonly object[] = []) => ({
  ticket_order: {
    _data: [
      {
        id: orderId,
        order_number: "100017",
        identity_id: "a0000000-0000-4000-8000-000000000001",
        cart_id: "c0000000-0000-4000-8000-000000000001",
        currency: "USD",
        purchased_on: "2026-11-21T15:01:00Z",
        token,
        confirmation_held: false,
        ticket_order_fees: [{ total_after_fees_price: "56.00" }],
      },
    ],
  },
  ticket: { _data: [] },
  gift_card: { _data: [] },
  door_ticket: { _data: sent.length > 0 ? [doorTicket(2)] : [doorTicket(1), doorTicket(2)] },
  ...(sent.length > 0 && { sent_ticket: { _data: sent } }),
  paying_gift_cards: {},
  files: { [orderId]: { tickets: true, calendar: true } },
  lines: {
    [orderId]: [
      { ...anyLine, name: "Museum Admission", types: [{ ...anyType, count: 2, ticket_ids: [1, 2].map(ticketId) }] },
    ],
  },
  giftees: {},
  sums: {},
  taken_back: {},
});
const actionsReply = (sendable: readonly number[] = [1, 2]) => ({
  ticket: {
    _data: [1, 2].map((number) => ({
      ticket_id: ticketId(number),
      actions: [],
      until: null,
      obstacle: "not_changeable",
      value: "28.00",
      change_fee: "0",
      is_sendable: sendable.includes(number),
    })),
  },
  refund_to: "same_means",
  gift_card_bonus: 0,
  change_cart_id: null,
  is_change_offered: false,
  history: [
    { at: "2026-11-21T15:02:00Z", kind: "sent", tickets: 2, amount: "0", means: null, state: null },
    { at: "2026-11-21T15:03:00Z", kind: "taken_back", tickets: 1, amount: "0", means: null, state: null },
  ],
});

const send = "POST /api/ticket_order/:id/send";
const takeBack = "POST /api/ticket_order/:id/take_back";
const page = () => document.body.textContent ?? "";
const open = async (answers: Parameters<typeof fakeApi>[0] = {}) => {
  const calls = fakeApi({
    "GET /api/ticket_order/:id": () => orderReply(),
    "GET /api/ticket_order/:id/actions": () => actionsReply(),
    ...answers,
  });
  await showPage(<ManagePanel id={orderId} />, { path: `/manage/${orderId}?token=${token}` });
  return calls;
};
const pressButton = async (name: string): Promise<void> => {
  await act(async () => press(byRole("button", name)));
  await settle();
};
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
const tickFirst = (): void => {
  const [box] = boxes();
  if (!box) throw new Error("no box");
  press(box);
};

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

describe("sending tickets on", () => {
  test("sends the chosen ones once, says so, and loads the order again", async () => {
    const calls = await open({ [send]: () => orderReply([sentTicket(1)]) });
    await pressButton("Send tickets");
    expect(document.activeElement?.textContent).toBe("Which tickets do you want to send?");
    tickFirst();
    fill("email", " grace@example.org ");
    fill("sender_name", "Ada");
    await pressButton("Send 1 ticket");
    expect(calls.filter(({ what }) => what === send)).toEqual([
      {
        what: send,
        body: { tickets: [{ ticket_id: ticketId(1) }], email: "grace@example.org", sender_name: "Ada", message: "" },
      },
    ]);
    expect(document.activeElement?.textContent).toBe("1 ticket is on its way to grace@example.org.");
    expect(calls.slice(-2).map(({ what }) => what)).toContain("GET /api/ticket_order/:id");
  });

  test("says what is missing, goes there and sends nothing", async () => {
    const calls = await open();
    await pressButton("Send tickets");
    await pressButton("Send");
    expect(page()).toContain("Please select at least one ticket.");
    expect(page()).toContain("This field is required.");
    expect(document.activeElement).toBe(boxes()[0]);
    tickFirst();
    fill("email", "grace");
    await pressButton("Send 1 ticket");
    expect(page()).toContain("Email address is not valid.");
    expect(document.activeElement).toBe(document.querySelector("input[name=email]"));
    expect(calls.map(({ what }) => what)).not.toContain(send);
  });

  test.each([
    [409, "ticket_state_incorrect", "It was used.", "It was used."],
    [429, "too_many_requests", "Slow.", "You have done this several times already. Please try again in an hour."],
  ])("keeps what was typed when it is refused: %i", async (status, code, description, shown) => {
    await open({ [send]: () => refusal(status, code, { description }) });
    await pressButton("Send tickets");
    tickFirst();
    fill("email", "grace@example.org");
    await pressButton("Send 1 ticket");
    expect(page()).toContain(shown);
    expect(document.querySelector<HTMLInputElement>("input[name=email]")?.value).toBe("grace@example.org");
    expect(boxes()[0]?.checked).toBe(true);
  });

  test("returns the focus when closed", async () => {
    await open();
    await pressButton("Send tickets");
    await pressButton("Keep my tickets");
    expect(document.activeElement).toBe(byRole("button", "Send tickets"));
  });

  test("is not offered where no ticket can be sent", async () => {
    await open({ "GET /api/ticket_order/:id/actions": () => actionsReply([]) });
    expect(page()).not.toContain("Send tickets to someone");
  });
});

describe("tickets that were sent on", () => {
  const sent = { "GET /api/ticket_order/:id": () => orderReply([sentTicket(1)]) };

  test("name their recipient in place of a code, and are in the history", async () => {
    await open(sent);
    expect(page()).toContain("Sent to g…@example.org");
    expect(document.querySelectorAll('img[alt^="QR code of ticket"]')).toHaveLength(1);
    expect(page()).toContain("2 tickets sent on");
    expect(page()).toContain("1 ticket taken back");
  });

  test("are taken back one by one", async () => {
    const answer = vi
      .fn()
      .mockReturnValueOnce(orderReply([sentTicket(1)]))
      .mockReturnValue(orderReply());
    const calls = await open({ ...sent, "GET /api/ticket_order/:id": answer, [takeBack]: () => orderReply() });
    await pressButton("Take back: Museum Admission, Adult, sent to g…@example.org");
    expect(calls.filter(({ what }) => what === takeBack)).toEqual([
      { what: takeBack, body: { tickets: [{ ticket_id: ticketId(1) }] } },
    ]);
    expect(document.activeElement?.textContent).toContain("The ticket is yours again.");
    expect(page()).not.toContain("Sent to");
  });

  test("cannot be taken back once used", async () => {
    await open({ "GET /api/ticket_order/:id": () => orderReply([sentTicket(1, { is_used: true })]) });
    expect(page()).toContain("Already used");
    expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Take back");
  });
});

describe("the recipient's page", () => {
  const get = "GET /api/ticket_sending/:id";
  const sending = (more = {}) => ({
    sender_name: "Ada",
    message: "See you there!",
    sent_at: "2026-11-20T15:01:00Z",
    door_ticket: { _data: [doorTicket(1)] },
    ended: 0,
    ...more,
  });
  const openSent = async (answer: () => unknown) => {
    fakeApi({ [get]: answer });
    await showPage(<SendingPanel id={sendingId} />, { path: `/tickets/${sendingId}?token=${token}` });
  };

  test("shows who sent them, their codes and their files", async () => {
    await openSent(() => sending());
    expect(document.querySelector("h1")?.textContent).toBe("Ada has sent you a ticket");
    expect(page()).toContain("See you there!");
    expect(document.querySelectorAll('img[alt^="QR code of ticket"]')).toHaveLength(1);
    expect([...document.querySelectorAll("a[download]")].map((link) => link.getAttribute("href"))).toEqual(
      ["tickets.pdf", "calendar.ics"].map(
        (file) => `/api/ticket_sending/${sendingId}/${file}?token=${token}&_seller=harbor`,
      ),
    );
  });

  test("speaks of several tickets where there are several", async () => {
    await openSent(() => sending({ door_ticket: { _data: [doorTicket(1), doorTicket(2)] } }));
    expect(document.querySelector("h1")?.textContent).toBe("Ada has sent you tickets");
    expect(page()).toContain("Show each code at the door");
  });

  test("says what is no longer valid", async () => {
    await openSent(() => sending({ sender_name: null, message: null, ended: 2 }));
    expect(document.querySelector("h1")?.textContent).toBe("Your ticket");
    expect(page()).toContain("2 of these tickets were taken back or cancelled.");
  });

  test("says that nothing is left", async () => {
    await openSent(() => sending({ door_ticket: { _data: [] }, ended: 1 }));
    expect(document.querySelector("h1")?.textContent).toBe("This ticket is no longer valid");
    expect(document.querySelectorAll("img")).toHaveLength(0);
  });

  test("says that the link is unknown", async () => {
    await openSent(() => refusal(404, "not_found"));
    expect(document.querySelector("h1")?.textContent).toBe("We could not find these tickets.");
  });

  test("loads again after a failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = vi.fn().mockReturnValueOnce(refusal(500, "unexpected")).mockReturnValue(sending());
    await openSent(answer);
    expect(page()).toContain("Your tickets are safe");
    await pressButton("Try again");
    expect(document.querySelector("h1")?.textContent).toBe("Ada has sent you a ticket");
  });
});
