import { describe, expect, test } from "vitest";
import { sellerPageNames } from "@foyer/contract/shop/pages/pageNames.ts";
import { withUsableLoginPaths } from "@foyer/rules/account/loginPaths.ts";
import { makeBoot } from "../../test/seller.ts";
import { homeOrder } from "./home/homeOrder.ts";
import { sellerRedirect } from "./redirects.ts";
import { matchRoute, routes } from "./routes.ts";

const account = { my_account_pages: { my_profile: true, upcoming_events: true, recent_orders: true } };
const named = (path: string, configuration: object = account, more: Parameters<typeof makeBoot>[1] = {}) => {
  const { route, params } = matchRoute(path, makeBoot({ configuration: withUsableLoginPaths(configuration) }, more));
  return [route.name, params];
};

/** A path of each route, apart from the home page's and the login's. */
const otherPaths = routes
  .filter(({ name, path }) => typeof path === "string" && path !== "*" && path !== "/" && !name.startsWith("login"))
  .flatMap(({ name, path }) => {
    if (name === "seller-page") return sellerPageNames.map((page) => `/${page}`);
    const [required = "", optional] = String(path).split(/\/:\w+\?$/);
    return [required, ...(optional === undefined ? [] : [`${required}/7`])].map((one) => one.replace(/:\w+/g, "7"));
  });

describe("the route table", () => {
  test.each([
    ["/", "home", {}],
    ["/events", "events", {}],
    ["/events/00000000-0000-4000-8000-000000000042", "event", { id: "00000000-0000-4000-8000-000000000042" }],
    ["/events/Late%20nights", "events-collection", { id: "Late nights" }],
    ["/events/42/gift", "event-action", { id: "42", action: "gift" }],
    ["/transfer-cart/7", "transfer-cart", { cartId: "7" }],
    ["/checkout", "checkout", {}],
    ["/checkout/7", "checkout", { cartId: "7" }],
    ["/checkout/complete", "checkout-complete", {}],
    ["/checkout/pending/7", "checkout-pending", { cartId: "7" }],
    ["/membership", "membership", {}],
    ["/membership/renew", "membership", { action: "renew" }],
    ["/membership/redeem", "membership-redeem", {}],
    ["/user/forgot-membership", "forgot-membership", {}],
    ["/user/forgot-password", "forgot-password", {}],
    ["/user/reset-password", "reset-password", {}],
    ["/user/set-email-address", "set-email-address", {}],
    ["/resend", "resend", {}],
    ["/manage/7", "manage", { id: "7" }],
    ["/manage/7/cancel-auto-renew", "manage-cancel-auto-renew", { ticketOrderId: "7" }],
    ["/tickets/7", "sent-tickets", { id: "7" }],
    ["/my", "my", {}],
    ["/my/membership", "my-membership", {}],
    ["/my/profile", "my-profile", {}],
    ["/my/upcoming", "my-upcoming", {}],
    ["/my/upcoming/session/3", "my-upcoming-session", { id: "3" }],
    ["/my/orders", "my-orders", {}],
    ["/my/orders/3", "my-order", { id: "3" }],
    ["/logout", "logout", {}],
    ["/login", "login", {}],
    ["/login/callback", "login-callback", {}],
    ["/login/external-callback", "login-external-callback", {}],
    ["/_stories", "stories", {}],
    ["/events/42/gift/more", "error-not-found", {}],
    ["/events/%E0%A4%A", "error-not-found", {}],
    ["/Events", "error-not-found", {}],
    ["/__proto__", "error-not-found", {}],
  ])("the path %s opens the route %s", (path, name, params) => expect(named(path)).toEqual([name, params]));

  test("moving exists only with its flag; a change that the venue has offered is confirmed without it", () => {
    const on = { flags: { newer_manage: true } };
    expect(named("/manage/7/confirm")).toEqual(["manage-confirm", { orderId: "7" }]);
    expect(named("/manage/7/reschedule/9")).toEqual(["error-not-found", {}]);
    expect(named("/manage/7/reschedule/9", {}, on)).toEqual(["manage-reschedule", { orderId: "7", sessionId: "9" }]);
  });

  test.each([
    ["/my", {}],
    ["/my", { my_account_pages: { my_profile: false, upcoming_events: false, recent_orders: false } }],
    ["/my/orders", { my_account_pages: { my_profile: true, upcoming_events: true, recent_orders: false } }],
  ])("%s does not exist with %j", (path, configuration) =>
    expect(named(path, configuration)[0]).toBe("error-not-found"),
  );

  test.each([
    ["password", true],
    ["otp_or_password", true],
    ["scan_code_password", true],
    ["otp", false],
    ["scan_code", false],
    ["scan_code_last_name", false],
    ["sso", false],
    ["external", false],
    ["none", false],
  ])("passwords are set where there are some: with %s, %s", (authentication, hasThem) => {
    const names = ["/user/forgot-password", "/user/reset-password"].map((path) => named(path, { authentication })[0]);
    expect(names).toEqual(hasThem ? ["forgot-password", "reset-password"] : ["error-not-found", "error-not-found"]);
  });

  test("the component stories do not exist in production", () =>
    expect(named("/_stories", {}, { environment: "production" })[0]).toBe("error-not-found"));
  test("a collection's id and a category's name show a listing, an event's id the event", () => {
    const boot = makeBoot({ web: { collections: [{ id: "evenings", title: "Evenings", categories: ["Concerts"] }] } });
    expect(
      [
        "/events/evenings",
        "/events/Concerts",
        "/events/00000000-0000-4000-8000-000000000042",
        "/events/evenings/gift",
      ].map((path) => matchRoute(path, boot).route.name),
    ).toEqual(["events-collection", "events-collection", "event", "event-action"]);
  });
  test("the seller configures the login path", () =>
    expect(named("/sign-in", { login_path: "/sign-in" })[0]).toBe("login"));
  test("a login path that is none leaves the login at its default path", () => {
    expect(named("/login", { login_path: "sign-in" })[0]).toBe("login");
    expect(named("/login/callback", { login_callback_path: "*" })[0]).toBe("login-callback");
    expect(named("/nothing-here", { login_callback_path: "*" })[0]).toBe("error-not-found");
  });
  test.each([...new Set(otherPaths)])("the login does not take the place of another page: %s", (path) => {
    const configuration = { ...account, login_path: path, login_callback_path: path };
    expect(named(path, configuration)[0]).not.toMatch(/^login/);
    expect(named("/login", configuration)[0]).toBe("login");
    expect(named("/login/callback", configuration)[0]).toBe("login-callback");
  });
  test("route names are unique", () => expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length));
});

