import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { byRole, type } from "@foyer/ui/test/dom.tsx";
import { setApiSeller, setFetcher } from "./api/call.ts";
import { App } from "./App.tsx";
import { makeCart, refusal, cartReply } from "../test/cart/fixtures.tsx";
import { loginReply, makeUser } from "../test/login/fixtures.tsx";
import { closeLoginDialog } from "./features/login/session/loginDialogStore.ts";
import { createQueryClient } from "./shared/queries/queryClient.ts";
import { emptySaved, savedStoreFor } from "./shared/storage/saved.ts";
import { makeBoot } from "../test/seller.ts";

const listing = { event_template: { _data: [] }, venue: { _data: [] }, category: { _data: [] } };
const cart_id = makeCart().id;
const asCookie = (strength: string) => {
  document.cookie = strength === "" ? "foyer-in.harbor=; Path=/; Max-Age=0" : `foyer-in.harbor=${strength}; Path=/`;
};

/** The server's answers by 'METHOD /path', and the requests that were made. */
let answers: Record<string, (body: unknown) => unknown> = {};
let asked: { what: string; body: unknown }[] = [];
let leave: () => void = () => undefined;

const usual: typeof answers = {
  "GET /api/my/user": () => ({ user: { _data: [makeUser()] } }),
  "GET /api/my/membership": () => ({ membership: { _data: [] } }),
  "POST /api/logout": () => {
    asCookie("");
    return { logged_out: true, logout_url: null };
  },
  "POST /api/login": () => {
    asCookie("full");
    return loginReply();
  },
};

/** The whole storefront at an address, as a browser shows it once the page has loaded. */
const open = async (address: string, wishes: Parameters<typeof makeBoot>[0] = {}) => {
  window.history.replaceState(null, "", `/harbor${address}`);
  const [path = "", search = ""] = address.split("?");
  setApiSeller("harbor");
  setFetcher(async (place, { method, body }) => {
    const what = `${method} ${(place.split("?")[0] ?? "").replace(cart_id, ":id")}`;
    const sent: unknown = body === undefined ? undefined : JSON.parse(body);
    asked.push({ what, body: sent });
    const said = (answers[what]?.(sent) ?? listing) as { status?: number; body?: unknown };
    return typeof said.status === "number" ? Response.json(said.body, { status: said.status }) : Response.json(said);
  });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <App boot={makeBoot(wishes, { shown: { route: "home", path, search } })} />
    </QueryClientProvider>,
  );
  leave = () => {
    root.unmount();
    place.remove();
  };
  await settled(() => expect(place.querySelector("main h1")).not.toBeNull());
  return place;
};
const press = (element: Element | undefined) => (element as HTMLElement).click();
const settled = (check: () => void) => vi.waitFor(check, { timeout: 4500 });
const address = () => window.location.pathname + window.location.search;
const whats = () => asked.map(({ what }) => what);
const link = (name: string) =>
  [...document.querySelectorAll('header a, a:not([href*="login=true"])')].find(
    ({ textContent }) => textContent === name,
  );
const main = () => document.querySelector("main")?.textContent ?? "";
const fill = (name: string, text: string) => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  type(document.querySelector(`input[name="${name}"]:not([hidden])`) as HTMLElement, text);
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
};

beforeEach(() => {
  // As in a browser, updates happen when they happen.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  savedStoreFor("harbor").change(emptySaved);
  asCookie("");
  answers = { ...usual };
  asked = [];
});
afterEach(() => {
  leave();
  closeLoginDialog();
  vi.restoreAllMocks();
});

