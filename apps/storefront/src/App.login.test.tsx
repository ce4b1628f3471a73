import { describe, expect, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { makeCart, refusal, cartReply } from "../test/cart/fixtures.tsx";
import { loginReply, makeUser } from "../test/login/fixtures.tsx";
import { savedStoreFor } from "./shared/storage/saved.ts";
import {
  answers,
  calls,
  cart_id,
  setLoginCookie,
  openApp,
  press,
  eventually,
  address,
  callNames,
  link,
  main,
  fill,
} from "../test/app.tsx";

describe("the header", () => {
  test("makes no personal requests for an anonymous visitor", async () => {
    await openApp("/events", { web: { membership_event_id: "m1" } });
    await eventually(() => expect(link("Log in")?.getAttribute("href")).toBe("/harbor/events?login=true"));
    expect(link("Register")?.getAttribute("href")).toBe("/harbor/membership");
    expect(callNames().filter((call) => call.includes("/my/"))).toEqual([]);
  });

  test("shows no login link where logins are disabled", async () => {
    await openApp("/events", { configuration: { authentication: "none" } });
    expect(link("Log in")).toBeUndefined();
  });

  test("greets a member, with links to the account and to log out", async () => {
    setLoginCookie("full");
    await openApp("/events", {
      configuration: { my_account_pages: { my_profile: true, upcoming_events: false, recent_orders: false } },
    });
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    const menu = byRole("button", "Hello, Ada");
    expect(link("Log in")).toBeUndefined();
    expect(menu.getAttribute("aria-expanded")).toBe("false");
    press(menu);
    await eventually(() => expect(menu.getAttribute("aria-expanded")).toBe("true"));
    expect(link("My account")?.getAttribute("href")).toBe("/harbor/my");
    expect(link("Log out")?.getAttribute("href")).toBe("/harbor/logout");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    await eventually(() => expect(menu.getAttribute("aria-expanded")).toBe("false"));
    expect(document.activeElement).toBe(menu);
  });

  test("opens the membership details where there are no account pages", async () => {
    setLoginCookie("full");
    await openApp("/events");
    await eventually(() => press(byRole("button", "Hello, Ada")));
    expect(byRole("button", "Membership details")).toBeInstanceOf(HTMLElement);
    expect(link("My account")).toBeUndefined();
  });

  test("shows no name to a visitor who logged in by a member's link", async () => {
    setLoginCookie("limited");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp("/events");
    await eventually(() => press(byRole("button", "Member")));
    expect(document.querySelector("header")?.textContent).not.toContain("Ada");
    expect(link("Log in")).toBeInstanceOf(HTMLElement);
    expect(link("Log out")).toBeInstanceOf(HTMLElement);
  });
});

test("says once that an external login has no URL", async () => {
  await openApp("/events?requirelogin=true", { configuration: { authentication: "external" } });
  await eventually(() => expect(document.body.textContent).toContain("External login URL missing"));
  expect(document.body.textContent.split("External login URL missing")).toHaveLength(2);
});

test("the menu offers no second login to a visitor with only a member number", async () => {
  setLoginCookie("limited");
  answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
  await openApp("/events", { configuration: { authentication: "scan_code" } });
  await eventually(() => press(byRole("button", "Member")));
  expect(link("Log in")).toBeUndefined();
  expect(link("Log out")).toBeInstanceOf(HTMLElement);
});

test.each([
  ["a visitor", "password", "", "For visitors"],
  ["a member", "password", "full", "For members"],
  ["a visitor who came by a member's link", "password", "limited", "For visitors"],
  ["a member whose number is the whole login", "scan_code", "limited", "For members"],
])("content blocks by role: %s", async (_, authentication, strength, expected) => {
  setLoginCookie(strength);
  answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser(strength === "limited" ? { strength } : {})] } });
  const block = (role: string, html: string) => ({ id: role, slot: "top", html, roles: [role] });
  await openApp("/events", {
    configuration: { authentication },
    web: { content_blocks: [block("member", "<p>For members</p>"), block("anonymous", "<p>For visitors</p>")] },
  });
  const shown = () => document.querySelector("main")?.textContent?.match(/For (?:members|visitors)/g);
  await eventually(() => expect(shown()).toEqual([expected]));
});

