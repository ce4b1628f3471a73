import { describe, expect, test } from "vitest";
import { makeSeller } from "../../../test/seller.ts";
import { withBase, runGuards, type GuardInput } from "./guards.ts";

const arrival = (
  address: string,
  more: Partial<GuardInput> & { web?: object; configuration?: object } = {},
): GuardInput => {
  const [path = "", search = ""] = address.split("?");
  const { web = {}, configuration = {}, ...rest } = more;
  return {
    path,
    search: new URLSearchParams(search),
    route: "home",
    shop: { seller: makeSeller({ web, configuration }) },
    hasPrefix: true,
    member: null,
    isLoggedIn: rest.member !== undefined && rest.member !== null,
    ...rest,
  };
};
const pass = (...args: Parameters<typeof arrival>) => {
  const { to, search, effects } = runGuards(arrival(...args));
  return {
    to,
    search: search?.toString(),
    effects: effects.filter(({ kind }) => kind !== "set_body_class" && kind !== "clear_upsell_chain"),
  };
};
const redirects = (more: object) => ({ redirects: { target: "https://museum.example/", ...more } });

describe("redirects", () => {
  test.each([
    ["1: a slash at the end", "/events/?date=today", {}, "/events?date=today"],
    ["1: slashes in front and behind", "//evil.example//", {}, "/evil.example"],
    ["1: an error's address is kept", "/gone/", { route: "error-not-found" }, undefined],
    ["1: home is a slash", "/", {}, undefined],
    [
      "2: no prefix on a listing",
      "/events/4?a=1",
      { hasPrefix: false, web: redirects({ require_seller_prefix: true }) },
      "https://museum.example/?a=1",
    ],
    [
      "2: no prefix on the checkout",
      "/checkout",
      { hasPrefix: false, web: redirects({ require_seller_prefix: true }) },
      "https://museum.example/",
    ],
    [
      "2: no prefix elsewhere",
      "/resend",
      { hasPrefix: false, web: redirects({ require_seller_prefix: true }) },
      undefined,
    ],
    [
      "2: no prefix on the page to which it leads",
      "/events?a=1",
      { hasPrefix: false, web: redirects({ require_seller_prefix: true, target: "/events" }) },
      "/events?a=1",
    ],
    [
      "2: the query comes before the target's '#'",
      "/events?a=1",
      { hasPrefix: false, web: redirects({ require_seller_prefix: true, target: "https://museum.example/#times" }) },
      "https://museum.example/?a=1#times",
    ],
    ["2: a prefix that nobody requires", "/events", { hasPrefix: false, web: redirects({}) }, undefined],
    ["2: a prefix is there", "/events", { web: redirects({ require_seller_prefix: true }) }, undefined],
    ["3: home is disabled", "/?a=1", { web: redirects({ disable_home_route: true }) }, "https://museum.example/?a=1"],
    ["3: the listing with it", "/events", { web: redirects({ disable_home_route: true }) }, "https://museum.example/"],
    ["3: but no event", "/events/4", { web: redirects({ disable_home_route: true }) }, undefined],
    ["3: never in a loop", "/events", { web: redirects({ disable_home_route: true, target: "/events" }) }, undefined],
    [
      "3: never in a loop with a query",
      "/events",
      { web: redirects({ disable_home_route: true, target: "/events?category=Tours" }) },
      undefined,
    ],
    [
      "3: home to the listing with a query",
      "/?a=1",
      { web: redirects({ disable_home_route: true, target: "/events?category=Tours" }) },
      "/events?category=Tours&a=1",
    ],
    ["3: never to home", "/events", { web: redirects({ disable_home_route: true, target: "/" }) }, undefined],
    ["4: a member with a membership", "/my", { member: { hasMembership: true } }, "/my/membership"],
    [
      "4: a member without",
      "/my",
      {
        member: { hasMembership: false },
        configuration: { my_account_pages: { my_profile: true, upcoming_events: true, recent_orders: true } },
      },
      "/my/profile",
    ],
    [
      "4: the first page that is on",
      "/my?a=1",
      {
        member: { hasMembership: false },
        configuration: { my_account_pages: { my_profile: false, upcoming_events: false, recent_orders: true } },
      },
      "/my/orders?a=1",
    ],
    ["4: nobody is logged in", "/my", {}, undefined],
  ])("an address redirects by guard %s", (_, address, more, to) => expect(pass(address, more).to).toBe(to));

  test("run in order: the slash is removed before the seller's redirect", () => {
    expect(pass("/events/", { web: redirects({ disable_home_route: true }) }).to).toBe("/events");
  });

  test("run in order: a missing prefix counts before a disabled home, and both before a login", () => {
    const both = redirects({ require_seller_prefix: true, disable_home_route: true });
    expect(pass("/events?login=1", { hasPrefix: false, web: both })).toEqual({
      to: "https://museum.example/?login=1",
      search: undefined,
      effects: [],
    });
  });

  test("run in order: /my leads on with parameters that later guards take away there", () => {
    expect(pass("/my?expresscheckout=1&login=1", { member: { hasMembership: true } })).toEqual({
      to: "/my/membership?expresscheckout=1&login=1",
      search: undefined,
      effects: [],
    });
  });
});