describe("the header", () => {
  test("makes no personal requests for an anonymous visitor", async () => {
    await open("/events");
    await settled(() => expect(link("Log in")?.getAttribute("href")).toBe("/harbor/events?login=true"));
    expect(link("Register")?.getAttribute("href")).toBe("/harbor/membership");
    expect(whats().filter((what) => what.includes("/my/"))).toEqual([]);
  });

  test("shows no login link where logins are disabled", async () => {
    await open("/events", { configuration: { authentication: "none" } });
    expect(link("Log in")).toBeUndefined();
  });

  test("greets a member, with links to the account and to log out", async () => {
    asCookie("full");
    await open("/events", {
      configuration: { my_account_pages: { my_profile: true, upcoming_events: false, recent_orders: false } },
    });
    await settled(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    const menu = byRole("button", "Hello, Ada");
    expect(link("Log in")).toBeUndefined();
    expect(menu.getAttribute("aria-expanded")).toBe("false");
    press(menu);
    await settled(() => expect(menu.getAttribute("aria-expanded")).toBe("true"));
    expect(link("My account")?.getAttribute("href")).toBe("/harbor/my");
    expect(link("Log out")?.getAttribute("href")).toBe("/harbor/logout");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    await settled(() => expect(menu.getAttribute("aria-expanded")).toBe("false"));
    expect(document.activeElement).toBe(menu);
  });

  test("opens the membership details where there are no account pages", async () => {
    asCookie("full");
    await open("/events");
    await settled(() => press(byRole("button", "Hello, Ada")));
    expect(byRole("button", "Membership details")).toBeInstanceOf(HTMLElement);
    expect(link("My account")).toBeUndefined();
  });

  test("shows no name to a visitor who logged in by a member's link", async () => {
    asCookie("limited");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await open("/events");
    await settled(() => press(byRole("button", "Member")));
    expect(document.querySelector("header")?.textContent).not.toContain("Ada");
    expect(link("Log in")).toBeInstanceOf(HTMLElement);
    expect(link("Log out")).toBeInstanceOf(HTMLElement);
  });
});

describe("a login", () => {
  const logIn = async () => {
    await settled(() => expect(document.querySelector('input[name="email"]')).not.toBeNull());
    fill("email", "ada@members.example");
    press(byRole("button", "Continue"));
    await settled(() => expect(document.querySelector('input[name="password"]')).not.toBeNull());
    fill("password", "Lantern-Quay-7");
    press([...document.querySelectorAll('button[type="submit"]')].at(-1));
  };

  test("in the dialog stays on the page", async () => {
    await open("/events?login=1&date=today");
    await logIn();
    await settled(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    await settled(() => expect(document.querySelector("dialog")).toBeNull());
    expect(address()).toBe("/harbor/events?date=today");
    await settled(() => expect(document.activeElement?.tagName).toBe("H1"));
  });

  test("that is required can only be dismissed by leaving the page", async () => {
    await open("/resend?requirelogin=1");
    await settled(() => expect(byRole("dialog").textContent).toContain("Log in"));
    expect(byRole("dialog").querySelector('[aria-label="Close"]')).toBeNull();
    press(byRole("button", "Continue without logging in"));
    await settled(() => expect(address()).toBe("/harbor/events"));
    await settled(() => expect(document.querySelector("dialog")).toBeNull());
  });

  test("on the login page redirects to the requested page", async () => {
    await open("/login?redirect=/resend");
    await logIn();
    await settled(() => expect(address()).toBe("/harbor/resend"));
  });

  test("of a user without an e-mail address leads to the form for it", async () => {
    answers["POST /api/login"] = () => {
      asCookie("full");
      return loginReply({ needs_email: true });
    };
    await open("/login?redirect=/resend");
    await logIn();
    await settled(() => expect(address()).toBe("/harbor/user/set-email-address?redirect=%2Fresend"));
  });

  describe("fetches the cart again and", () => {
    const after = async (answer: () => unknown) => {
      savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000 });
      answers["GET /api/my/cart/:id"] = answer;
      answers["DELETE /api/my/cart/:id"] = () => ({ deleted: true });
      await open("/login?redirect=/resend");
      await logIn();
      await settled(() => expect(address()).toBe("/harbor/resend"));
    };
    const saved = () => savedStoreFor("harbor").get().cart_id;
    const isDeleted = () => whats().includes("DELETE /api/my/cart/:id");

    test("keeps a cart with tickets", async () => {
      await after(() => cartReply(makeCart()));
      await settled(() =>
        expect(whats().indexOf("GET /api/my/cart/:id", whats().indexOf("POST /api/login"))).not.toBe(-1),
      );
      expect([saved(), isDeleted()]).toEqual([cart_id, false]);
    });
    test("deletes an empty cart", async () => {
      await after(() => cartReply(makeCart({ lines: [] })));
      await settled(() => expect([saved(), isDeleted()]).toEqual([null, true]));
    });
    test("forgets a cart that is no longer pending", async () => {
      await after(() => cartReply(makeCart({ state: "expired" })));
      await settled(() => expect([saved(), isDeleted()]).toEqual([null, false]));
    });
    test("deletes a cart that belongs to someone else", async () => {
      await after(() => refusal(400, "scope_error", { context: "cart" }));
      await settled(() => expect([saved(), isDeleted()]).toEqual([null, true]));
    });
  });
});

