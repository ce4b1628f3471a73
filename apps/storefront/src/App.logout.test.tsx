import { describe, expect, onTestFinished, test, vi } from "vitest";
import { byRole } from "@foyer/ui/test/dom.tsx";
import { makeCart, cartReply, refusal } from "../test/cart/fixtures.tsx";
import { id, membership, session, ticket } from "../test/account/fixtures.ts";
import { makeUser } from "../test/login/fixtures.tsx";
import { emptySaved, savedStoreFor } from "./shared/storage/saved.ts";
import {
  answers,
  closeApp,
  cart_id,
  setLoginCookie,
  openApp,
  renderApp,
  press,
  eventually,
  fill,
  address,
  callNames,
  link,
  main,
} from "../test/app.tsx";

describe("logging out", () => {
  test("ends the session and clears everything about the visitor", async () => {
    setLoginCookie("full");
    savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000, skip_upsells: true });
    answers["GET /api/my/cart/:id"] = () => cartReply(makeCart());
    await openApp("/events");
    await eventually(() => press(byRole("button", "Hello, Ada")));
    press(link("Log out"));
    await eventually(() => expect(address()).toBe("/harbor/events"));
    await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(callNames()).toContain("POST /api/logout");
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
    expect(document.body.textContent).not.toContain("Ada");
  });

  test("after a login by member number, the visitor keeps their cart as a guest, as on the server", async () => {
    setLoginCookie("limited");
    savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000 });
    answers["GET /api/my/cart/:id"] = () => cartReply(makeCart());
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp("/events");
    await eventually(() => press(byRole("button", "Member")));
    press(link("Log out"));
    await eventually(() => expect(document.cookie).not.toContain("foyer-in.harbor"));
    expect(callNames()).toContain("POST /api/logout");
    // If there is a cart, a listing without events redirects to the checkout.
    await eventually(() => expect(address()).toMatch(/^\/harbor\/(?:events|checkout)$/));
    expect(savedStoreFor("harbor").get()).toMatchObject({ cart_id });
  });

  test("redirects to the external logout", async () => {
    const replaced = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    renderApp("/logout", {
      configuration: { authentication: "external" },
      web: { external_urls: { logout: "https://id.example/out" } },
    });
    await eventually(() => expect(replaced).toHaveBeenCalledWith("https://id.example/out"));
  });

  test("redirects to the provider's logout by a path of this site only", async () => {
    const replaced = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    const sellerOverrides = { configuration: { authentication: "sso" } } as const;
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "/api/sso/leave?_seller=harbor&trip=x" });
    renderApp("/logout", sellerOverrides);
    await eventually(() => expect(replaced).toHaveBeenCalledWith("/api/sso/leave?_seller=harbor&trip=x"));
    closeApp();
    answers["POST /api/logout"] = () => ({ logged_out: true, logout_url: "//evil.example" });
    renderApp("/logout", sellerOverrides);
    await eventually(() => expect(address()).toBe("/harbor/events"));
    expect(replaced).toHaveBeenCalledTimes(1);
  });

  test("shows a message when the logout URL is not configured", async () => {
    await openApp("/logout", { configuration: { authentication: "external" } });
    await eventually(() => expect(main()).toContain("External logout URL missing"));
  });

  test("logging out in another tab takes effect within a second", async () => {
    setLoginCookie("full");
    savedStoreFor("harbor").change({ skip_upsells: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await openApp("/resend");
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    setLoginCookie("");
    await vi.advanceTimersByTimeAsync(1000);
    const isOver = () => address() === "/harbor/events" && !document.body.textContent.includes("Hello, Ada");
    for (let turn = 0; turn < 500 && !isOver(); turn++) await new Promise((resolve) => setTimeout(resolve));
    expect(address()).toBe("/harbor/events");
    expect(document.body.textContent).not.toContain("Hello, Ada");
    expect(link("Log in")).toBeInstanceOf(HTMLElement);
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  });

  test("follows a login in another tab as well", async () => {
    await openApp("/resend");
    setLoginCookie("full");
    await eventually(() => expect(byRole("button", "Hello, Ada")).toBeInstanceOf(HTMLElement));
    expect(address()).toBe("/harbor/resend");
  });
});

