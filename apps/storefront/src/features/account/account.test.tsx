import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { act, type ReactNode } from "react";
import { refusal, fakeApi, settle, showPage, type RecordedCall } from "../../../test/page.tsx";
import { field, loginReply, setLoginCookie, makeUser, pageText } from "../../../test/login/fixtures.tsx";
import { id, membership, session, ticket } from "../../../test/account/fixtures.ts";
import { AccountFrame } from "./AccountFrame.tsx";
import { MembershipPage } from "./MembershipPage.tsx";
import { OrderPage } from "./orders/OrderPage.tsx";
import { OrdersPage } from "./orders/OrdersPage.tsx";
import { ProfilePage } from "./ProfilePage.tsx";
import { SessionPage } from "./orders/SessionPage.tsx";
import { UpcomingPage } from "./orders/UpcomingPage.tsx";

const all = { my_profile: true, upcoming_events: true, recent_orders: true };
let answers: Record<string, (body: unknown) => unknown>;
let asked: RecordedCall[];
beforeEach(() => {
  setLoginCookie("full");
  answers = {
    "GET /api/my/user": () => ({ user: loginReply().user }),
    "GET /api/my/membership": () => ({ membership: { _data: [] } }),
    "GET /api/my/order_session": () => ({
      search_result: {
        _data: [
          session(2, 10),
          session(2, 11, { event_name: "Night Tour", local_start: "19:30" }),
          session(1, 10),
          session(3, 12, { event_name: "Last Year", is_upcoming: false, local_day: "2020-01-01", total: "0" }),
        ],
      },
      ticket: {
        _data: [
          ticket(21, 2, 10),
          ticket(22, 2, 10, { state: "redeemed", admit_name: "Byron", seat_name: "C 4" }),
          ticket(23, 2, 11),
          ticket(24, 1, 10),
          ticket(25, 3, 12),
        ],
      },
    }),
    "GET /api/ticket/:id/walletprecheck": () => ({ apple: { ok: false }, google: { ok: false } }),
    "GET /api/my/identity/saved_payment_method": () => ({ saved_payment_method: { _data: [] } }),
    "GET /cached_api/address/states": () => ({ state: { _data: [{ code: "NY", name: "New York" }] } }),
    "GET /api/address/states": () => ({ state: { _data: [{ code: "NY", name: "New York" }] } }),
  };
});
afterEach(() => setLoginCookie("none"));

const open = async (node: ReactNode, path: string, configuration: object = {}) => {
  asked = fakeApi(answers);
  const shown = await showPage(<AccountFrame path={path}>{() => node}</AccountFrame>, {
    path,
    seller: { configuration: { authentication: "password", my_account_pages: all, ...configuration } } as never,
  });
  await settle();
  await settle();
  return shown;
};
const links = (): string[] => [...document.querySelectorAll("nav a")].map((link) => link.textContent ?? "");
const hrefOf = (name: string): string | null | undefined =>
  [...document.querySelectorAll("a")].find((link) => link.textContent?.trim() === name)?.getAttribute("href");
const rowsOf = (): string[][] =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim()),
  );
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};