describe("parameters of the URL", () => {
  test.each([
    ["5: express checkout", "/events?expresscheckout=yes&a=1", "a=1", [{ kind: "skip_upsells", skip: true }]],
    ["5: taken back", "/events?expresscheckout=off", "", [{ kind: "skip_upsells", skip: false }]],
    ["5: an unknown word", "/events?expresscheckout=perhaps", "", []],
    [
      "6: a member's code",
      "/events?member_code=M1&zip_code=10001&login.last_name=Day&a=1",
      "a=1",
      [
        {
          kind: "login_by_member_code",
          credentials: { member_code: "M1", zip_code: "10001", "login.last_name": "Day" },
        },
      ],
    ],
    ["7: login", "/events?login=true&a=1", "a=1", [{ kind: "open_login", required: false }]],
    ["7: login said no to", "/events?login=0", "", []],
    ["7: login with a word that is no flag", "/events?login=maybe", "", []],
    ["7: requirelogin with a word that is no flag", "/events?requirelogin=maybe", "", []],
    ["7: login required", "/events?requirelogin", "", [{ kind: "open_login", required: true }]],
    [
      "7: an error of the login elsewhere",
      "/events?auth_error=denied",
      "",
      [{ kind: "report_auth_error", error: "denied" }],
    ],
    ["nothing to take away", "/events?date=today", undefined, []],
    [
      "all at once, in order",
      "/events?login=1&expresscheckout=1",
      "",
      [
        { kind: "skip_upsells", skip: true },
        { kind: "open_login", required: false },
      ],
    ],
  ])("a parameter of the URL has its effect by guard %s", (_, address, search, effects) =>
    expect(pass(address)).toEqual({ to: undefined, search, effects }),
  );

  test("7: with an external login, requirelogin starts it and auth_callback ends it", () => {
    const configuration = { authentication: "sso" };
    expect(pass("/events?requirelogin=1", { configuration }).effects).toEqual([{ kind: "start_external_login" }]);
    expect(pass("/events?auth_callback=1", { configuration }).effects).toEqual([{ kind: "finish_external_login" }]);
  });

  test("7: does nothing for a visitor whose member number is the whole login", () => {
    const address = "/events?login=1&requirelogin=1";
    expect(pass(address, { isLoggedIn: true }).effects).toEqual([]);
    // A member may follow a link of another member.
    expect(pass("/events?member_code=M1", { isLoggedIn: true }).effects).toHaveLength(1);
  });

  test("7: does nothing for a visitor who is logged in", () => {
    expect(pass("/events?login=1&requirelogin=1", { member: { hasMembership: true } })).toEqual({
      to: undefined,
      search: "",
      effects: [],
    });
  });
});

test("run in order: guards 5 to 9 have their effects one after another", () => {
  const { effects } = runGuards(arrival("/x?login=1&member_code=M1&expresscheckout=1", { route: "resend" }));
  expect(effects.map(({ kind }) => kind)).toEqual([
    "skip_upsells",
    "login_by_member_code",
    "open_login",
    "clear_upsell_chain",
    "set_body_class",
  ]);
});

test.each([
  ["event", false],
  ["events", false],
  ["checkout", false],
  ["checkout-complete", true],
  ["home", true],
  ["resend", true],
  ["error-not-found", true],
])("8 and 9: on route %s the upsell chain is cleared: %s", (route, isCleared) => {
  const { effects } = runGuards(arrival("/x", { route }));
  expect(effects.map(({ kind }) => kind)).toEqual([...(isCleared ? ["clear_upsell_chain"] : []), "set_body_class"]);
  expect(effects.at(-1)).toEqual({ kind: "set_body_class", route });
});

test.each([
  ["/events", "/harbor/events"],
  ["/", "/harbor"],
  ["https://museum.example/", "https://museum.example/"],
])("%s within the seller's base is %s", (to, address) => expect(withBase(to, "/harbor")).toBe(address));
