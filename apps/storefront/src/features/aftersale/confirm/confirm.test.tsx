import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type } from "@foyer/ui/test/dom.tsx";
import {
  actionsReply,
  address,
  calls,
  changeCartId,
  changeReply,
  makeLine,
  newLine,
  newSession,
  type noChange,
  orderReply,
  presentSession,
  ticketId,
  token,
} from "../../../../test/aftersale/fixtures.ts";
import {
  fakeApi,
  orderId,
  refusal,
  resetCartState,
  settle,
  setSaved,
  showPage,
} from "../../../../test/cart/fixtures.tsx";
import { completed } from "../../../../test/checkout/checkoutPage.tsx";
import { id } from "../../../../test/reserve/eventData.ts";
import { readChange, rememberChange } from "../../../shared/storage/changeReturn.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { CheckoutPanel } from "../../checkout/CheckoutPanel.tsx";
import { ConfirmPanel } from "./ConfirmPanel.tsx";

const assign = vi.fn();
beforeEach(() => void vi.spyOn(window.location, "assign").mockImplementation(assign));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetCartState();
  window.history.replaceState(null, "", "/");
});

const page = (): string => document.body.textContent ?? "";
const open = async (
  change: Partial<typeof noChange> = {},
  answers: Parameters<typeof fakeApi>[0] = {},
  { seller = {}, path = address("/confirm") } = {},
) => {
  const sent = fakeApi({
    [calls.order]: () => orderReply(),
    [calls.actions]: () => actionsReply({ change_cart_id: changeCartId }),
    [calls.cart]: () => changeReply(change),
    [calls.pay]: () => ({ payment: { _data: [] }, cart: { _data: [] } }),
    [calls.checkout]: () => completed,
    [calls.discard]: () => ({ deleted: true }),
    ...answers,
  });
  const shown = await showPage(<ConfirmPanel id={orderId} />, { path, seller });
  return { sent, ...shown };
};
const bodyOf = (sent: Awaited<ReturnType<typeof open>>["sent"], call: string): unknown =>
  sent.find(({ what }) => what === call)?.body;
