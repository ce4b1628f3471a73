import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, closePages, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { makeCart, refusal, resetCartState, cartReply, settle, settleUntil } from "../../../../test/cart/fixtures.tsx";
import {
  field,
  fillCheckout,
  getCart,
  pageText,
  pay,
  requestsBeyondCart,
  showCheckout,
  submit,
  submitWith,
  type CheckoutOptions,
} from "../../../../test/checkout/checkoutPage.tsx";

const configuration = { ledger_id: "harbor-gifts" };
const lookUp = (number: string) => `GET /api/ledger/harbor-gifts/${number}`;
/** The reply of the server, with a masked number. */
const card = (number: string, balance: string, state = "active") => ({
  ledger: { _data: [{ number: `••••${number.slice(-4)}`, balance, state }] },
});
const groups = (handler: string) => (): object => ({
  ...cartReply(makeCart()),
  ticket_group: { _data: [{ id: "g", handler }] },
});

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const show = ({ answers, ...overrides }: CheckoutOptions = {}, handler = "tickets") =>
  showCheckout({ configuration, answers: { [getCart]: groups(handler), ...answers }, ...overrides });
const openDialog = async () => {
  press(byRole("button", "Apply gift card"));
  await settle();
};
const give = async (number: string) => {
  typeIn(field("gift_card_number"), number);
  submitWith("gift_card_number");
  await settle();
};
const applyCard = async (number: string) => {
  await openDialog();
  await give(number);
};

describe("gift card button", () => {
  const offered = () => allByRole("button").some((button) => button.textContent === "Apply gift card");
  test("gift card button is shown for sellers with gift cards", async () => {
    await show();
    expect(offered()).toBe(true);
  });
  test("gift card button is not shown for other sellers, and makes no request", async () => {
    const { calls } = await showCheckout();
    expect(offered()).toBe(false);
    expect(new Set(calls.map(({ what }) => what))).toEqual(new Set([getCart]));
  });
  test("gift card button is replaced by the reason when the cart holds a gift card", async () => {
    await show({}, "ledger");
    expect(offered()).toBe(false);
    expect(pageText()).toContain("Gift cards cannot be used to pay for an order that contains a gift card.");
  });
});