describe("the frame", () => {
  test("whoever is not logged in finds the login, and nothing is asked of the account", async () => {
    setLoginCookie("none");
    await open(<OrdersPage />, "/my/orders");
    expect(document.querySelector("h1")?.textContent).toBe("Log in to view your account");
    expect(field("email")).toBeTruthy();
    expect(asked).toEqual([]);
  });
  test("a member's number alone opens none of it", async () => {
    setLoginCookie("limited");
    await open(<OrdersPage />, "/my/orders");
    expect(document.querySelector("h1")?.textContent).toBe("Log in to view your account");
    expect(asked.some(({ what }) => what.endsWith("order_session"))).toBe(false);
  });
  test.each([
    [all, [], ["My profile", "My upcoming tickets", "My recent orders", "Logout"]],
    [{ ...all, my_profile: false, recent_orders: false }, [], ["My upcoming tickets", "Logout"]],
    [
      { my_profile: true, upcoming_events: false, recent_orders: false },
      [membership()],
      ["My membership details", "My profile", "Logout"],
    ],
  ])("ways by configuration: %j", async (my_account_pages, memberships, expected) => {
    answers["GET /api/my/membership"] = () => ({ membership: { _data: memberships } });
    await open(<p>here</p>, "/my/profile", { my_account_pages });
    expect(links()).toEqual(expected);
    expect(document.querySelector("nav [aria-current]")?.textContent).toBe(
      my_account_pages.my_profile ? "My profile" : undefined,
    );
  });
  test("what could not be loaded can be asked for again", async () => {
    let isDown = true;
    const told = answers["GET /api/my/order_session"];
    answers["GET /api/my/order_session"] = (body) => (isDown ? refusal(403, "request_refused") : told?.(body));
    await open(<OrdersPage />, "/my/orders");
    expect(pageText()).toContain("We could not load this just now.");
    isDown = false;
    press(button("Try again"));
    await settle();
    expect(rowsOf()).toHaveLength(3);
  });
});

describe("recent orders", () => {
  test("by number, date and contents, newest first, each with its way", async () => {
    await open(<OrdersPage />, "/my/orders");
    expect([...document.querySelectorAll("thead th")].map((cell) => cell.textContent)).toEqual([
      "Order #",
      "Order date",
      "Order contents",
      "View",
    ]);
    expect(rowsOf()).toEqual([
      ["10002", "Sat, November 21 2026", "2 events – 3 tickets", "View"],
      ["10001", "Sat, November 21 2026", "1 event – 1 ticket", "View"],
      ["10003", "Sat, November 21 2026", "1 event – 1 ticket", "View"],
    ]);
    expect(hrefOf("View")).toBe(`/my/orders/${id(2)}`);
  });
  test("none", async () => {
    answers["GET /api/my/order_session"] = () => ({ search_result: { _data: [] }, ticket: { _data: [] } });
    await open(<OrdersPage />, "/my/orders");
    expect(pageText()).toContain("You have no recent orders.");
  });
});

