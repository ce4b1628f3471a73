import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Credentials } from "@foyer/contract/shop/login.ts";
import { byRole, press } from "@foyer/ui/test/dom.tsx";
import { refusal, setSaved, fakeApi, settle, showPage } from "../../../../test/page.tsx";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { readLoginStrength } from "../session/loginStrength.ts";
import { field, fill, setLoginCookie, loginReply, pageText, submitWith } from "../../../../test/login/fixtures.tsx";
import { CheckoutLogin } from "./CheckoutLogin.tsx";
import { LoginPanel, type LoginPanelProps } from "./LoginPanel.tsx";
import { memberKey } from "../session/member.queries.ts";

const login = "POST /api/login";
const request = "POST /api/login/request_otp";
const submit = "POST /api/login/submit_otp";

type Options = {
  readonly method?: string;
  readonly configuration?: object;
  readonly web?: object;
  readonly answers?: Parameters<typeof fakeApi>[0];
} & Partial<LoginPanelProps>;

const open = async ({ method, configuration, web = {}, answers = {}, ...props }: Options = {}) => {
  const calls = fakeApi({
    [login]: () => loginReply(),
    [request]: () => ({ token: "tok" }),
    [submit]: () => loginReply(),
    ...answers,
  });
  const done: unknown[] = [];
  const shown = await showPage(
    <LoginPanel redirect="/events" onDone={(user, path) => done.push([user?.identity.first_name, path])} {...props} />,
    { seller: { web, configuration: { ...(method && { authentication: method }), ...configuration } } },
  );
  return { calls, done, ...shown };
};
const toPassword = async () => {
  fill("email", " ada@members.example ");
  await submitWith("email");
};
const toCode = async () => {
  fill("email", "ada@members.example");
  await submitWith("email");
};
const enter = async (code: string) => {
  fill("otp", code);
  await submitWith("otp");
};
const pressed = async (name: string) => {
  press(byRole("button", name));
  await settle();
};
/** Advances the page's clock by some seconds. */
const pass = async (seconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
};