test("redirects home and closes dialogs when the session has expired", async () => {
  setLoginCookie("full");
  answers["GET /api/my/user"] = () => ({ user: { _data: [] } });
  savedStoreFor("harbor").change({ skip_upsells: true });
  await openApp("/resend");
  await eventually(() => expect(address()).toBe("/harbor/events"));
  await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
  expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
  expect(document.cookie).not.toContain("foyer-in.harbor");
});

test("when a login by member number expires, the guest keeps page and cart", async () => {
  setLoginCookie("limited");
  let isOver = false;
  answers["GET /api/my/user"] = () => ({ user: { _data: isOver ? [] : [makeUser({ strength: "limited" })] } });
  answers["GET /api/my/cart/:id"] = () => cartReply(makeCart());
  const local_expiry = Date.now() + 600_000;
  savedStoreFor("harbor").change({ cart_id, local_expiry });
  await openApp("/resend");
  await eventually(() => expect(byRole("button", "Member")).toBeInstanceOf(HTMLElement));
  isOver = true;
  window.dispatchEvent(new Event("visibilitychange"));
  await eventually(() => expect(document.cookie).not.toContain("foyer-in.harbor"));
  await eventually(() =>
    expect([...document.querySelectorAll("header button")].map(({ textContent }) => textContent)).not.toContain(
      "Member",
    ),
  );
  expect(savedStoreFor("harbor").get().cart_id).toBe(cart_id);
  expect(address()).toBe("/harbor/resend");
  expect(callNames()).not.toContain("POST /api/logout");
});