describe("a member's number in the URL", () => {
  test("is sent to the server and removed from the URL", async () => {
    answers["POST /api/login/by_link"] = () => {
      asCookie("limited");
      return loginReply({ strength: "limited" });
    };
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await open("/events?member_code=M1&login.last_name=Byron&date=today");
    await settled(() => expect(byRole("button", "Member")).toBeInstanceOf(HTMLElement));
    expect(asked.find(({ what }) => what === "POST /api/login/by_link")?.body).toEqual({
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
  ])("opens the login with a message when it matches nobody: %s", async (query, said) => {
    answers["POST /api/login/by_link"] = () => refusal(401, "not_authorized", { context: "login" });
    await open(`/events?member_code=M1&${query}`);
    await settled(() => expect(byRole("dialog").textContent).toContain(said));
    expect(address()).toBe("/harbor/events");
  });

  test("is ignored for a visitor who is logged in", async () => {
    asCookie("full");
    await open("/events?member_code=M1");
    await settled(() => expect(address()).toBe("/harbor/events"));
    expect(whats()).not.toContain("POST /api/login/by_link");
  });
});

describe("returning from an external login", () => {
  test("reports the provider's error code and shows a general message", async () => {
    const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open("/login/callback?auth_error=access_denied&redirect=%2Fresend", {
      configuration: { authentication: "sso" },
    });
    await settled(() => expect(main()).toContain("SFEC Authentication failed"));
    expect(complained.mock.calls.map(String).join()).toContain("SFEC error: access_denied");
    await settled(() => expect(address()).toBe("/harbor/login/callback?redirect=%2Fresend"));
    expect(document.querySelector("dialog[open]")).toBeNull();
  });

  test("redirects to the requested page", async () => {
    asCookie("full");
    await open("/login/callback?auth_callback=1&redirect=%2Fresend", { configuration: { authentication: "sso" } });
    await settled(() => expect(address()).toBe("/harbor/resend"));
  });

  const own = {
    configuration: { authentication: "external" },
    web: { external_urls: { login: "https://id.example/in" } },
  } as const;
  test("logs in with a signed token and removes it from the URL", async () => {
    await open("/login/external-callback?auth_callback=1&redirect=%2Fresend#jwt=a.b.c", own);
    await settled(() => expect(asked).toContainEqual({ what: "POST /api/login", body: { jwt: "a.b.c" } }));
    await settled(() => expect(address()).toBe("/harbor/resend"));
    expect(window.location.hash).toBe("");
    expect(asked.filter(({ what }) => what === "POST /api/login")).toHaveLength(1);
  });
  test("shows a message for a refused token and offers the login again", async () => {
    const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
    answers["POST /api/login"] = () => refusal(401, "not_authorized", { context: "login" });
    await open("/login/external-callback?auth_callback=1&redirect=%2Fresend#jwt=a.b.c", own);
    await settled(() => expect(main()).toContain("SFEC Authentication failed"));
    expect(window.location.hash).toBe("");
    expect(byRole("button", "Log in")).toBeInstanceOf(HTMLElement);
    expect(complained.mock.calls.map(String).join()).toContain("SFEC error: not_authorized");
  });
});

describe("logging out", () => {
  test("ends the session and clears everything about the visitor", async () => {
    asCookie("full");
    savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000, skip_upsells: true });
    answers["GET /api/my/cart/:id"] = () => cartReply(makeCart());
    await open("/events");
    await settled(() => press(byRole("button", "Hello, Ada")));
    press(link("Log out"));
    await settled(() => expect(address()).toBe("/harbor/events"));
    await settled(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(whats()).toContain("POST /api/logout");
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
    expect(document.body.textContent).not.toContain("Ada");
  });

  test("redirects to the external logout", async () => {
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await open("/logout", {
      configuration: { authentication: "external" },
      web: { external_urls: { logout: "https://id.example/out" } },
    }).catch(() => undefined);
    await settled(() => expect(went).toHaveBeenCalledWith("https://id.example/out"));
  });

  test("redirects to the provider's logout by a path of this site only", async () => {
    const went = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    const wishes = { configuration: { authentication: "sso" } } as const;
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "/api/sso/leave?_seller=harbor&trip=x" });
    await open("/logout", wishes).catch(() => undefined);
    await settled(() => expect(went).toHaveBeenCalledWith("/api/sso/leave?_seller=harbor&trip=x"));
    leave();
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "//evil.example" });
    await open("/logout", wishes).catch(() => undefined);
    await settled(() => expect(address()).toBe("/harbor/events"));
    expect(went).toHaveBeenCalledTimes(1);
  });

  test("shows a message when the logout URL is not configured", async () => {
    await open("/logout", { configuration: { authentication: "external" } });
    await settled(() => expect(main()).toContain("External logout URL missing"));
  });

  test("in another tab takes effect within a second", async () => {
    asCookie("full");
    savedStoreFor("harbor").change({ skip_upsells: true });
    await open("/resend");
    await settled(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    const begun = performance.now();
    asCookie("");
    await settled(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(performance.now() - begun).toBeLessThan(1300);
    await settled(() => expect(address()).toBe("/harbor/events"));
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  });

  test("follows a login in another tab as well", async () => {
    await open("/resend");
    asCookie("full");
    await settled(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    expect(address()).toBe("/harbor/resend");
  });
});

test("redirects home and closes dialogs when the session has expired", async () => {
  asCookie("full");
  answers["GET /api/my/user"] = () => ({ user: { _data: [] } });
  savedStoreFor("harbor").change({ skip_upsells: true });
  await open("/resend");
  await settled(() => expect(address()).toBe("/harbor/events"));
  await settled(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
  expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  expect(document.cookie).not.toContain("foyer-in.harbor");
});

describe("home", () => {
  const web = { membership_presell: true, membership_event_id: "e1" };
  test("shows the options to a visitor", async () => {
    const page = await open("/", { web });
    expect(page.querySelector("main")?.textContent).toContain("Already a member");
  });
  test("is skipped for a visitor who is logged in", async () => {
    asCookie("full");
    await open("/", { web });
    await settled(() => expect(address()).toBe("/harbor/events"));
  });
});

describe("the code of an e-mail", () => {
  test("is shown for copying where another browser requested it, and removed from the URL", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as unknown as Clipboard);
    await open("/login?otp=483920");
    await settled(() => expect(main()).toContain("483920"));
    await settled(() => expect(address()).toBe("/harbor/login"));
    press(byRole("button", "Copy passcode"));
    await settled(() => expect(byRole("button", "Copied")).toBeInstanceOf(HTMLElement));
    expect(writeText).toHaveBeenCalledWith("483920");
  });

  test("is filled in where this browser requested it", async () => {
    savedStoreFor("harbor").change({ login: { email: "ada@members.example", token: "tok", redirect_path: "/resend" } });
    answers["POST /api/login/submit_otp"] = () => {
      asCookie("full");
      return loginReply();
    };
    await open("/login?otp=483920", { configuration: { authentication: "otp" } });
    await settled(() => expect(document.querySelector<HTMLInputElement>('input[name="otp"]')?.value).toBe("483920"));
    await settled(() => expect(address()).toBe("/harbor/login"));
    expect(whats()).not.toContain("POST /api/login/submit_otp");
    press([...document.querySelectorAll("main button")].find(({ textContent }) => textContent === "Log in"));
    await settled(() => expect(address()).toBe("/harbor/resend"));
  });

  test("is filled in in the dialog as well", async () => {
    savedStoreFor("harbor").change({ login: { email: "ada@members.example", token: "tok", redirect_path: "/resend" } });
    await open("/events?login=1&otp=483920", { configuration: { authentication: "otp" } });
    await settled(() =>
      expect(document.querySelector<HTMLInputElement>('dialog input[name="otp"]')?.value).toBe("483920"),
    );
    expect(address()).toBe("/harbor/events");
  });
});

