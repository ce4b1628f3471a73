import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { refusal, fakeApi, showPage } from "../../../../test/page.tsx";
import { fill, setLoginCookie, pageText, submitWith } from "../../../../test/login/fixtures.tsx";
import { ResendOrdersPage } from "./ResendOrdersPage.tsx";

const resend = "POST /api/ticket_order/resend";
type Answers = Parameters<typeof fakeApi>[0];
const open = async (answer: Answers[string], configuration: object = {}, more: Answers = {}) => {
  const asked = fakeApi({ [resend]: answer, ...more });
  await showPage(<ResendOrdersPage />, { path: "/resend", seller: { configuration } });
  return asked;
};
const ask = async (email: string) => {
  fill("email", email);
  await submitWith("email");
};
const wayOn = (): (string | null)[] => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));

beforeEach(() => setLoginCookie("none"));
afterEach(() => setLoginCookie("none"));

describe("orders sent again", () => {
  test("to the address that was typed, and to no other", async () => {
    const asked = await open(() => ({ sent: true }));
    await ask(" ada@example.org ");
    expect(asked).toEqual([{ what: resend, body: { email: "ada@example.org" } }]);
    expect(pageText()).toContain("We have sent your order confirmation to ada@example.org again.");
    expect(document.querySelector("form")).toBeNull();
  });

  test("an address that nobody bought with is said to be one, and can be typed anew", async () => {
    await open(() => refusal(404, "not_found", { context: "account" }));
    await ask("nobody@example.org");
    expect(byRole("alert").textContent).toBe("No orders could be found for this email address.");
    expect(document.activeElement).toBe(document.querySelector("input[name=email]"));
  });

  test("where nobody is told, nothing is promised either", async () => {
    await open(() => ({ sent: true }), { strict_resend: true });
    await ask("nobody@example.org");
    expect(pageText()).toContain("If there is an order for nobody@example.org");
  });

  test.each([
    ["", "This field is required."],
    ["nobody", "Email address is not valid."],
    [`${"a".repeat(60)}@${"b".repeat(190)}.example`, "Please use at most 254 characters."],
  ])("%s is no address to write to", async (typed, said) => {
    const asked = await open(() => ({ sent: true }));
    await ask(typed);
    expect(pageText()).toContain(said);
    expect(asked).toEqual([]);
  });

  test("asked for too often", async () => {
    await open(() => refusal(429, "too_many_requests", { description: "Please wait." }));
    await ask("ada@example.org");
    expect(byRole("alert").textContent).toBe("Please wait.");
  });

  test("a captcha is worked off here: somebody else's is the till's alone", async () => {
    vi.doMock("../../../shared/captcha/solveAltcha.ts", () => ({ solveAltcha: () => Promise.resolve("solved") }));
    const answer = vi
      .fn()
      .mockReturnValueOnce(refusal(403, "captcha_required", { context: "captcha", extra: { provider: "altcha" } }))
      .mockReturnValue({ sent: true });
    const asked = await open(
      answer,
      { captcha: { provider: "turnstile", site_key: "public" } },
      { "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }) },
    );
    await ask("ada@example.org");
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ what: resend, captcha: ["altcha", "solved"] }));
    vi.doUnmock("../../../shared/captcha/solveAltcha.ts");
  });

  test.each([
    ["a guest", "none", {}, ["/events"]],
    ["a member", "full", { my_account_pages: { recent_orders: true } }, ["/my/orders"]],
    ["a member without that page", "full", {}, ["/events"]],
  ] as const)("%s is shown the way on", async (_, strength, configuration, to) => {
    setLoginCookie(strength);
    await open(() => ({ sent: true }), configuration);
    expect(wayOn()).toEqual(to);
  });
});