describe("a login", () => {
  const logIn = async () => {
    await eventually(() => expect(document.querySelector('input[name="email"]')).not.toBeNull());
    fill("email", "ada@members.example");
    press(byRole("button", "Continue"));
    await eventually(() => expect(document.querySelector('input[name="password"]')).not.toBeNull());
    fill("password", "Lantern-Quay-7");
    press([...document.querySelectorAll('button[type="submit"]')].at(-1));
  };

  test("a login in the dialog stays on the page", async () => {
    await openApp("/events?login=1&date=today");
    await logIn();
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    await eventually(() => expect(document.querySelector("dialog")).toBeNull());
    expect(address()).toBe("/harbor/events?date=today");
    await eventually(() => expect(document.activeElement?.tagName).toBe("H1"));
  });

  test("a login that is required can only be dismissed by leaving the page", async () => {
    await openApp("/resend?requirelogin=1");
    await eventually(() => expect(byRole("dialog").textContent).toContain("Log in"));
    expect(byRole("dialog").querySelector('[aria-label="Close"]')).toBeNull();
    press(byRole("button", "Continue without logging in"));
    await eventually(() => expect(address()).toBe("/harbor/events"));
    await eventually(() => expect(document.querySelector("dialog")).toBeNull());
  });

  test("a login on the login page redirects to the requested page", async () => {
    await openApp("/login?redirect=/resend");
    await logIn();
    await eventually(() => expect(address()).toBe("/harbor/resend"));
  });

  test.each([
    ["the login page", "/login?redirect=/resend", "/resend"],
    ["the dialog", "/events?login=1", "/events"],
    ["the account", "/my", "/my"],
    ["a page of the account", "/my/profile", "/my/profile"],
  ])("a login of a user without an e-mail address leads from %s to the form for it", async (_, from, redirect) => {
    answers["POST /api/login"] = () => {
      setLoginCookie("full");
      return loginReply({ needs_email: true });
    };
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ needs_email: true })] } });
    const my_account_pages = { my_profile: true, upcoming_events: true, recent_orders: true };
    await openApp(from, { configuration: { my_account_pages } });
    await logIn();
    const form = `/harbor/user/set-email-address?${new URLSearchParams({ redirect })}`;
    await eventually(() => expect(address()).toBe(form));
    // No later redirect of the account leads away from it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(address()).toBe(form);
  });

  describe("fetches the cart again and", () => {
    const after = async (answer: () => unknown) => {
      savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000 });
      answers["GET /api/my/cart/:id"] = answer;
      answers["DELETE /api/my/cart/:id"] = () => ({ deleted: true });
      await openApp("/login?redirect=/resend");
      await logIn();
      await eventually(() => expect(address()).toBe("/harbor/resend"));
    };
    const saved = () => savedStoreFor("harbor").get().cart_id;
    const isDeleted = () => callNames().includes("DELETE /api/my/cart/:id");

    test("keeps a cart with tickets", async () => {
      await after(() => cartReply(makeCart()));
      await eventually(() =>
        expect(callNames().indexOf("GET /api/my/cart/:id", callNames().indexOf("POST /api/login"))).not.toBe(-1),
      );
      expect([saved(), isDeleted()]).toEqual([cart_id, false]);
    });
    test("deletes an empty cart", async () => {
      await after(() => cartReply(makeCart({ lines: [] })));
      await eventually(() => expect([saved(), isDeleted()]).toEqual([null, true]));
    });
    test("forgets a cart that is no longer pending", async () => {
      await after(() => cartReply(makeCart({ state: "expired" })));
      await eventually(() => expect([saved(), isDeleted()]).toEqual([null, false]));
    });
    test("deletes a cart that belongs to someone else", async () => {
      await after(() => refusal(400, "scope_error", { context: "cart" }));
      await eventually(() => expect([saved(), isDeleted()]).toEqual([null, true]));
    });
  });
});

describe("a member's number in the URL", () => {
  test("a member's number in the URL is sent to the server and removed from the URL", async () => {
    answers["POST /api/login/by_link"] = () => {
      setLoginCookie("limited");
      return loginReply({ strength: "limited" });
    };
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp("/events?member_code=M1&login.last_name=Byron&date=today");
    await eventually(() => expect(byRole("button", "Member")).toBeInstanceOf(HTMLElement));
    expect(calls.find(({ call }) => call === "POST /api/login/by_link")?.body).toEqual({
      scan_code: "M1",
      last_name: "Byron",
    });
    expect(address()).toBe("/harbor/events?date=today");
    expect(document.querySelector("dialog")).toBeNull();
  });

  test.each([
    ["zip_code=10001", "Member details not found. Please check your member ID and ZIP code."],
    ["login.last_name=Byron", "Member details not found. Please check your member ID and last name."],
    ["login.email=a@b.example", "Member details not found. Please check your email address and member ID."],
  ])("opens the login with a message if nobody matches: %s", async (query, reply) => {
    answers["POST /api/login/by_link"] = () => refusal(401, "not_authorized", { context: "login" });
    await openApp(`/events?member_code=M1&${query}`);
    await eventually(() => expect(byRole("dialog").textContent).toContain(reply));
    expect(address()).toBe("/harbor/events");
    press(byRole("button", "Close"));
    await eventually(() => expect(document.querySelector("dialog")).toBeNull());
  });

  test.each([
    ["a link with a number alone", {}, "member_code=M1", "check your member ID."],
    ["links that need nothing else", { login: { link_needs: "nothing" } }, "member_code=M1", "check your member ID."],
    ["a form with a number alone", { authentication: "scan_code" }, "member_code=M1", "check your member ID."],
    [
      "a form with the last name",
      { authentication: "scan_code_last_name" },
      "member_code=M1",
      "check your member ID and last name.",
    ],
    [
      "links that need less than the form",
      { authentication: "scan_code_zip", login: { link_needs: "last_name" } },
      "member_code=M1&zip_code=10001",
      "check your member ID and last name.",
    ],
  ] as const)("the message names what is checked besides the number: %s", async (_, configuration, query, reply) => {
    answers["POST /api/login/by_link"] = () => refusal(401, "not_authorized", { context: "login" });
    await openApp(`/events?${query}`, { configuration });
    await eventually(() => expect(byRole("dialog").textContent).toContain(reply));
  });

  test.each([
    [
      "after too many attempts",
      () => refusal(429, "too_many_requests", { description: "Please wait." }),
      "Please wait.",
    ],
    ["after a failure of the server", () => refusal(503, "not_available"), "Sorry! Something unexpected happened."],
  ])("does not say that nobody matches %s", async (_, answer, reply) => {
    answers["POST /api/login/by_link"] = answer;
    await openApp("/events?member_code=M1&zip_code=10001");
    await eventually(() => expect(byRole("dialog").textContent).toContain(reply));
    expect(byRole("dialog").textContent).not.toContain("Member details not found");
  });

  test("a member's number in the URL is ignored for a visitor who is logged in", async () => {
    setLoginCookie("full");
    await openApp("/events?member_code=M1");
    await eventually(() => expect(address()).toBe("/harbor/events"));
    expect(callNames()).not.toContain("POST /api/login/by_link");
  });
});