describe("forgotten passwords and memberships", () => {
  test.each([
    ["/user/forgot-password", "POST /api/password_reset/request", { email: "ada@members.example" }],
    [
      "/user/forgot-membership",
      "POST /api/ticket_order/resend",
      { email: "ada@members.example", memberships_only: true },
    ],
  ])("sends an e-mail for %s, with the same message for an unknown address", async (path, call, body) => {
    answers[call] = () => refusal(404, "not_found", { context: "account" });
    await open(path);
    press(document.querySelector('main button[type="submit"]') ?? undefined);
    await settled(() => expect(main()).toContain("This field is required."));
    fill("email", " ada@members.example ");
    press(document.querySelector('main button[type="submit"]') ?? undefined);
    await settled(() => expect(main()).toContain("Please check your email inbox."));
    expect(asked.find(({ what }) => what === call)?.body).toEqual(body);
  });

  test.each(["/user/forgot-password", "/user/forgot-membership", "/user/reset-password?token=abc"])(
    "redirects a visitor who is logged in from %s",
    async (path) => {
      asCookie("full");
      await open(path);
      await settled(() => expect(address()).toBe("/harbor/events"));
    },
  );
});

describe("setting a password", () => {
  const validate = "POST /api/password_reset/validate";
  const reset = "POST /api/password_reset/reset";
  const begin = async () => {
    answers[validate] = () => ({ email: "ada@members.example" });
    await open("/user/reset-password?token=secret");
    await settled(() => expect(main()).toContain("For the account of ada@members.example"));
  };
  const send = () => press(document.querySelector('main button[type="submit"]') ?? undefined);

  test("redirects home without a token", async () => {
    await open("/user/reset-password");
    await settled(() => expect(address()).toBe("/harbor/events"));
  });

  test("shows the rules and validates the password", async () => {
    await begin();
    expect(address()).toBe("/harbor/user/reset-password");
    expect(main()).toContain(
      "Your new password must contain: at least 8 characters; at least 3 of: uppercase letters, lowercase letters, numbers, special characters; no spaces at the start or end.",
    );
    const password = document.querySelector<HTMLInputElement>('input[name="password"]');
    password?.focus();
    fill("password", "lantern");
    password?.blur();
    await settled(() => expect(main()).toContain("Invalid password"));
    fill("password", "Lantern-Quay-7");
    fill("password_confirm", "Lantern-Quay-8");
    send();
    await settled(() => expect(main()).toContain("Passwords must match."));
    expect(whats()).not.toContain(reset);
    answers[reset] = () => ({ reset: true });
    fill("password_confirm", "Lantern-Quay-7");
    send();
    await settled(() => expect(main()).toContain("Your new password is set"));
    expect(asked.at(-1)?.body).toEqual({ token: "secret", password: "Lantern-Quay-7" });
  });

  test("shows the server's refusal of a common password", async () => {
    await begin();
    answers[reset] = () => refusal(422, "validation_failed", { context: "login", description: "Too common." });
    fill("password", "Password-1");
    fill("password_confirm", "Password-1");
    send();
    await settled(() => expect(main()).toContain("Too common."));
  });

  test.each(["not_found", "validate_failed"])("offers a new link when the link is invalid: %s", async (code) => {
    answers[validate] = () => refusal(code === "not_found" ? 404 : 422, code, { context: "login" });
    await open("/user/reset-password?token=secret");
    await settled(() => expect(main()).toContain("This reset link is not valid. It may have expired."));
    expect(link("Request a new link")?.getAttribute("href")).toBe("/harbor/user/forgot-password");
  });
});

