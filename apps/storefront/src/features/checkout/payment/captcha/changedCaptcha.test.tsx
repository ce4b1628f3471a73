import { afterEach, describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { refusal, resetCartState, settle, settleUntil } from "../../../../../test/cart/fixtures.tsx";
import {
  checkout,
  field,
  fillCheckout,
  pageText,
  pay,
  showCheckout,
  submit,
} from "../../../../../test/checkout/checkoutPage.tsx";

vi.mock("../../../../shared/captcha/solveAltcha.ts", () => ({
  solveAltcha: ({ purpose }: { purpose: string }) => Promise.resolve(`solved for ${purpose}`),
}));

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const outdated = "The details we ask for have changed since you opened this page.";
const wants = (code: string, provider: string) => () =>
  refusal(403, code, { context: "captcha", description: "No.", extra: { provider, purpose: "pay" } });

describe("a captcha that the seller has changed since the checkout was opened", () => {
  test("offers a reload for a third-party captcha, which this page may not load", async () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { calls } = await showCheckout({ answers: { [pay]: wants("captcha_required", "turnstile") } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(outdated);
    expect(byRole("button", "Reload this page")).toBeTruthy();
    expect(field("first_name").value).toBe("Ada");
    expect(calls.filter(({ what }) => what === pay)).toHaveLength(1);
    expect(noted).not.toHaveBeenCalled();
  });

  test("offers a reload if the provider has changed", async () => {
    await showCheckout({
      configuration: { captcha: { provider: "altcha" } },
      answers: {
        "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }),
        [pay]: wants("captcha_failed", "hcaptcha"),
      },
    });
    fillCheckout();
    submit();
    await settleUntil(() => expect(byRole("alert").textContent).toContain(outdated));
  });

  test("solves the built-in one, for the payment", async () => {
    const answer = vi
      .fn()
      .mockImplementationOnce(wants("captcha_required", "altcha"))
      .mockReturnValue({ payment: { _data: [] }, cart: { _data: [] } });
    const { calls } = await showCheckout({
      answers: { "GET /api/captcha/challenge": (_, query) => ({ purpose: query.get("purpose") }), [pay]: answer },
    });
    fillCheckout();
    submit();
    await settleUntil(() => expect(calls.at(-1)?.what).toBe(checkout));
    expect(calls.findLast(({ what }) => what === pay)?.captcha).toEqual(["altcha", "solved for pay"]);
    expect(pageText()).not.toContain(outdated);
  });
});