describe("redirects by settings", () => {
  test.each([
    ["home", {}, {}, "/events"],
    ["home", {}, { admission_event_id: "4" }, "/events/4"],
    ["home", {}, { membership_presell: true }, "/events"],
    ["home", {}, { membership_presell: true, membership_event_id: "9" }, undefined],
    ["membership", {}, {}, undefined],
    ["membership", { action: "renew" }, { membership_event_id: "9" }, "/events/9/renew"],
    [
      "membership",
      {},
      { membership_event_id: "9", external_membership_url: "https://m.example/" },
      "https://m.example/",
    ],
    ["membership-redeem", {}, {}, "/membership"],
    ["membership-redeem", {}, { membership_event_id: "9" }, undefined],
    ["events", {}, {}, undefined],
  ])("%s %j with %j: %s", (route, params, web, to) =>
    expect(sellerRedirect(route, params, makeBoot({ web }))).toBe(to),
  );
});

test.each([
  [undefined, ["login", "join", "guest"]],
  [
    ["guest", "login"],
    ["guest", "login"],
  ],
  [["guest", "guest", "nonsense"], ["guest"]],
  [["nonsense"], ["login", "join", "guest"]],
])("home options %j", (home_options, order) =>
  expect(homeOrder(makeBoot({ web: { home_options } }).seller)).toEqual(order),
);

test.each([
  [undefined, ["join", "guest"]],
  [
    ["guest", "login", "join"],
    ["guest", "join"],
  ],
  [["login"], ["join", "guest"]],
])("home options %j where there is no login", (home_options, order) =>
  expect(homeOrder(makeBoot({ configuration: { authentication: "none" }, web: { home_options } }).seller)).toEqual(
    order,
  ),
);