const submit = async (): Promise<void> => {
  await act(async () => {
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await settle();
};
const buttons = (): (string | null)[] => allByRole("button").map(({ textContent }) => textContent);
const fillCard = (number = "4242424242424242"): void => {
  const fill = (name: string, text: string): void => {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!field) throw new Error(`no field ${name}`);
    type(field, text);
  };
  fill("card_number", number);
  fill("card_expiry", "12 / 99");
  fill("card_cvc", "123");
};

describe("the review", () => {
  test("shows the order before and after, and that nothing is paid", async () => {
    await open();
    expect(document.querySelector("h1")?.textContent).toBe("Review your change");
    expect(page()).toContain("NowSalt and LightSun, Nov 22, 2026 at 10:00\u00a0AM2 × Adult1 × Child");
    expect(page()).toContain("AfterSalt and LightMon, Nov 23, 2026 at 10:00\u00a0AM2 × Adult1 × Child");
    expect(page()).toContain("New tickets$53.00Paid for your old tickets−$53.00No extra cost$0.00");
    expect(page()).toContain("Held for you14:5");
    expect(buttons()).toEqual(["Confirm", "Discard the change"]);
    expect(document.querySelector("a")?.getAttribute("href")).toBe(address(`/reschedule/${presentSession}`));
    expect(document.querySelector('input[name="email"]')).toBeNull();
  });

  test("of an exchange marks the types that differ, and leads back to choose other types", async () => {
    const [adults] = makeLine().types;
    if (!adults) throw new Error("the order has no tickets");
    const exchanged = makeLine({ types: [adults, { ...adults, ticket_type_id: id(34), name: "Student", count: 1 }] });
    await open({}, { [calls.cart]: () => changeReply({}, { lines: [exchanged] }) });
    const differing = [...document.querySelectorAll("li[data-changed]")].map(({ textContent }) => textContent);
    expect(differing).toEqual(["1 × Child", "1 × Student"]);
    expect(document.querySelector("a")?.textContent).toBe("Choose other types");
  });

  test("names the tickets that are given up without a replacement", async () => {
    const tour = makeLine({
      name: "Tour",
      event_session_id: id(90),
      types: [{ ...makeLine().types[0], ticket_ids: [ticketId(4)] } as never],
    });
    await open(
      { along: [ticketId(4)] },
      { [calls.order]: () => orderReply({ lines: { [orderId]: [makeLine(), tour] } }) },
    );
    expect(page()).toContain("These cannot be moved and will be cancelledTour, Adult");
  });

  test("shows the fee, and the refund by payment method", async () => {
    await open({ added: "40.00", fee: "3.00", refund: "10.00", refunds: [{ means: "Visa …4242", amount: "10.00" }] });
    expect(page()).toContain("Harbor Museum change fee$3.00You get backTo Visa …4242$10.00");
    expect(buttons()).toContain("Confirm, get back $10.00");
  });

  test("lets the buyer take a gift card with its bonus where the seller does", async () => {
    const back = {
      added: "43.00",
      refund_to: "choice",
      refund: "10.00",
      refunds: [{ means: null, amount: "10.00" }],
    } as const;
    const card = { ...back, refund: "0", refunds: [], gift_card: "11.00", bonus: "1.00" };
    const { sent } = await open(back as never, {
      [calls.actions]: () => actionsReply({ change_cart_id: changeCartId, gift_card_bonus: 10 }),
      [calls.openOwn]: () => changeReply(card as never),
    });
    expect(page()).toContain("Worth 10% more, sent by email");
    await act(async () => document.querySelector<HTMLInputElement>('input[value="gift_card"]')?.click());
    await settle();
    expect(bodyOf(sent, calls.openOwn)).toEqual({ refund_to: "gift_card" });
    expect(page()).toContain("New gift cardIncluding a bonus of $1.00$11.00");
    expect(buttons()).toContain("Confirm, get a gift card of $11.00");
  });

  test("returns to the order if no change is open any more, and says so", async () => {
    const { history } = await open({}, { [calls.actions]: () => actionsReply() });
    expect(history.at(-1)).toBe(`${address()}&change=closed`);
  });

  test("says that a change is no longer possible", async () => {
    const blocked = { id: id(1), description: "No.", block_reason: "not_allowed" as const };
    await open({}, { [calls.cart]: () => changeReply({}, { blocking_rules: [blocked] }) });
    expect(page()).toContain("this change is no longer possible");
    expect(buttons()).toEqual(["Discard the change"]);
  });
});

describe("confirming", () => {
  test("for free completes the change and returns to the order, which names the new date", async () => {
    setSaved({ cart_id: id(7), local_expiry: Date.now() + 600_000 });
    const { sent, history } = await open();
    await submit();
    expect(bodyOf(sent, calls.pay)).toEqual([{ gateway_id: "free", amount: "0" }]);
    expect(bodyOf(sent, calls.checkout)).toEqual({});
    expect(history.at(-1)).toBe(`${address()}&change=${newSession}`);
    expect(savedStoreFor("harbor").get().cart_id).toBe(id(7));
    expect(readChange("harbor")).toBeUndefined();
  });

  test("pays the difference by card, with consent to the terms and without a name", async () => {
    const terms = { title: "Terms", html: "<p>Terms</p>", version: "3", viewing_is_optional: true };
    const { sent, history } = await open({ due: "5.00" }, {}, { seller: { web: { terms } } });
    expect(buttons()).toContain("Confirm and pay $5.00");
    fillCard();
    await submit();
    expect(bodyOf(sent, calls.pay)).toBeUndefined();
    await act(async () => document.querySelector<HTMLInputElement>('input[name="terms"]')?.click());
    await submit();
    expect(bodyOf(sent, calls.pay)).toEqual([expect.objectContaining({ gateway_id: "test", amount: "5.00" })]);
    expect(bodyOf(sent, calls.checkout)).toEqual({ terms_accepted: true, terms_version: "3" });
    expect(history.at(-1)).toContain(`change=${newSession}`);
  });

  test("shows a declined card in words and keeps the change", async () => {
    const declined = { context: "payment", description: "Your card was declined." };
    const { history } = await open({ due: "5.00" }, { [calls.pay]: () => refusal(402, "card_declined", declined) });
    fillCard();
    await submit();
    const failure = document.activeElement;
    expect(failure?.textContent).toContain("Your card was declined.");
    // Beside the fields of the card, as at the checkout.
    expect(failure?.closest("section")?.getAttribute("aria-labelledby")).toBe("checkout-payment");
    expect(history.at(-1)).toBe(address("/confirm"));
    expect(buttons()).toContain("Confirm and pay $5.00");
  });

  test("goes to the bank, and remembers in this tab where to return", async () => {
    const extra = { payment_id: "p", action_url: "/_dev/bank/p", client_secret: "p" };
    await open({ due: "5.00" }, { [calls.pay]: () => refusal(402, "intent_requires_action", { extra }) });
    fillCard();
    await submit();
    expect(assign).toHaveBeenCalledWith("/_dev/bank/p");
    expect(readChange("harbor")).toEqual({ cart_id: changeCartId, ticket_order_id: orderId, token });
  });

  test.each([
    ["free", "0"],
    ["paid", "5.00"],
  ])(
    "of a %s change sends the start that was shown first, and after a refusal the one that it told",
    async (_, due) => {
      const [before, after] = ["2026-11-23T15:00:00Z", "2026-11-23T15:30:00Z"];
      let now = before;
      const starts: (string | null)[] = [];
      const told = "The time of Salt and Light has changed.";
      const extra = { event_session_id: newSession, start_datetime: after };
      const { sent, history, client } = await open(
        { due },
        {
          [calls.cart]: () => changeReply({ due }, { lines: [makeLine({ ...newLine, start_datetime: now })] }),
          [calls.pay]: (_body, query) => {
            starts.push(query.get("starts"));
            return starts.length === 1
              ? refusal(409, "event_session_moved", { description: told, extra })
              : { payment: { _data: [] }, cart: { _data: [] } };
          },
        },
      );
      now = after;
      await act(() => client.invalidateQueries());
      if (due !== "0") fillCard();
      await submit();
      expect(byRole("alert").textContent).toBe(told);
      expect(bodyOf(sent, calls.checkout)).toBeUndefined();
      await submit();
      expect(starts).toEqual([before, after].map((start) => `${newSession}@${start}`));
      expect(history.at(-1)).toBe(`${address()}&change=${newSession}`);
    },
  );

  test("says that an amount cannot be paid online", async () => {
    await open({ due: "0.20" });
    expect(page()).toContain("This amount cannot be paid online.");
    expect(buttons()).toEqual(["Discard the change"]);
  });

  test("says that a payment clears later", async () => {
    const { history } = await open({ due: "5.00" }, { [calls.checkout]: () => ({ ...completed, outcome: "pending" }) });
    fillCard();
    await submit();
    expect(history.at(-1)).toBe(`${address()}&change=pending`);
  });
});

describe("the end of a change", () => {
  test("discarding leads back to the order", async () => {
    const { sent, history } = await open();
    await act(async () => press(byRole("button", "Discard the change")));
    await settle();
    expect(sent.filter(({ what }) => what === calls.discard)).toHaveLength(1);
    expect(history.at(-1)).toBe(`${address()}&change=discarded`);
  });

  test("keeps the change when discarding fails, and says so", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { history } = await open({}, { [calls.discard]: () => refusal(500, "unexpected") });
    await act(async () => press(byRole("button", "Discard the change")));
    await settle();
    expect(page()).toContain("Sorry, we could not discard the change.");
    expect(history.at(-1)).toBe(address("/confirm"));
  });

  test.each([
    ["has run out by this browser's clock", () => changeReply({}, { expires_in: 5 }), "expired"],
    ["has expired at the server", () => refusal(410, "cart_expired"), "expired"],
    ["was confirmed in another tab", () => changeReply({}, { state: "completed" }), "done"],
  ])("a change that %s returns to the order", async (_, answer, outcome) => {
    const { history } = await open({}, { [calls.cart]: answer });
    expect(history.at(-1)).toBe(`${address()}&change=${outcome}`);
  });

  test("if the time runs out while paying, the order says so", async () => {
    const { history } = await open({}, { [calls.pay]: () => refusal(410, "cart_expired", { context: "reserve" }) });
    await submit();
    expect(history.at(-1)).toBe(`${address()}&change=expired`);
  });

  test("more time is offered in the last minute", async () => {
    let expires_in = 50;
    await open(
      {},
      {
        [calls.cart]: () => changeReply({}, { expires_in }),
        "PATCH /api/my/cart/:id": () => {
          expires_in = 170;
          return { expires_at: null, expires_in, extensions_left: 9 };
        },
      },
    );
    await act(async () => press(byRole("button", "Add 2 minutes")));
    await settle();
    expect(page()).toContain("Held for you2:4");
  });

  test("says beside the timer that no more time could be added, and reports it", async () => {
    await open(
      {},
      {
        [calls.cart]: () => changeReply({}, { expires_in: 50 }),
        "PATCH /api/my/cart/:id": () => refusal(409, "extension_limit_reached", { context: "cart" }),
      },
    );
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await act(async () => press(byRole("button", "Add 2 minutes")));
    await settle();
    expect(byRole("alert").textContent).toContain("Sorry, we could not add more time.");
    expect(noted).toHaveBeenCalledWith("refused", expect.objectContaining({ code: "extension_limit_reached" }));
  });

  test.each([
    [1206, 0],
    [1200, 1],
  ])("with %i seconds left, %i timer is shown", async (expires_in, shown) => {
    await open({}, { [calls.cart]: () => changeReply({}, { expires_in }) });
    expect(allByRole("timer")).toHaveLength(shown);
  });
});