describe("a session that ended elsewhere", () => {
  const configuration = {
    my_account_pages: { my_profile: true, upcoming_events: true, recent_orders: true },
  } as const;
  const refusedReply = () => refusal(401, "not_authorized", { context: "account" });
  const endSession = (): void => {
    answers["GET /api/my/user"] = () => ({ user: { _data: [] } });
    answers["POST /api/my/ticket_order/resend"] = refusedReply;
  };
  const expectLoggedOut = async () => {
    await eventually(() => expect(address()).toBe("/harbor/events"));
    await eventually(() => expect(link("Log in")).toBeInstanceOf(HTMLElement));
    expect(document.cookie).not.toContain("foyer-in.harbor");
  };

  test.each(["/my/orders", "/my/upcoming"])(
    "a session that ended elsewhere is noticed by what %s reads",
    async (path) => {
      setLoginCookie("full");
      answers["GET /api/my/order_session"] = refusedReply;
      // The account was read while the session was still valid.
      let reads = 0;
      answers["GET /api/my/user"] = () => ({ user: { _data: reads++ === 0 ? [makeUser()] : [] } });
      await openApp(path, { configuration });
      await expectLoggedOut();
    },
  );

  test("a session that ended elsewhere is said at the checkout, where a login opens the cart again", async () => {
    setLoginCookie("full");
    savedStoreFor("harbor").change({ cart_id, local_expiry: Date.now() + 600_000 });
    let isOver = false;
    answers["GET /api/my/cart/:id"] = () =>
      isOver ? refusal(404, "not_found", { context: "cart" }) : cartReply(makeCart({ id: cart_id }));
    await openApp("/checkout");
    await eventually(() => expect(main()).toContain("Checkout"));
    isOver = true;
    answers["GET /api/my/user"] = () => ({ user: { _data: [] } });
    window.dispatchEvent(new Event("visibilitychange"));
    await eventually(() => expect(main()).toContain("You have been logged out"));
    await eventually(() => expect(document.cookie).not.toContain("foyer-in.harbor"));
    await eventually(() => expect(byRole("button", "Log in")).toBeInstanceOf(HTMLElement));
    expect(address()).toBe("/harbor/checkout");
    expect(savedStoreFor("harbor").get()).toEqual(emptySaved);
    isOver = false;
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser()] } });
    setLoginCookie("full");
    await eventually(() => expect(savedStoreFor("harbor").get().cart_id).toBe(cart_id));
    await eventually(() => expect(main()).toContain("Your order"));
  });

  test("a session that ended elsewhere is noticed when an e-mail is sent again", async () => {
    setLoginCookie("full");
    answers["GET /api/my/membership"] = () => ({ membership: { _data: [membership()] } });
    answers[`GET /api/ticket/${id(501)}/walletprecheck`] = () => ({ apple: { ok: false }, google: { ok: false } });
    answers["GET /api/my/identity/saved_payment_method"] = () => ({ saved_payment_method: { _data: [] } });
    await openApp("/my/membership", { configuration });
    await eventually(() => expect(byRole("button", "Resend membership email")).toBeInstanceOf(HTMLElement));
    endSession();
    press(byRole("button", "Resend membership email"));
    await expectLoggedOut();
  });

  test("a session that ended elsewhere is noticed when names on a membership are saved", async () => {
    setLoginCookie("full");
    const other = membership({ id: id(502), own: false, party_role: "child", holder_name: "Byron King" });
    answers["GET /api/my/membership"] = () => ({ membership: { _data: [membership({ editable: false }), other] } });
    answers[`GET /api/ticket/${id(501)}/walletprecheck`] = () => ({ apple: { ok: false }, google: { ok: false } });
    answers["GET /api/my/identity/saved_payment_method"] = () => ({ saved_payment_method: { _data: [] } });
    answers["GET /cached_api/membership_rules"] = () => ({ membership_rules: { _data: [] } });
    answers[`PATCH /api/my/membership/${id(502)}`] = () => refusal(404, "not_found", { context: "membership" });
    await openApp("/my/membership", { configuration });
    await eventually(() => expect(byRole("button", "Edit members")).toBeInstanceOf(HTMLElement));
    press(byRole("button", "Edit members"));
    await eventually(() => expect(document.querySelector("main form")).not.toBeNull());
    fill(document.querySelector("main form input[type=email]"), "byron@example.org");
    endSession();
    press(byRole("button", "Save"));
    await expectLoggedOut();
  });

  test("a session that ended elsewhere is noticed when an order of the account is not found any more", async () => {
    setLoginCookie("full");
    const rows = { search_result: { _data: [session(1, 2)] }, ticket: { _data: [ticket(3, 1, 2)] } };
    answers["GET /api/my/order_session"] = () => rows;
    answers[`POST /api/ticket_order/${id(1)}/email`] = () => refusal(404, "not_found", { context: "order" });
    await openApp(`/my/orders/${id(1)}`, { configuration });
    await eventually(() => expect(byRole("button", "Resend my order")).toBeInstanceOf(HTMLElement));
    endSession();
    press(byRole("button", "Resend my order"));
    await expectLoggedOut();
  });
});

describe("home", () => {
  const web = { membership_presell: true, membership_event_id: "e1" };
  test("shows the options to a visitor", async () => {
    const page = await openApp("/", { web });
    expect(page.querySelector("main")?.textContent).toContain("Already a member");
  });
  test("home offers no login where there is none", async () => {
    const page = await openApp("/", { web, configuration: { authentication: "none" } });
    expect(page.querySelector("main")?.textContent).not.toContain("Already a member");
    expect(page.querySelector("main")?.textContent).toContain("Become a member");
    expect(page.querySelector("main")?.textContent).toContain("Continue as a guest");
  });
  test.each([
    ["is skipped where a member number is the whole login", "scan_code", "/harbor/events"],
    ["stays for a visitor who came by a member's link", "password", "/harbor/"],
  ])("home %s", async (_, authentication, expected) => {
    setLoginCookie("limited");
    answers["GET /api/my/user"] = () => ({ user: { _data: [makeUser({ strength: "limited" })] } });
    await openApp("/", { web, configuration: { authentication } });
    await eventually(() => expect(callNames()).toContain("GET /api/my/user"));
    await eventually(() => expect(address()).toBe(expected));
  });
  test("home is skipped for a visitor who is logged in", async () => {
    setLoginCookie("full");
    await openApp("/", { web });
    await eventually(() => expect(address()).toBe("/harbor/events"));
  });
});