describe("returning from an external login", () => {
  test("reports the provider's error code and shows a general message", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await openApp("/login/callback?auth_error=access_denied&redirect=%2Fresend", {
      configuration: { authentication: "sso" },
    });
    await eventually(() => expect(main()).toContain("SFEC Authentication failed"));
    expect(consoleError.mock.calls.map(String).join()).toContain("SFEC error: access_denied");
    await eventually(() => expect(address()).toBe("/harbor/login/callback?redirect=%2Fresend"));
    expect(document.querySelector("dialog[open]")).toBeNull();
  });

  test("redirects to the requested page", async () => {
    setLoginCookie("full");
    await openApp("/login/callback?auth_callback=1&redirect=%2Fresend", { configuration: { authentication: "sso" } });
    await eventually(() => expect(address()).toBe("/harbor/resend"));
  });

  const own = {
    configuration: { authentication: "external" },
    web: { external_urls: { login: "https://id.example/in" } },
  } as const;
  test("logs in with a signed token and removes it from the URL", async () => {
    await openApp("/login/external-callback?auth_callback=1&redirect=%2Fresend#jwt=a.b.c", own);
    await eventually(() => expect(calls).toContainEqual({ call: "POST /api/login", body: { jwt: "a.b.c" } }));
    await eventually(() => expect(address()).toBe("/harbor/resend"));
    expect(window.location.hash).toBe("");
    expect(calls.filter(({ call }) => call === "POST /api/login")).toHaveLength(1);
  });
  test("shows a message for a refused token and offers the login again", async () => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    answers["POST /api/login"] = () => refusal(401, "not_authorized", { context: "login" });
    await openApp("/login/external-callback?auth_callback=1&redirect=%2Fresend#jwt=a.b.c", own);
    await eventually(() => expect(main()).toContain("SFEC Authentication failed"));
    expect(window.location.hash).toBe("");
    expect(byRole("button", "Log in")).toBeInstanceOf(HTMLElement);
    expect(consoleError.mock.calls.map(String).join()).toContain("SFEC error: not_authorized");
  });
});

describe("the code of an e-mail", () => {
  test("the code of an e-mail is shown for copying where another browser requested it, and removed from the URL", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as unknown as Clipboard);
    await openApp("/login?otp=483920");
    await eventually(() => expect(main()).toContain("483920"));
    await eventually(() => expect(address()).toBe("/harbor/login"));
    press(byRole("button", "Copy passcode"));
    await eventually(() => expect(byRole("button", "Copied")).toBeInstanceOf(HTMLElement));
    expect(writeText).toHaveBeenCalledWith("483920");
  });

  test("the code of an e-mail is filled in where this browser requested it", async () => {
    savedStoreFor("harbor").change({ login: { email: "ada@members.example", token: "tok", redirect_path: "/resend" } });
    answers["POST /api/login/submit_otp"] = () => {
      setLoginCookie("full");
      return loginReply();
    };
    await openApp("/login?otp=483920", { configuration: { authentication: "otp" } });
    await eventually(() => expect(document.querySelector<HTMLInputElement>('input[name="otp"]')?.value).toBe("483920"));
    await eventually(() => expect(address()).toBe("/harbor/login"));
    expect(callNames()).not.toContain("POST /api/login/submit_otp");
    press([...document.querySelectorAll("main button")].find(({ textContent }) => textContent === "Log in"));
    await eventually(() => expect(address()).toBe("/harbor/resend"));
  });

  test("the code of an e-mail is filled in in the dialog as well", async () => {
    savedStoreFor("harbor").change({ login: { email: "ada@members.example", token: "tok", redirect_path: "/resend" } });
    await openApp("/events?login=1&otp=483920", { configuration: { authentication: "otp" } });
    await eventually(() =>
      expect(document.querySelector<HTMLInputElement>('dialog input[name="otp"]')?.value).toBe("483920"),
    );
    expect(address()).toBe("/harbor/events");
  });
});