describe("gift card", () => {
  test("pays a part, the next one another part, and a card the rest", async () => {
    const { calls } = await show({
      answers: {
        [lookUp("AAAA-1111")]: () => card("AAAA-1111", "20.00"),
        [lookUp("BBBB-2222")]: () => card("BBBB-2222", "30.00"),
      },
    });
    await applyCard(" AAAA-1111 ");
    expect(pageText()).toContain("Gift card ••••1111");
    expect(pageText()).toContain("Balance left: $0.00");
    expect(pageText()).toContain("Total due$44.50");
    await applyCard("BBBB-2222");
    expect(pageText()).toContain("Total due$14.50");
    expect(pageText()).not.toContain("AAAA");
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toEqual([
      { gateway_id: "ledger", amount: "20.00", gateway_data: { number: "AAAA-1111", ledger_id: "harbor-gifts" } },
      { gateway_id: "ledger", amount: "30.00", gateway_data: { number: "BBBB-2222", ledger_id: "harbor-gifts" } },
      expect.objectContaining({ gateway_id: "test", amount: "14.50" }),
    ]);
  });

  test("gift card is looked up with a solved captcha where the server requires one after many wrong numbers", async () => {
    vi.doMock("../../../shared/captcha/solveAltcha.ts", () => ({ solveAltcha: () => Promise.resolve("solved") }));
    const required = refusal(403, "captcha_required", { context: "captcha", extra: { provider: "altcha" } });
    const { calls } = await show({
      answers: {
        [lookUp("AAAA-1111")]: vi.fn().mockReturnValueOnce(required).mockReturnValue(card("AAAA-1111", "20.00")),
        "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }),
      },
    });
    await applyCard("AAAA-1111");
    await settleUntil(() => expect(pageText()).toContain("Total due$44.50"));
    expect(calls.filter(({ what }) => what === lookUp("AAAA-1111"))).toHaveLength(2);
    vi.doUnmock("../../../shared/captcha/solveAltcha.ts");
  });

  test("gift card needs no card when it covers the whole amount", async () => {
    const { calls } = await show({ answers: { [lookUp("AAAA")]: () => card("AAAA", "100.00") } });
    await applyCard("AAAA");
    expect(pageText()).toContain("Balance left: $35.50");
    expect(pageText()).toContain("Your gift cards cover the whole amount. No card is needed.");
    expect(document.querySelector('input[name="card_number"]')).toBe(null);
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toEqual([
      { gateway_id: "ledger", amount: "64.50", gateway_data: { number: "AAAA", ledger_id: "harbor-gifts" } },
    ]);
  });

  test("gift card can be removed again", async () => {
    await show({ answers: { [lookUp("AAAA-1111")]: () => card("AAAA-1111", "20.00") } });
    await applyCard("AAAA-1111");
    byRole("button", "Remove gift card ••••1111").focus();
    press(byRole("button", "Remove gift card ••••1111"));
    await settle();
    expect(pageText()).toContain("Total due$64.50");
    expect(pageText()).not.toContain("••••1111");
    expect(pageText()).toContain("The gift card is removed.");
    expect(document.activeElement).toBe(byRole("button", "Apply gift card"));
  });

  test("gift card has its number in this tab until the order is complete, and nowhere else in the browser", async () => {
    const { client } = await show({ answers: { [lookUp("SECRET-1111")]: () => card("SECRET-1111", "20.00") } });
    await applyCard("SECRET-1111");
    const inTab = () => JSON.stringify(Object.entries(sessionStorage));
    expect(inTab()).toContain("SECRET");
    const kept = [JSON.stringify(Object.entries(localStorage))];
    const cached = client
      .getQueryCache()
      .getAll()
      .map(({ state, queryKey }) => JSON.stringify([queryKey, state.data]));
    expect([...kept, ...cached, window.location.href, document.body.innerHTML].join()).not.toContain("SECRET");
    fillCheckout();
    submit();
    await settle();
    expect(inTab()).not.toContain("SECRET");
  });

  describe("after a reload", () => {
    const balances = (...found: readonly (readonly [string, string])[]) =>
      Object.fromEntries(found.map(([number, balance]) => [lookUp(number), () => card(number, balance)]));
    const applyBeforeReload = async () => {
      await show({ answers: balances(["AAAA-1111", "20.00"], ["BBBB-2222", "30.00"]) });
      await applyCard("AAAA-1111");
      await applyCard("BBBB-2222");
    };
    const reload = (options: CheckoutOptions) => {
      closePages();
      return show(options);
    };

    test("pays again, with its balance of now", async () => {
      await applyBeforeReload();
      const { calls } = await reload({ answers: balances(["AAAA-1111", "20.00"], ["BBBB-2222", "10.00"]) });
      expect(pageText()).toContain("Pay $34.50");
      fillCheckout();
      submit();
      await settle();
      expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([
        { gateway_id: "ledger", amount: "20.00", gateway_data: { number: "AAAA-1111" } },
        { gateway_id: "ledger", amount: "10.00", gateway_data: { number: "BBBB-2222" } },
        { gateway_id: "test", amount: "34.50" },
      ]);
    });

    test("gift card after a reload is asked for again when it is empty now, and pays nothing", async () => {
      await applyBeforeReload();
      await reload({ answers: balances(["AAAA-1111", "20.00"], ["BBBB-2222", "0"]) });
      expect(pageText()).toContain("A gift card that you applied before could not be applied again.");
      expect(pageText()).toContain("Pay $44.50");
    });

    test("gift card after a reload stays away once it was removed", async () => {
      await applyBeforeReload();
      press(byRole("button", "Remove gift card ••••1111"));
      await settle();
      const { calls } = await reload({ answers: balances(["BBBB-2222", "30.00"]) });
      expect(pageText()).toContain("Pay $34.50");
      expect(calls.map(({ what }) => what)).not.toContain(lookUp("AAAA-1111"));
    });

    test("lets nobody pay before its balance is known", async () => {
      await applyBeforeReload();
      const { promise, resolve } = Promise.withResolvers<object>();
      const { calls } = await reload({
        answers: { ...balances(["AAAA-1111", "20.00"]), [lookUp("BBBB-2222")]: () => promise },
      });
      fillCheckout();
      submit();
      await settle();
      expect(calls.map(({ what }) => what)).not.toContain(pay);
      resolve(card("BBBB-2222", "30.00"));
      await settle();
      submit();
      await settle();
      expect(calls.find(({ what }) => what === pay)?.body).toHaveLength(3);
    });
  });

  test.each([
    ["", "This field is required."],
    ["9".repeat(71), "Please use at most 70 characters."],
  ])("gift card does not look up a malformed number", async (number, words) => {
    const { calls } = await show();
    await applyCard(number);
    expect(byRole("alert").textContent).toBe(words);
    expect(document.activeElement).toBe(field("gift_card_number"));
    expect(requestsBeyondCart(calls)).toEqual([]);
  });

  test.each([
    ["that a card is empty", () => card("AAAA", "0"), "Gift Card balance is $0"],
    ["that a card is not active", () => card("AAAA", "20.00", "inactive"), "Gift Card balance is $0"],
    ["that a card is unknown", () => refusal(404, "not_found", { context: "ledger" }), "Gift card not found"],
    [
      "a general error after too many attempts",
      () => refusal(429, "too_many_requests"),
      "We are having trouble with that sorry. Please try again later.",
    ],
  ])("shows %s", async (_, answer, words) => {
    await show({ answers: { [lookUp("AAAA")]: answer } });
    await applyCard("AAAA");
    expect(byRole("alert").textContent).toBe(words);
    expect(pageText()).toContain("Total due$64.50");
  });

  test("shows and reports a failed lookup", async () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await show({ answers: { [lookUp("AAAA")]: () => refusal(500, "unexpected") } });
    await applyCard("AAAA");
    expect(byRole("alert").textContent).toBe("We are having trouble with that sorry. Please try again later.");
    expect(noted).toHaveBeenCalled();
  });

  test("gift card is applied once, without a second lookup", async () => {
    const { calls } = await show({ answers: { [lookUp("AAAA-1111")]: () => card("AAAA-1111", "20.00") } });
    await applyCard("AAAA-1111");
    const before = calls.length;
    await applyCard("aaaa 1111");
    expect(byRole("alert").textContent).toBe("Oops! You already applied this gift card");
    expect(calls).toHaveLength(before);
  });

  test("gift card is looked up again when its balance has dropped", async () => {
    let balance = "100.00";
    await show({
      answers: {
        [lookUp("AAAA")]: () => card("AAAA", balance),
        [pay]: () => {
          balance = "5.00";
          return refusal(409, "insufficient_balance", { context: "ledger" });
        },
      },
    });
    await applyCard("AAAA");
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).toContain("The balance of a gift card has changed, so nothing was charged.");
    expect(pageText()).toContain("Total due$59.50");
  });
});
