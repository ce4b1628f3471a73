import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { refusal, fakeApi, settleUntil, showPage } from "../../../../test/page.tsx";
import { field, fill, setLoginCookie, pageText, submitWith } from "../../../../test/login/fixtures.tsx";
import { ResendOrdersPage } from "./ResendOrdersPage.tsx";

const resend = "POST /api/ticket_order/resend";
type Answers = Parameters<typeof fakeApi>[0];
const open = async (answer: Answers[string], configuration: object = {}, more: Answers = {}) => {
  const calls = fakeApi({ [resend]: answer, ...more });
  await showPage(<ResendOrdersPage />, { path: "/resend", seller: { configuration } });
  return calls;
};
const ask = async (email: string) => {
  await settleUntil(() => field("email"));
  fill("email", email);
  await submitWith("email");
};
const linkTargets = (): (string | null)[] =>
  [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));

beforeEach(() => setLoginCookie("none"));
afterEach(() => setLoginCookie("none"));

describe("resending orders", () => {
  test("sends to the typed address and to no other", async () => {
    const calls = await open(() => ({ sent: true }));
    await ask(" ada@example.org ");
    expect(calls).toEqual([{ what: resend, body: { email: "ada@example.org" } }]);
    expect(pageText()).toContain("We have sent your order confirmation to ada@example.org again.");
    expect(document.querySelector("form")).toBeNull();
  });

  test("shows that an address is unknown and lets the visitor correct it", async () => {
    await open(() => refusal(404, "not_found", { context: "account" }));
    await ask("nobody@example.org");
    expect(byRole("alert").textContent).toBe("No orders could be found for this email address.");
    expect(document.activeElement).toBe(document.querySelector("input[name=email]"));
  });

  test("resending orders does not reveal whether an address is known where the seller is strict", async () => {
    await open(() => ({ sent: true }), { strict_resend: true });
    await ask("nobody@example.org");
    expect(pageText()).toContain("If there is an order for nobody@example.org");
  });

  test.each([
    ["", "This field is required."],
    ["nobody", "Email address is not valid."],
    [`${"a".repeat(60)}@${"b".repeat(190)}.example`, "Please use at most 254 characters."],
  ])('refuses "%s"', async (typed, expected) => {
    const calls = await open(() => ({ sent: true }));
    await ask(typed);
    expect(pageText()).toContain(expected);
    expect(calls).toEqual([]);
  });

  test("shows that it was resent too often", async () => {
    await open(() => refusal(429, "too_many_requests", { description: "Please wait." }));
    await ask("ada@example.org");
    expect(byRole("alert").textContent).toBe("Please wait.");
  });

  test("uses the built-in captcha, because only the checkout loads third-party ones", async () => {
    vi.doMock("../../../shared/captcha/solveAltcha.ts", () => ({ solveAltcha: () => Promise.resolve("solved") }));
    const answer = vi
      .fn()
      .mockReturnValueOnce(refusal(403, "captcha_required", { context: "captcha", extra: { provider: "altcha" } }))
      .mockReturnValue({ sent: true });
    const calls = await open(
      answer,
      { captcha: { provider: "turnstile", site_key: "public" } },
      { "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }) },
    );
    await ask("ada@example.org");
    await settleUntil(() => {
      expect(calls.at(-1)).toMatchObject({ what: resend, captcha: ["altcha", "solved"] });
      expect(pageText()).toContain("We have sent your order confirmation to ada@example.org again.");
    });
    vi.doUnmock("../../../shared/captcha/solveAltcha.ts");
  });

  test.each([
    ["a guest", "none", {}, ["/events"]],
    ["a member", "full", { my_account_pages: { recent_orders: true } }, ["/my/orders"]],
    ["a member without the page of orders", "full", {}, ["/events"]],
  ] as const)("shows %s the next link", async (_, strength, configuration, to) => {
    setLoginCookie(strength);
    await open(() => ({ sent: true }), configuration);
    expect(linkTargets()).toEqual(to);
  });
});