beforeEach(() => {
  setSaved({});
  setLoginCookie("none");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("login method", () => {
  test("shows that the login is disabled", async () => {
    await open({ method: "none" });
    expect(pageText()).toBe("Login is disabled");
  });
  test("defaults to a password", async () => {
    const { calls } = await open();
    await toPassword();
    fill("password", "Lantern-Quay-7");
    await submitWith("password");
    expect(calls.map(({ what }) => what)).toEqual([login]);
  });
  test("asks for cookies first", async () => {
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    await open();
    expect(pageText()).toBe("Enable cookies and reload to login.");
  });
  test.each([
    ["external", {}, "External login URL missing"],
    ["external", { external_urls: { login: "/login" } }, "External login URL missing"],
    ["unknown", {}, "Unknown auth method"],
  ])("shows an error for %s without an address: %s", async (method, web, expected) => {
    await open({ method, web });
    expect(pageText()).toBe(expected);
  });
  test.each([
    ["sso", {}, "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1"],
    ["auth0", {}, "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1"],
    [
      "external",
      { external_urls: { login: "https://id.example/in" } },
      "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1",
    ],
  ])("%s leads to the identity provider", async (method, web, to) => {
    setSaved({ cart_id: "c1" });
    const went = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    await open({ method, web });
    await pressed("Log in");
    expect(went).toHaveBeenCalledWith(to);
  });
});

describe("login by password", () => {
  test("asks for e-mail address and password, trims both, stores the user and returns to the requested path", async () => {
    const { calls, done, client } = await open({ method: "password" });
    await toPassword();
    expect(pageText()).toContain("Logging in as ada@members.example");
    expect(document.activeElement).toBe(field("password"));
    fill("password", " Lantern-Quay-7 ");
    await submitWith("password");
    expect(calls).toEqual([
      { what: login, body: { username: "ada@members.example", password: "Lantern-Quay-7" } satisfies Credentials },
    ]);
    expect(done).toEqual([["Ada", "/events"]]);
    expect(client.getQueryData(memberKey)).toMatchObject({ user: { identity: { first_name: "Ada" } } });
  });

  test("requires a valid e-mail address and a password", async () => {
    const { calls } = await open({ method: "password" });
    await submitWith("email");
    expect(pageText()).toContain("This field is required.");
    fill("email", "ada@members");
    await submitWith("email");
    expect(pageText()).toContain("Email address is not valid.");
    fill("email", `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(200)}.example`);
    await submitWith("email");
    expect(pageText()).toContain("Please use at most 254 characters.");
    await toPassword();
    fill("password", "   ");
    await submitWith("password");
    expect(pageText()).toContain("This field is required.");
    expect(calls).toEqual([]);
  });

  test("returns to the e-mail address on Back", async () => {
    await open({ method: "password" });
    await toPassword();
    await pressed("Back");
    expect(field("email").value.trim()).toBe("ada@members.example");
  });

  test.each([
    ["the server's description", refusal(401, "not_authorized", { description: "No such login." }), "No such login."],
    [
      "a text of its own when the server gives none",
      refusal(401, "not_authorized", { description: "Oops! Sorry, something went wrong. Please try again." }),
      "That email address and password do not match. Please try again.",
    ],
    [
      "the server's description after too many attempts",
      refusal(429, "too_many_requests", { description: "Please wait." }),
      "Please wait.",
    ],
    [
      "a general error otherwise",
      refusal(500, "unexpected"),
      "Sorry! Something unexpected happened. Please try again.",
    ],
  ])("a login by password shows %s", async (_, answer, expected) => {
    const { done } = await open({ method: "password", answers: { [login]: () => answer } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    expect(byRole("alert").textContent).toBe(expected);
    expect(done).toEqual([]);
  });

  test("solves a captcha when the server requires one", async () => {
    const answers = {
      [login]: vi
        .fn()
        .mockReturnValueOnce(refusal(403, "captcha_required", { context: "captcha", extra: { provider: "altcha" } }))
        .mockReturnValue(loginReply()),
      "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }),
    };
    vi.doMock("../../../shared/captcha/solveAltcha.ts", () => ({ solveAltcha: () => Promise.resolve("solved") }));
    const { calls, done } = await open({ method: "password", answers });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    await act(() => vi.waitFor(() => expect(done).toHaveLength(1)));
    expect(calls.at(-1)).toMatchObject({ what: login, captcha: ["altcha", "solved"] });
    vi.doUnmock("../../../shared/captcha/solveAltcha.ts");
  });

  test("shows the password on request", async () => {
    await open({ method: "password" });
    await toPassword();
    expect(field("password").type).toBe("password");
    await pressed("Show password");
    expect(field("password").type).toBe("text");
  });

  test("leads accounts without an e-mail address to the form for it", async () => {
    const { done } = await open({ answers: { [login]: () => loginReply({ needs_email: true }) } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    expect(done).toEqual([["Ada", "/user/set-email-address?redirect=%2Fevents"]]);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "login by password does not lead to %s",
    async (redirect) => {
      const { done } = await open({ redirect });
      await toPassword();
      fill("password", "x");
      await submitWith("password");
      expect(done).toEqual([["Ada", "/"]]);
    },
  );
});

describe("login at the checkout", () => {
  const tryWith = async (answer: object) => {
    const shown = await open({ method: "password", at: "checkout", answers: { [login]: () => answer } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    return shown;
  };
  test("shows that the account has no password", async () => {
    await tryWith(refusal(409, "guest_account", { context: "login" }));
    expect(byRole("alert").textContent).toBe(
      "You have not set a password yet. Please check your email inbox for a link to set one.",
    );
  });
  test("shows that the password is wrong and offers a reset", async () => {
    await tryWith(refusal(401, "incorrect_password", { context: "login" }));
    expect(byRole("alert").textContent).toContain("That is not the correct password. Please try again.");
    expect(byRole("alert").querySelector("a")?.getAttribute("href")).toBe("/user/forgot-password");
  });
  test("marks an invalid e-mail address", async () => {
    await tryWith(refusal(422, "validate_not_email", { context: "login" }));
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("email"));
    expect(pageText()).toContain("Email address is not valid.");
  });
  test.each([
    ["of a guest", "password", "none", true],
    ["of a member by a link, who may log in to an account", "password", "limited", true],
    ["of no member by number, where that is the whole login", "scan_code", "limited", false],
    ["of no member", "password", "full", false],
    ["of nobody where there is no login", "none", "none", false],
  ] as const)("is asked %s", async (_, authentication, strength, isAsked) => {
    setLoginCookie(strength);
    await showPage(<CheckoutLogin />, { seller: { configuration: { authentication } } });
    expect(pageText().includes("Do you have an account?")).toBe(isAsked);
  });
  test("shows that the cart has expired", async () => {
    await tryWith(refusal(410, "cart_expired", { context: "cart" }));
    expect(byRole("alert").textContent).toBe("Cart timed out");
  });
});

describe("login by passcode", () => {
  const wrong = (left: number) => refusal(422, "otp_incorrect", { context: "login", extra: { attempts_left: left } });

  test("sends and submits the passcode and returns to the requested path", async () => {
    const { calls, done } = await open({ method: "otp" });
    await toCode();
    expect(calls[0]?.body).toEqual({
      email: "ada@members.example",
      state: "harbor",
      provider: "ecomm",
      redirect_path: "/events",
    });
    expect(savedStoreFor("harbor").get().login).toEqual({
      email: "ada@members.example",
      token: "tok",
      redirect_path: "/events",
    });
    expect(document.activeElement).toBe(field("otp"));
    await enter("123 456");
    expect(calls.at(-1)).toEqual({ what: submit, body: { token: "tok", otp: "123456" } });
    expect(done).toEqual([["Ada", "/events"]]);
    expect(savedStoreFor("harbor").get().login).toBeNull();
  });

  test("requires all six characters", async () => {
    const { calls } = await open({ method: "otp" });
    await toCode();
    await enter("12345");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(calls).toHaveLength(1);
  });

  test.each([
    [2, "You have 2 more attempts before you need to request a new login link."],
    [1, "You have 1 more attempt before you need to request a new login link."],
  ])("shows that %i attempts are left", async (left, expected) => {
    await open({ method: "otp", answers: { [submit]: () => wrong(left) } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe(`The passcode you entered is invalid. ${expected}`);
    expect(field("otp").disabled).toBe(false);
  });

  test.each([
    ["no attempts are left", wrong(0)],
    ["it has expired", refusal(410, "otp_token_expired")],
    ["it belongs to another browser", refusal(401, "not_authorized")],
    ["it is refused for any other reason", refusal(422, "ticket_not_found")],
  ])("requires a new passcode when %s", async (_, answer) => {
    const { calls } = await open({ method: "otp", answers: { [submit]: () => answer } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(field("otp").disabled).toBe(true);
    await pressed("Request a new code");
    expect(calls.map(({ what }) => what)).toEqual([request, submit, request]);
    expect(field("otp").disabled).toBe(false);
    expect(field("otp").value).toBe("");
  });

  test("shows that a malformed passcode is invalid", async () => {
    await open({ method: "otp", answers: { [submit]: () => refusal(422, "validation_failed") } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(field("otp").disabled).toBe(false);
  });

  test("offers to resend the passcode after half a minute", async () => {
    const { calls } = await open({ method: "otp" });
    vi.useFakeTimers();
    fill("email", "ada@members.example");
    const { form } = field("email");
    await act(async () => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    await pass(29);
    expect(pageText()).not.toContain("possibly hasn't arrived");
    await pass(1);
    expect(pageText()).toContain("Your code possibly hasn't arrived? Check your spam folder or request a new one.");
    press(byRole("button", "Request a new code"));
    await pass(1);
    expect(calls.map(({ what }) => what)).toEqual([request, request]);
    expect(pageText()).not.toContain("possibly hasn't arrived");
  });

  test("submits again every five seconds, at most six times, while the e-mail is being sent", async () => {
    const answers = { [submit]: () => refusal(409, "not_available_yet", { context: "login" }) };
    const { calls } = await open({ method: "otp", answers });
    await toCode();
    vi.useFakeTimers();
    fill("otp", "123456");
    const { form } = field("otp");
    await act(async () => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    const submitCount = () => calls.filter(({ what }) => what === submit).length;
    await pass(4);
    expect(submitCount()).toBe(1);
    expect(pageText()).toContain("Your passcode is being checked.");
    await pass(1);
    expect(submitCount()).toBe(2);
    await pass(25);
    expect(submitCount()).toBe(7);
    await pass(60);
    expect(submitCount()).toBe(7);
    expect(byRole("alert").textContent).toBe("Sorry! Something unexpected happened. Please try again.");
    expect(field("otp").disabled).toBe(false);
  });

  test.each(["validation_failed", "validate_not_email"])("%s concerns the e-mail address", async (code) => {
    await open({ method: "otp", answers: { [request]: () => refusal(422, code, { context: "login" }) } });
    await toCode();
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(pageText()).toContain("Email address is not valid.");
  });

  test("shows that the passcode could not be sent, and offers a password and the way back", async () => {
    const answers = { [request]: () => refusal(503, "unavailable") };
    await open({ method: "otp_or_password", answers });
    await toCode();
    expect(pageText()).toContain("We cannot send you a passcode at the moment.");
    await pressed("Use my password");
    expect(field("password")).toBeInstanceOf(HTMLElement);
    await pressed("Back");
    expect(field("email").value).toBe("ada@members.example");
  });

  test("offers a password instead", async () => {
    const { calls } = await open({ method: "otp_or_password" });
    fill("email", "ada@members.example");
    await pressed("Use my password");
    fill("password", "x");
    await submitWith("password");
    expect(calls.map(({ what }) => what)).toEqual([login]);
  });

  test("accepts letters where passcodes have them", async () => {
    await open({ method: "otp", configuration: { login: { otp_alphanumeric: true } } });
    await toCode();
    expect(field("otp").inputMode).toBe("text");
  });

  describe("by the link of the e-mail", () => {
    const flow = { email: "ada@members.example", token: "old", redirect_path: "/checkout" };

    test("opens the passcode step in the browser that requested it", async () => {
      setSaved({ login: flow });
      const { calls, done } = await open({ method: "otp", otp: "123456" });
      expect(field("otp").value).toBe("123456");
      expect(calls).toEqual([]);
      await submitWith("otp");
      expect(calls).toEqual([{ what: submit, body: { token: "old", otp: "123456" } }]);
      expect(done).toEqual([["Ada", "/checkout"]]);
    });

    test("login by passcode by the link of the e-mail does not open it without a stored request", async () => {
      await open({ method: "otp", otp: "123456" });
      expect(field("email")).toBeInstanceOf(HTMLElement);
      expect(pageText()).not.toContain("Passcode");
    });
  });
});

describe("login by member ID", () => {
  test.each([
    ["scan_code", { scan_code: "M 1" }, "Member details not found. Please check your member ID."],
    [
      "scan_code_password",
      { scan_code: "M1", password: "x" },
      "Member details not found. Please check your member ID and password.",
    ],
    [
      "scan_code_last_name",
      { scan_code: "M1", last_name: "Byron" },
      "Member details not found. Please check your member ID and last name.",
    ],
    [
      "scan_code_zip",
      { scan_code: "M1", zip_code: "10001" },
      "Member details not found. Please check your member ID and ZIP code.",
    ],
    [
      "scan_code_email",
      { email: "ada@members.example", scan_code: "M1" },
      "Member details not found. Please check your email address and member ID.",
    ],
  ] as const)("asks for the fields of %s and shows its refusal", async (method, typed, expected) => {
    const answers = {
      [login]: vi.fn().mockReturnValueOnce(refusal(401, "not_authorized")).mockReturnValue(loginReply()),
    };
    const { calls, done } = await open({ method, answers });
    await submitWith("scan_code");
    expect(pageText().match(/This field is required\./g)).toHaveLength(Object.keys(typed).length);
    for (const [name, text] of Object.entries(typed)) fill(name, ` ${text} `);
    await submitWith("scan_code");
    expect(byRole("alert").textContent).toBe(expected);
    await submitWith("scan_code");
    expect(calls.map(({ body }) => body)).toEqual([typed, typed]);
    expect(done).toEqual([["Ada", "/events"]]);
    expect(document.querySelector('a[href="/user/forgot-membership"]')).not.toBeNull();
  });
});

describe("login on the event page", () => {
  test.each([
    ["password", ["email", "password"]],
    ["otp", ["email"]],
    ["otp_or_password", ["email", "password"]],
    ["scan_code", ["scan_code"]],
    ["scan_code_password", ["scan_code", "password"]],
    ["scan_code_last_name", ["scan_code", "last_name"]],
    ["scan_code_zip", ["scan_code", "zip_code"]],
    ["scan_code_email", ["email", "scan_code"]],
  ])("%s asks for all fields at once", async (method, fields) => {
    await open({ method, at: "reserve" });
    expect([...document.querySelectorAll("input")].map(({ name }) => name)).toEqual(fields);
  });

  test.each([
    ["password", "email", `${"a".repeat(50)}@${"b".repeat(45)}.example`, 100],
    ["scan_code_zip", "zip_code", "100011", 5],
    ["scan_code_zip", "scan_code", "x".repeat(51), 50],
    ["scan_code_last_name", "last_name", "x".repeat(51), 50],
  ])("%s: limits the length of %s", async (method, name, text, count) => {
    const { calls } = await open({ method, at: "reserve" });
    fill(name, text);
    await submitWith(name);
    expect(pageText()).toContain(`Please use at most ${count} characters.`);
    expect(calls).toEqual([]);
  });

  test("shows digits for a ZIP code, and letters for a member number", async () => {
    await open({ method: "scan_code_zip", at: "reserve" });
    expect([...document.querySelectorAll("input")].map(({ inputMode }) => inputMode ?? "")).toEqual(["", "numeric"]);
  });

  test("requires only the e-mail address to send a passcode", async () => {
    const { calls } = await open({ method: "otp_or_password", at: "reserve" });
    fill("email", "ada@members.example");
    await pressed("Email me a code");
    expect(calls.map(({ what }) => what)).toEqual([request]);
    expect(field("otp")).toBeInstanceOf(HTMLElement);
  });
});

test("reads the login strength from the cookie", () => {
  expect(readLoginStrength("harbor")).toBe("none");
  setLoginCookie("full");
  expect(readLoginStrength("harbor")).toBe("full");
  expect(readLoginStrength("larkfield")).toBe("none");
  setLoginCookie("none");
  expect(readLoginStrength("harbor")).toBe("none");
});
