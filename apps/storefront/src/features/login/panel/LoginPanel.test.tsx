import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Credentials } from "@foyer/contract/shop/login.ts";
import { byRole, press } from "@foyer/ui/test/dom.tsx";
import { refusal, setSaved, fakeApi, settle, showPage } from "../../../../test/page.tsx";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { readLoginStrength } from "../session/loginStrength.ts";
import { field, fill, setLoginCookie, loginReply, pageText, submitWith } from "../../../../test/login/fixtures.tsx";
import { LoginPanel, type LoginPanelProps } from "./LoginPanel.tsx";
import { memberKey } from "../session/member.queries.ts";

const login = "POST /api/login";
const request = "POST /api/login/request_otp";
const submit = "POST /api/login/submit_otp";

type Wishes = {
  readonly method?: string;
  readonly configuration?: object;
  readonly web?: object;
  readonly answers?: Parameters<typeof fakeApi>[0];
} & Partial<LoginPanelProps>;

const open = async ({ method, configuration, web = {}, answers = {}, ...props }: Wishes = {}) => {
  const asked = fakeApi({
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
  return { asked, done, ...shown };
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
/** Lets some seconds of the page's clock go by, and what follows from it happen. */
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

describe("whether there is a login at all", () => {
  test("a shop without says so", async () => {
    await open({ method: "none" });
    expect(pageText()).toBe("Login is disabled");
  });
  test("nothing said means by password", async () => {
    const { asked } = await open();
    await toPassword();
    fill("password", "Lantern-Quay-7");
    await submitWith("password");
    expect(asked.map(({ what }) => what)).toEqual([login]);
  });
  test("a browser without cookies is told before it tries", async () => {
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    await open();
    expect(pageText()).toBe("Enable cookies and reload to login.");
  });
  test.each([
    ["external", {}, "External login URL missing"],
    ["external", { external_urls: { login: "/login" } }, "External login URL missing"],
    ["morse", {}, "Unknown auth method"],
  ])("%s without an address: %s", async (method, web, said) => {
    await open({ method, web });
    expect(pageText()).toBe(said);
  });
  test.each([
    ["sso", {}, "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1"],
    ["auth0", {}, "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1"],
    [
      "external",
      { external_urls: { login: "https://id.example/in" } },
      "/api/sso/start?_seller=harbor&redirect=%2Fevents&cart_id=c1",
    ],
  ])("%s leads there", async (method, web, to) => {
    setSaved({ cart_id: "c1" });
    const went = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    await open({ method, web });
    await pressed("Log in");
    expect(went).toHaveBeenCalledWith(to);
  });
});

describe("by password", () => {
  test("an address, then a password; both trimmed, the user kept, and on to where it was asked for", async () => {
    const { asked, done, client } = await open({ method: "password" });
    await toPassword();
    expect(pageText()).toContain("Logging in as ada@members.example");
    expect(document.activeElement).toBe(field("password"));
    fill("password", " Lantern-Quay-7 ");
    await submitWith("password");
    expect(asked).toEqual([
      { what: login, body: { username: "ada@members.example", password: "Lantern-Quay-7" } satisfies Credentials },
    ]);
    expect(done).toEqual([["Ada", "/events"]]);
    expect(client.getQueryData(memberKey)).toMatchObject({ user: { identity: { first_name: "Ada" } } });
  });

  test("needs both, and an address that is one", async () => {
    const { asked } = await open({ method: "password" });
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
    expect(asked).toEqual([]);
  });

  test("Back leads to the address, which is still there", async () => {
    await open({ method: "password" });
    await toPassword();
    await pressed("Back");
    expect(field("email").value.trim()).toBe("ada@members.example");
  });

  test.each([
    ["what the server says", refusal(401, "not_authorized", { description: "No such login." }), "No such login."],
    [
      "our own words where it says nothing",
      refusal(401, "not_authorized", { description: "Oops! Sorry, something went wrong. Please try again." }),
      "That email address and password do not belong together. Please try again.",
    ],
    ["too many tries", refusal(429, "too_many_requests", { description: "Please wait." }), "Please wait."],
    ["anything else", refusal(500, "unexpected"), "Sorry! Something unexpected happened. Please try again."],
  ])("a refusal: %s", async (_, answer, said) => {
    const { done } = await open({ method: "password", answers: { [login]: () => answer } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    expect(byRole("alert").textContent).toBe(said);
    expect(done).toEqual([]);
  });

  test("whoever has to show that they are a person does so, and goes on", async () => {
    const answers = {
      [login]: vi
        .fn()
        .mockReturnValueOnce(refusal(403, "captcha_required", { context: "captcha", extra: { provider: "altcha" } }))
        .mockReturnValue(loginReply()),
      "GET /api/captcha/challenge": () => ({ parameters: {}, signature: "" }),
    };
    vi.doMock("../../../shared/captcha/solveAltcha.ts", () => ({ solveAltcha: () => Promise.resolve("solved") }));
    const { asked, done } = await open({ method: "password", answers });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    await vi.waitFor(() => expect(done).toHaveLength(1));
    expect(asked.at(-1)).toMatchObject({ what: login, captcha: ["altcha", "solved"] });
    vi.doUnmock("../../../shared/captcha/solveAltcha.ts");
  });

  test("can be looked at while it is typed", async () => {
    await open({ method: "password" });
    await toPassword();
    expect(field("password").type).toBe("password");
    await pressed("Show password");
    expect(field("password").type).toBe("text");
  });

  test("whoever has no address is asked for one first", async () => {
    const { done } = await open({ answers: { [login]: () => loginReply({ needs_email: true }) } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    expect(done).toEqual([["Ada", "/user/set-email-address?redirect=%2Fevents"]]);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "does not go on to %s",
    async (redirect) => {
      const { done } = await open({ redirect });
      await toPassword();
      fill("password", "x");
      await submitWith("password");
      expect(done).toEqual([["Ada", "/"]]);
    },
  );
});

describe("at the checkout", () => {
  const tryWith = async (answer: object) => {
    const shown = await open({ method: "password", at: "checkout", answers: { [login]: () => answer } });
    await toPassword();
    fill("password", "x");
    await submitWith("password");
    return shown;
  };
  test("an account without a password", async () => {
    await tryWith(refusal(409, "guest_account", { context: "login" }));
    expect(byRole("alert").textContent).toBe(
      "You have not set a password yet. Please check your email inbox for a link to set one.",
    );
  });
  test("a wrong password, and the way to another one", async () => {
    await tryWith(refusal(401, "incorrect_password", { context: "login" }));
    expect(byRole("alert").textContent).toContain("That is not the correct password. Please try again.");
    expect(byRole("alert").querySelector("a")?.getAttribute("href")).toBe("/user/forgot-password");
  });
  test("an address that is none is marked", async () => {
    await tryWith(refusal(422, "validate_not_email", { context: "login" }));
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("email"));
    expect(pageText()).toContain("Email address is not valid.");
  });
  test("a cart that is over", async () => {
    await tryWith(refusal(410, "cart_expired", { context: "cart" }));
    expect(byRole("alert").textContent).toBe("Cart timed out");
  });
});

describe("by a code", () => {
  const wrong = (left: number) => refusal(422, "otp_incorrect", { context: "login", extra: { attempts_left: left } });

  test("is asked for, typed, and leads on to where it was asked for", async () => {
    const { asked, done } = await open({ method: "otp" });
    await toCode();
    expect(asked[0]?.body).toEqual({
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
    expect(asked.at(-1)).toEqual({ what: submit, body: { token: "tok", otp: "123456" } });
    expect(done).toEqual([["Ada", "/events"]]);
    expect(savedStoreFor("harbor").get().login).toBeNull();
  });

  test("all six of it are needed", async () => {
    const { asked } = await open({ method: "otp" });
    await toCode();
    await enter("12345");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(asked).toHaveLength(1);
  });

  test.each([
    [2, "You have 2 more attempts before you need to request a new login link."],
    [1, "You have 1 more attempt before you need to request a new login link."],
  ])("a wrong one leaves %i", async (left, said) => {
    await open({ method: "otp", answers: { [submit]: () => wrong(left) } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe(`The passcode you entered is invalid. ${said}`);
    expect(field("otp").disabled).toBe(false);
  });

  test.each([
    ["no attempt is left", wrong(0)],
    ["it is too old", refusal(410, "otp_token_expired")],
    ["it belongs to another browser", refusal(401, "not_authorized")],
    ["of anything else", refusal(422, "ticket_not_found")],
  ])("another one is needed when %s", async (_, answer) => {
    const { asked } = await open({ method: "otp", answers: { [submit]: () => answer } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(field("otp").disabled).toBe(true);
    await pressed("Request a new code");
    expect(asked.map(({ what }) => what)).toEqual([request, submit, request]);
    expect(field("otp").disabled).toBe(false);
    expect(field("otp").value).toBe("");
  });

  test("one that the server cannot read is invalid, and no more", async () => {
    await open({ method: "otp", answers: { [submit]: () => refusal(422, "validation_failed") } });
    await toCode();
    await enter("123456");
    expect(byRole("alert").textContent).toBe("The passcode you entered is invalid.");
    expect(field("otp").disabled).toBe(false);
  });

  test("says after half a minute that it possibly has not arrived, and sends another", async () => {
    const { asked } = await open({ method: "otp" });
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
    expect(asked.map(({ what }) => what)).toEqual([request, request]);
    expect(pageText()).not.toContain("possibly hasn't arrived");
  });

  test("of a letter that is still on its way is tried again every five seconds, six times", async () => {
    const answers = { [submit]: () => refusal(409, "not_available_yet", { context: "login" }) };
    const { asked } = await open({ method: "otp", answers });
    await toCode();
    vi.useFakeTimers();
    fill("otp", "123456");
    const { form } = field("otp");
    await act(async () => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    const tries = () => asked.filter(({ what }) => what === submit).length;
    await pass(4);
    expect(tries()).toBe(1);
    expect(pageText()).toContain("Your passcode is being checked.");
    await pass(1);
    expect(tries()).toBe(2);
    await pass(25);
    expect(tries()).toBe(7);
    await pass(60);
    expect(tries()).toBe(7);
    expect(byRole("alert").textContent).toBe("Sorry! Something unexpected happened. Please try again.");
    expect(field("otp").disabled).toBe(false);
  });

  test.each(["validation_failed", "validate_not_email"])("%s is about the address", async (code) => {
    await open({ method: "otp", answers: { [request]: () => refusal(422, code, { context: "login" }) } });
    await toCode();
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(pageText()).toContain("Email address is not valid.");
  });

  test("that cannot be sent: said, with a password instead where there are both, and a way back", async () => {
    const answers = { [request]: () => refusal(503, "unavailable") };
    await open({ method: "otp_or_password", answers });
    await toCode();
    expect(pageText()).toContain("We cannot send you a passcode at the moment.");
    await pressed("Use my password");
    expect(field("password")).toBeInstanceOf(HTMLElement);
    await pressed("Back");
    expect(field("email").value).toBe("ada@members.example");
  });

  test("or by a password, as the visitor likes", async () => {
    const { asked } = await open({ method: "otp_or_password" });
    fill("email", "ada@members.example");
    await pressed("Use my password");
    fill("password", "x");
    await submitWith("password");
    expect(asked.map(({ what }) => what)).toEqual([login]);
  });

  test("asks for letters where codes have them", async () => {
    await open({ method: "otp", configuration: { login: { otp_alphanumeric: true } } });
    await toCode();
    expect(field("otp").inputMode).toBe("text");
  });

  describe("of a letter's link", () => {
    const flow = { email: "ada@members.example", token: "old", redirect_path: "/checkout" };

    test("leads to its step where this browser asked for it, and to where that was", async () => {
      setSaved({ login: flow });
      const { asked, done } = await open({ method: "otp", otp: "123456" });
      expect(field("otp").value).toBe("123456");
      expect(asked).toEqual([]);
      await submitWith("otp");
      expect(asked).toEqual([{ what: submit, body: { token: "old", otp: "123456" } }]);
      expect(done).toEqual([["Ada", "/checkout"]]);
    });

    test("not where nothing is stored", async () => {
      await open({ method: "otp", otp: "123456" });
      expect(field("email")).toBeInstanceOf(HTMLElement);
      expect(pageText()).not.toContain("Passcode");
    });
  });
});

describe("by a member's number", () => {
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
  ] as const)("%s", async (method, typed, said) => {
    const answers = {
      [login]: vi.fn().mockReturnValueOnce(refusal(401, "not_authorized")).mockReturnValue(loginReply()),
    };
    const { asked, done } = await open({ method, answers });
    await submitWith("scan_code");
    expect(pageText().match(/This field is required\./g)).toHaveLength(Object.keys(typed).length);
    for (const [name, text] of Object.entries(typed)) fill(name, ` ${text} `);
    await submitWith("scan_code");
    expect(byRole("alert").textContent).toBe(said);
    await submitWith("scan_code");
    expect(asked.map(({ body }) => body)).toEqual([typed, typed]);
    expect(done).toEqual([["Ada", "/events"]]);
    expect(document.querySelector('a[href="/user/forgot-membership"]')).not.toBeNull();
  });
});

describe("on the event page", () => {
  test.each([
    ["password", ["email", "password"]],
    ["otp", ["email"]],
    ["otp_or_password", ["email", "password"]],
    ["scan_code", ["scan_code"]],
    ["scan_code_password", ["scan_code", "password"]],
    ["scan_code_last_name", ["scan_code", "last_name"]],
    ["scan_code_zip", ["scan_code", "zip_code"]],
    ["scan_code_email", ["email", "scan_code"]],
  ])("%s asks for all at once", async (method, fields) => {
    await open({ method, at: "reserve" });
    expect([...document.querySelectorAll("input")].map(({ name }) => name)).toEqual(fields);
  });

  test.each([
    ["password", "email", `${"a".repeat(50)}@${"b".repeat(45)}.example`, 100],
    ["scan_code_zip", "zip_code", "100011", 5],
    ["scan_code_zip", "scan_code", "x".repeat(51), 50],
    ["scan_code_last_name", "last_name", "x".repeat(51), 50],
  ])("%s: %s is no longer than it may be", async (method, name, text, count) => {
    const { asked } = await open({ method, at: "reserve" });
    fill(name, text);
    await submitWith(name);
    expect(pageText()).toContain(`Please use at most ${count} characters.`);
    expect(asked).toEqual([]);
  });

  test("a code instead needs the address alone", async () => {
    const { asked } = await open({ method: "otp_or_password", at: "reserve" });
    fill("email", "ada@members.example");
    await pressed("Email me a code");
    expect(asked.map(({ what }) => what)).toEqual([request]);
    expect(field("otp")).toBeInstanceOf(HTMLElement);
  });
});

test("the cookie says who is here", () => {
  expect(readLoginStrength("harbor")).toBe("none");
  setLoginCookie("full");
  expect(readLoginStrength("harbor")).toBe("full");
  expect(readLoginStrength("larkfield")).toBe("none");
  setLoginCookie("none");
  expect(readLoginStrength("harbor")).toBe("none");
});