describe("an e-mail address for the account", () => {
  const patch = `PATCH /api/my/user/${makeUser().id}`;
  const begin = async () => {
    asCookie("full");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ needs_email: true })] } });
    await open("/user/set-email-address?redirect=/resend");
    await settled(() => expect(document.querySelector('input[name="email_confirm"]')).not.toBeNull());
  };
  const give = (email: string, again: string) => {
    fill("email", email);
    fill("email_confirm", again);
    press(document.querySelector('main button[type="submit"]') ?? undefined);
  };

  test("requires a valid address, entered twice", async () => {
    await begin();
    give("ada@members", "ada@members");
    await settled(() => expect(main()).toContain("Email address is not valid."));
    give("ada@members.example", "ada@member.example");
    await settled(() => expect(main()).toContain("Email addresses must match."));
    expect(whats()).not.toContain(patch);
    answers[patch] = () => ({ user: { _data: [makeUser({ needs_email: true })] } });
    give("ada@members.example", "Ada@Members.example");
    await settled(() => expect(main()).toContain("We have sent a link to ada@members.example."));
    expect(asked.find(({ what }) => what === patch)?.body).toEqual({ identity: { email: "ada@members.example" } });
    expect(link("Continue")?.getAttribute("href")).toBe("/harbor/resend");
  });

  test("refuses an address that another account uses", async () => {
    await begin();
    answers[patch] = () => refusal(409, "email_taken", { context: "login" });
    give("ada@members.example", "ada@members.example");
    await settled(() => expect(main()).toContain("Another account already uses this email address."));
  });

  test("is confirmed by the link of the e-mail, whose token is removed from the URL", async () => {
    answers["POST /api/my/user/confirm_email"] = () => ({ email: "ada@members.example" });
    await open("/user/set-email-address?token=secret");
    await settled(() => expect(main()).toContain("From now on we will write to ada@members.example."));
    expect(asked.find(({ what }) => what === "POST /api/my/user/confirm_email")?.body).toEqual({ token: "secret" });
    expect(address()).toBe("/harbor/user/set-email-address");
  });

  test.each([
    ["not_found", "This link is not valid. It may have expired."],
    ["email_taken", "Another account already uses this email address."],
  ])("shows a message when the link is invalid: %s", async (code, said) => {
    answers["POST /api/my/user/confirm_email"] = () => refusal(code === "not_found" ? 404 : 409, code);
    await open("/user/set-email-address?token=secret");
    await settled(() => expect(main()).toContain(said));
  });
});
