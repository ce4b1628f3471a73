import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import {
  actionsReply,
  address,
  calls,
  can,
  changeCartId,
  changeReply,
  newLine,
  newSession,
  orderReply,
  presentSession,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { fakeApi, orderId, refusal, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { setLoginCookie } from "../../../../test/login/fixtures.tsx";
import { ManagePanel } from "../ManagePanel.tsx";

afterEach(() => {
  setLoginCookie("none");
  resetCartState();
  vi.restoreAllMocks();
});

const page = (): string => document.body.textContent ?? "";
const contact = "Please contact us to reschedule your tickets.";
const moveLink = (): string | null | undefined =>
  document.querySelector('a[aria-label="Change date or time: Salt and Light"]')?.getAttribute("href");
const open = async (
  answers: Parameters<typeof fakeApi>[0] = {},
  { flags = { newer_manage: true }, path = address() } = {},
) => {
  const sent = fakeApi({
    [calls.order]: () => orderReply(),
    [calls.actions]: () => actionsReply(),
    ...answers,
  });
  const shown = await showPage(<ManagePanel id={orderId} />, { path, flags });
  return { sent, ...shown };
};
const ticketsThat = (actions: readonly string[]) => ({ ticket: { _data: [can(1, actions)] } });

describe("the link to another date", () => {
  test("leads from each visit that can be moved, and keeps the order's token", async () => {
    await open();
    expect(moveLink()).toBe(address(`/reschedule/${presentSession}`));
    expect(page()).not.toContain(contact);
  });

  test.each([
    ["the policy allows cancelling only", ["cancel"]],
    ["the policy allows nothing", []],
  ])("is the venue where %s", async (_, actions) => {
    await open({ [calls.actions]: () => actionsReply(ticketsThat(actions)) });
    expect(moveLink()).toBeUndefined();
    expect(page()).toContain(contact);
  });

  test("is offered where tickets can be moved but not cancelled", async () => {
    await open({ [calls.actions]: () => actionsReply(ticketsThat(["reschedule"])) });
    expect(moveLink()).toBeDefined();
    expect(page()).toContain("You must contact us to cancel this order.");
    expect(page()).not.toContain(contact);
  });

  test.each([
    ["both moving and exchanging are", ["cancel", "reschedule", "exchange"], "Change tickets", false],
    ["only exchanging is", ["cancel", "exchange"], "Change tickets", true],
    ["only moving is", ["cancel", "reschedule"], "Change date or time", false],
  ])("says what is possible where %s", async (_, actions, text, asksVenue) => {
    await open({ [calls.actions]: () => actionsReply(ticketsThat(actions)) });
    const link = document.querySelector(`a[href="${address(`/reschedule/${presentSession}`)}"]`);
    expect(link?.textContent).toBe(text);
    expect(link?.getAttribute("aria-label")).toBe(`${text}: Salt and Light`);
    expect(page().includes(contact)).toBe(asksVenue);
  });

  test.each([true, false])("is refused for tickets of a sold-out time that stay: %s", async (is_sold_out) => {
    const tickets = ticketsThat(["cancel"]).ticket._data.map((ticket) => ({ ...ticket, is_sold_out }));
    await open({ [calls.actions]: () => actionsReply({ ticket: { _data: tickets } }) });
    expect(moveLink()).toBeUndefined();
    const says = "This time is sold out, so its tickets cannot be moved or exchanged online.";
    expect(page().includes(says)).toBe(is_sold_out);
  });

  test("is not on the older screen", async () => {
    await open({}, { flags: {} as { newer_manage: boolean } });
    expect(moveLink()).toBeUndefined();
    expect(page()).toContain(contact);
  });

  test("is not for a member at somebody else's order", async () => {
    setLoginCookie("full");
    await open();
    expect(moveLink()).toBeUndefined();
  });
});

test("the history names what was moved and what was paid for it", async () => {
  const at = { at: "2026-11-21T15:00:00Z", means: null, state: null };
  await open({
    [calls.actions]: () =>
      actionsReply({
        history: [
          { ...at, kind: "moved", tickets: 3, amount: "58.00" },
          { ...at, kind: "paid", tickets: 0, amount: "5.00" },
        ],
      }),
  });
  expect(page()).toContain("3 tickets changed");
  expect(page()).not.toContain("$58.00");
  expect(page()).toContain("Paid for a change$5.00");
});

describe("an open change", () => {
  const opened = {
    [calls.actions]: () => actionsReply({ change_cart_id: changeCartId }),
    [calls.cart]: () => changeReply(),
    [calls.discard]: () => ({ deleted: true }),
  };

  test("is shown with its time left and a link to continue", async () => {
    await open(opened);
    expect(page()).toContain("You have an unconfirmed change");
    expect(page()).toContain("Held for you14:5");
    const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Continue");
    expect(link?.getAttribute("href")).toBe(address("/confirm"));
  });

  test("can be discarded, which says so with the focus", async () => {
    const { sent } = await open(opened);
    await act(async () => press(byRole("button", "Discard")));
    await settle();
    expect(sent.filter(({ what }) => what === calls.discard)).toHaveLength(1);
    expect(page()).toContain("Your change has been discardedYour order is unchanged.");
    expect(page()).not.toContain("not confirmed yet");
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Your change has been discarded"), 3000);
  });

  test("no longer says that the order is unchanged once it is changed", async () => {
    const quote = {
      tickets: [1, 2, 3].map((number) => ({ ticket_id: ticketId(number) })),
      value: "53.00",
      fee: "0",
      refunds: [],
      refund: "0",
      gift_card: "0",
      bonus: "0",
    };
    let history: readonly object[] = actionsReply().history;
    let change_cart_id: string | null = changeCartId;
    await open({
      ...opened,
      [calls.actions]: () => actionsReply({ change_cart_id, history }),
      [calls.discard]: () => {
        change_cart_id = null;
        return { deleted: true };
      },
      "POST /api/ticket_order/:id/cancel_quote": () => quote,
      "POST /api/ticket_order/:id/cancel": () => {
        history = [...history, { at: "2026-11-20T16:01:00Z", kind: "cancelled", tickets: 3, amount: "0" }];
        return { ...orderReply(), cancellation: quote };
      },
    });
    const go = async (name: string): Promise<void> => {
      await act(async () => press(byRole("button", name)));
      await settle();
    };
    await go("Discard");
    await go("Cancel tickets");
    await go("Cancel the whole order");
    expect(page()).toContain("Your order is unchanged.");
    await go("Cancel 3 tickets");
    await settle();
    expect(page()).toContain("3 tickets cancelled");
    expect(page()).not.toContain("Your order is unchanged.");
  });

  test("says when it cannot be discarded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open({ ...opened, [calls.discard]: () => refusal(500, "unexpected") });
    await act(async () => press(byRole("button", "Discard")));
    await settle();
    expect(page()).toContain("Sorry, we could not discard the change.");
    expect(byRole("button", "Discard")).toBeDefined();
  });

  test("that expires is discarded once, and the order says so", async () => {
    const { sent } = await open({ ...opened, [calls.cart]: () => changeReply({}, { expires_in: 5 }) });
    expect(page()).toContain("The time for your change ran out");
    expect(page()).not.toContain("not confirmed yet");
    expect(sent.filter(({ what }) => what === calls.discard)).toHaveLength(1);
  });

  test("cannot be changed while it is being paid for", async () => {
    await open({ ...opened, [calls.cart]: () => changeReply({}, { payment_in_progress: true }) });
    expect(page()).toContain("The payment for your change is being processed.");
    expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Discard");
  });
});

describe("after a change", () => {
  test("the order names the new date, with the focus", async () => {
    await open(
      { [calls.order]: () => orderReply({ lines: { [orderId]: [newLine] } }) },
      { path: `${address()}&change=${newSession}` },
    );
    expect(page()).toContain("Your visit has been movedSalt and Light: Mon, Nov 23, 2026 at 10:00\u00a0AM.");
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Your visit has been moved"), 3000);
  });

  test("a move is no longer shown once its tickets are cancelled", async () => {
    let lines: readonly object[] = [newLine];
    const { client } = await open(
      { [calls.order]: () => orderReply({ lines: { [orderId]: lines } }) },
      { path: `${address()}&change=${newSession}` },
    );
    expect(page()).toContain("Your visit has been moved");
    lines = [];
    await act(async () => client.invalidateQueries());
    await settle();
    expect(page()).toContain("This order has no tickets left.");
    expect(page()).not.toMatch(/Your visit has been moved|Your order has been changed/);
  });

  test.each([
    [newSession, "Your order has been changed"],
    ["done", "Your order has been changed"],
    ["pending", "Your payment is on its way"],
    ["expired", "you have not been charged"],
    ["failed", "The change could not be made"],
    ["closed", "This change is no longer open"],
  ])("with %s in the address it says: %s", async (outcome, text) => {
    await open({}, { path: `${address()}&change=${outcome}` });
    expect(page()).toContain(text);
  });

  const again = () =>
    [...document.querySelectorAll("a")]
      .find(({ textContent }) => textContent === "Choose another time")
      ?.getAttribute("href");
  test.each(["expired", "failed", "closed"])("with %s it leads to another time", async (outcome) => {
    await open({}, { path: `${address()}&change=${outcome}` });
    expect(again()).toBe(address(`/reschedule/${presentSession}`));
  });

  test.each([
    ["done", {}],
    ["expired", { ticket: { _data: [can(1, ["cancel"]), can(2, ["cancel"])] } }],
  ])("with %s it offers no other time where none is wanted or possible", async (outcome, actions) => {
    const answer = () => actionsReply(actions);
    await open({ [calls.actions]: answer }, { path: `${address()}&change=${outcome}` });
    expect(again()).toBeUndefined();
  });

  test("an invented outcome in the URL shows nothing", async () => {
    await open({}, { path: `${address()}&change=constructor` });
    expect(document.querySelectorAll("h2")[0]?.textContent).toBe("What you booked");
  });
});