describe("back from the bank", () => {
  const secret = "b0000000-0000-4000-8000-000000000001";
  const returnTo = (path: string): void =>
    window.history.replaceState(null, "", `${path}?payment_intent_client_secret=${secret}`);

  test("the payment goes on and the change is completed", async () => {
    returnTo(`/manage/${orderId}/confirm`);
    rememberChange("harbor", { cart_id: changeCartId, ticket_order_id: orderId, token });
    const { sent, history } = await open({ due: "5.00" }, {}, { path: `/manage/${orderId}/confirm` });
    expect(bodyOf(sent, calls.pay)).toEqual([expect.objectContaining({ gateway_id: "test", amount: "5.00" })]);
    expect(history.at(-1)).toBe(`${address()}&change=${newSession}`);
  });

  test("a change that a webhook has completed meanwhile is done", async () => {
    returnTo(`/manage/${orderId}/confirm`);
    rememberChange("harbor", { cart_id: changeCartId, ticket_order_id: orderId, token });
    const completed = () => changeReply({}, { state: "completed" });
    const { history } = await open({}, { [calls.actions]: () => actionsReply(), [calls.cart]: completed });
    expect(history.at(-1)).toBe(`${address()}&change=done`);
  });

  test.each([
    ["has run out meanwhile", () => changeReply({}, { state: "expired" }), true],
    ["this tab does not know", () => changeReply({}, { state: "completed" }), false],
  ])("a change that %s is called neither done nor free of charge", async (_, answer, isKept) => {
    returnTo(`/manage/${orderId}/confirm`);
    if (isKept) rememberChange("harbor", { cart_id: changeCartId, ticket_order_id: orderId, token });
    const { history } = await open({}, { [calls.actions]: () => actionsReply(), [calls.cart]: answer });
    expect(history.at(-1)).toBe(`${address()}&change=closed`);
  });

  test("the checkout leads on to the change's own page, and the visitor keeps their cart", async () => {
    returnTo(`/checkout/${changeCartId}`);
    setSaved({ cart_id: id(7), local_expiry: Date.now() + 600_000 });
    rememberChange("harbor", { cart_id: changeCartId, ticket_order_id: orderId, token });
    fakeApi({ [calls.cart]: () => changeReply({ due: "5.00" }) });
    const { history } = await showPage(<CheckoutPanel cartId={changeCartId} />, { path: `/checkout/${changeCartId}` });
    expect(history.at(-1)).toBe(`${address("/confirm")}&payment_intent_client_secret=${secret}`);
    expect(savedStoreFor("harbor").get().cart_id).toBe(id(7));
  });

  test("the checkout leads on where this tab remembers nothing", async () => {
    fakeApi({ [calls.cart]: () => changeReply({ due: "5.00" }) });
    const { history } = await showPage(<CheckoutPanel cartId={changeCartId} />, { path: `/checkout/${changeCartId}` });
    expect(history.at(-1)).toBe(`/manage/${orderId}/confirm`);
    expect(savedStoreFor("harbor").get().cart_id).toBeNull();
  });
});