describe("one order", () => {
  test("its number, date, contents and total, its events, and its letter once more", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => ({ sent: true });
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
    for (const said of ["Order 10002", "Sat, November 21 2026", "2 events – 3 tickets", "$40.00", "Night Tour"])
      expect(pageText()).toContain(said);
    expect(pageText()).toContain("Tue, December 1 2099, 7:30\u00a0PM");
    expect(hrefOf("Back to all recent orders")).toBe("/my/orders");
    expect(hrefOf("View Whales of the Harbor")).toBe(`/my/upcoming/session/${id(10)}`);
    press(button("Resend my order"));
    await settle();
    expect(pageText()).toContain("Your order confirmation has been resent.");
    expect(asked.filter(({ what }) => what.startsWith("POST"))).toEqual([
      { what: "POST /api/ticket_order/:id/email", body: {} },
    ]);
  });
  test("of what is over there is nothing to resend", async () => {
    await open(<OrderPage id={id(3)} />, `/my/orders/${id(3)}`);
    expect(pageText()).toContain("Last Year");
    expect(() => button("Resend my order")).toThrow();
  });
  test("without the page of upcoming tickets its events lead nowhere", async () => {
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`, {
      my_account_pages: { ...all, upcoming_events: false },
    });
    expect(hrefOf("View Whales of the Harbor")).toBeUndefined();
  });
  test("somebody else's is not found", async () => {
    await open(<OrderPage id={id(99)} />, `/my/orders/${id(99)}`);
    expect(document.querySelector("h1")?.textContent).toBe("Order not found.");
  });
  test("asked for too often it says so", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => refusal(429, "too_many_requests");
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
    press(button("Resend my order"));
    await settle();
    expect(document.querySelector("[role=alert]")?.textContent).toContain("several times already");
  });
});

describe("upcoming tickets", () => {
  test("soonest first, each session once, and nothing that is over", async () => {
    await open(<UpcomingPage />, "/my/upcoming");
    const items = [...document.querySelectorAll("main li, ul li")].map((item) => item.textContent ?? "");
    const shown = items.filter((text) => /tickets?View/.test(text.replace(/\s/g, "")));
    expect(shown.map((text) => text.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^Whales of the HarborTue, December 1 2099, 10:00 AM3 tickets/),
      expect.stringMatching(/^Night TourTue, December 1 2099, 7:30 PM1 ticket/),
    ]);
    expect(pageText()).not.toContain("Last Year");
  });
  test("none", async () => {
    answers["GET /api/my/order_session"] = () => ({ search_result: { _data: [] }, ticket: { _data: [] } });
    await open(<UpcomingPage />, "/my/upcoming");
    expect(pageText()).toContain("You have no upcoming tickets.");
  });
});

describe("one session", () => {
  test("its tickets by type, group and number, and the orders they come from", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => ({ sent: true });
    await open(<SessionPage id={id(10)} />, `/my/upcoming/session/${id(10)}`);
    expect([...document.querySelectorAll("thead th")].map((cell) => cell.textContent)).toEqual([
      "Ticket type",
      "Ticket group",
      "Ticket #",
    ]);
    expect(rowsOf()).toEqual([
      ["Adult", "General Admission", "CODE21"],
      ["Adult UsedSeat C 4For Byron", "General Admission", "CODE22"],
      ["Adult", "General Admission", "CODE24"],
    ]);
    expect(hrefOf("View order 10002")).toBe(`/my/orders/${id(2)}`);
    expect(hrefOf("View order 10001")).toBe(`/my/orders/${id(1)}`);
    press(button("Resend my tickets"));
    await settle();
    expect(pageText()).toContain("Your order confirmation and tickets have been resent.");
    expect(asked.filter(({ what }) => what.startsWith("POST"))).toHaveLength(2);
    expect(hrefOf("Back to all upcoming tickets")).toBe("/my/upcoming");
  });
  test("of one order the way to it bears no number", async () => {
    await open(<SessionPage id={id(11)} />, `/my/upcoming/session/${id(11)}`);
    expect(hrefOf("View order")).toBe(`/my/orders/${id(2)}`);
  });
  test("that is over has nothing to resend", async () => {
    await open(<SessionPage id={id(12)} />, `/my/upcoming/session/${id(12)}`);
    expect(() => button("Resend my tickets")).toThrow();
  });
  test("that is not there is not found", async () => {
    await open(<SessionPage id={id(77)} />, `/my/upcoming/session/${id(77)}`);
    expect(document.querySelector("h1")?.textContent).toBe("Session not found.");
  });
  test("passes for wallets only where their check says so", async () => {
    answers["GET /api/ticket/:id/walletprecheck"] = () => ({ apple: { ok: true }, google: { ok: false } });
    await open(<SessionPage id={id(11)} />, `/my/upcoming/session/${id(11)}`);
    expect(hrefOf("Add to Apple Wallet")).toBe(`/api/ticket/${id(23)}/pkpass?_seller=harbor`);
    expect(pageText()).not.toContain("Google");
  });
});

describe("the membership", () => {
  const shows = async (...memberships: ReturnType<typeof membership>[]) => {
    answers["GET /api/my/membership"] = () => ({ membership: { _data: memberships } });
    await open(<MembershipPage />, "/my/membership");
  };
  test.each([
    ["of one that is in force", {}, `/api/ticket/${id(501)}/pkpass?_seller=harbor`],
    ["none of one that is over", { is_expired: true, is_valid: false }, undefined],
    ["none of somebody else's", { own: false }, undefined],
  ])("its card for a wallet: %s", async (_, more, href) => {
    answers["GET /api/ticket/:id/walletprecheck"] = () => ({ apple: { ok: true }, google: { ok: false } });
    await shows(membership(more));
    expect(hrefOf("Add to Apple Wallet")).toBe(href);
    expect(hrefOf("Add to Google Wallet")).toBeUndefined();
  });
  test("no wallet where the check says no", async () => {
    await shows(membership());
    expect(hrefOf("Add to Apple Wallet")).toBeUndefined();
  });
  test.each([
    ["not to be renewed yet", {}, "Sat, November 20 2027 (renew from Thu, October 21 2027)", false],
    ["to be renewed", { is_renewable: true }, "Sat, November 20 2027", true],
    ["over", { is_expired: true, is_valid: false }, "Sat, November 20 2027", false],
    ["without an end", { last_day: null, valid_to: null, renewable_from: null }, "Does not expire", false],
  ])("%s", async (_, more, expiry, renews) => {
    await shows(membership(more));
    const facts = [...document.querySelectorAll("dl > div")].map((fact) => fact.textContent ?? "");
    expect(facts.some((fact) => fact.replace(/^(Expires|Expired)/, "") === expiry)).toBe(true);
    expect(hrefOf("Renew membership")).toBe(renews ? "/membership/renew" : undefined);
  });
  test("each that was bought, with how it renews itself", async () => {
    await shows(
      membership({ auto_renew_state: "scheduled" }),
      membership({ id: id(502), ticket_order_id: id(2), level_name: "Patron", auto_renew_state: "cancelled" }),
      membership({ id: id(503), ticket_order_id: id(3), level_name: "Guest" }),
    );
    const cards = [...document.querySelectorAll("li > h2")].map((heading) => heading.textContent);
    expect(cards).toEqual(["Friend", "Patron", "Guest"]);
    expect(hrefOf("Cancel auto-renew")).toBe(`/manage/${id(1)}/cancel-auto-renew`);
    for (const state of ["On", "Cancelled", "Not enrolled"]) expect(pageText()).toContain(state);
  });
  test.each([
    [
      "is tried again",
      { auto_renew_state: "scheduled", auto_renew_trouble: "retrying" },
      /could not renew this membership yet/,
    ],
    ["is not tried any more", { auto_renew_trouble: "stopped" }, /could not be renewed automatically/],
    ["goes on as it should", { auto_renew_state: "scheduled" }, undefined],
  ] as const)("a renewal that %s", async (_, more, said) => {
    await shows(membership({ ...more, is_renewable: true }));
    const note = document.querySelector("li [data-tone]")?.textContent ?? undefined;
    if (said === undefined) return expect(note).toBeUndefined();
    expect(note).toMatch(said);
    expect(hrefOf("Renew membership")).toBe("/membership/renew");
  });
  test("a family's is one: its code, and everybody else on it by name and number", async () => {
    await shows(
      membership({ auto_renew_state: "scheduled" }),
      membership({
        id: id(502),
        own: false,
        party_role: "second-card",
        holder_name: "Nils Byron",
        member_number: "NX7M2PQ9RT",
      }),
      membership({ id: id(503), own: false, party_role: "child", holder_name: null, member_number: null }),
    );
    expect(document.querySelectorAll("li > h2")).toHaveLength(1);
    expect(pageText()).not.toContain("Not enrolled");
    const others = [...document.querySelectorAll("h3 + ul > li")].map(({ textContent }) => textContent);
    expect(others).toEqual(["Nils ByronNX7M2PQ9RT", "Child, not named yet"]);
    const code = document.querySelector("img");
    expect(code?.getAttribute("src")).toContain(`/api/membership/${id(500)}/qrcode`);
    expect(code?.getAttribute("alt")).toBe("QR code of your Friend membership");
  });
  test.each([
    ["third-card", "Third card, not named yet"],
    ["additional-member", "Additional member, not named yet"],
    ["Grandparent", "Grandparent, not named yet"],
  ])("who is not named yet is called by their role: %s", async (party_role, said) => {
    await shows(membership(), membership({ id: id(503), own: false, party_role, holder_name: null }));
    expect(document.querySelector("h3 + ul > li")?.firstChild?.textContent).toBe(said);
  });
  test("one that is over has no code any more", async () => {
    await shows(membership({ is_expired: true, is_valid: false }));
    expect(document.querySelector("img")).toBeNull();
  });
  test.each([
    ["visa", "visa"],
    ["something_new", "other"],
  ])("a saved card of %s has a picture", async (brand, picture) => {
    answers["GET /api/my/identity/saved_payment_method"] = () => ({
      saved_payment_method: { _data: [{ id: id(1), brand, last4: "4242", identifier: "Visa …4242" }] },
    });
    await shows(membership());
    expect(pageText()).toContain("Visa …4242");
    expect(document.querySelector("svg[data-brand]")?.getAttribute("data-brand")).toBe(picture);
  });
  test("its letter comes again", async () => {
    answers["POST /api/my/ticket_order/resend"] = () => ({ sent: true });
    await shows(membership());
    press(button("Resend membership email"));
    await settle();
    expect(pageText()).toContain("Your membership email has been resent.");
    expect(asked.find(({ what }) => what.startsWith("POST"))?.body).toEqual({ memberships_only: true });
  });
  test("none", async () => {
    await shows();
    expect(pageText()).toContain("There is no membership in your account.");
  });
});

describe("the profile", () => {
  const details = { phone: null, country: "US", city: "New York", state: "NY", zip_code: "10001" };
  const opens = async (identity: object = details) => {
    const user = makeUser();
    const whole = { ...user, identity: { ...user.identity, ...identity } };
    answers["GET /api/my/user"] = () => ({ user: { _data: [whole] } });
    answers["PATCH /api/my/user/:id"] = () => ({ user: { _data: [whole] } });
    await open(<ProfilePage user={whole} />, "/my/profile");
    await settle();
  };
  const sent = () => asked.find(({ what }) => what === "PATCH /api/my/user/:id")?.body;
  const update = async () => {
    press(button("Update details"));
    await settle();
  };
  test("name and address stand fast, and are not sent", async () => {
    await opens();
    for (const said of ["My profile", "Personal details", "Please contact us to change the name on your account."])
      expect(pageText()).toContain(said);
    for (const name of ["first_name", "last_name", "email"]) expect(field(name).disabled).toBe(true);
    expect(document.querySelector("input[name=email_confirm]")).toBeNull();
    typeIn(field("city"), "Boston");
    await update();
    expect(sent()).toEqual({ identity: { country: "US", city: "Boston", state: "NY", zip_code: "10001" } });
    expect(pageText()).toContain("Your details have been updated.");
  });
  test("a state may be cleared, and what is emptied is empty", async () => {
    await opens();
    const state = document.querySelector<HTMLSelectElement>("select[name=state]");
    if (!state) throw new Error("no state");
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(state, "");
      state.dispatchEvent(new Event("change", { bubbles: true }));
    });
    typeIn(field("city"), "");
    await update();
    expect(sent()).toEqual({ identity: { country: "US", city: "", state: null, zip_code: "10001" } });
  });
  test("what is wrong is said at its field, and nothing is sent", async () => {
    await opens();
    typeIn(field("zip_code"), "!");
    await update();
    expect(pageText()).toContain("Please enter a valid post code.");
    expect(sent()).toBeUndefined();
  });
  test("what the server finds wrong too", async () => {
    await opens();
    answers["PATCH /api/my/user/:id"] = () =>
      refusal(422, "validation_failed", { extra: { problems: [{ field: "zip_code", message: "not_zip" }] } });
    await update();
    expect(pageText()).toContain("Please enter a valid post code.");
  });
});
