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
let calls: RecordedCall[];
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
  calls = fakeApi(answers);
  const shown = await showPage(<AccountFrame path={path}>{() => node}</AccountFrame>, {
    path,
    seller: {
      configuration: { authentication: "password", my_account_pages: all, ...configuration },
      web: { membership_event_id: "m1" },
    } as never,
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

describe("account frame", () => {
  test("shows the login and makes no request for visitors who are not logged in", async () => {
    setLoginCookie("none");
    await open(<OrdersPage />, "/my/orders");
    expect(document.querySelector("h1")?.textContent).toBe("Log in to view your account");
    expect(field("email")).toBeTruthy();
    expect(calls).toEqual([]);
  });
  test("account frame does not open for a limited login", async () => {
    setLoginCookie("limited");
    await open(<OrdersPage />, "/my/orders");
    expect(document.querySelector("h1")?.textContent).toBe("Log in to view your account");
    expect(calls.some(({ what }) => what.endsWith("order_session"))).toBe(false);
  });
  test.each([
    [all, [], ["Profile", "Tickets", "Orders", "Logout"]],
    [{ ...all, my_profile: false, recent_orders: false }, [], ["Tickets", "Logout"]],
    [
      { my_profile: true, upcoming_events: false, recent_orders: false },
      [membership()],
      ["Membership", "Profile", "Logout"],
    ],
  ])("shows the navigation for %j", async (my_account_pages, memberships, expected) => {
    answers["GET /api/my/membership"] = () => ({ membership: { _data: memberships } });
    await open(<p>here</p>, "/my/profile", { my_account_pages });
    expect(links()).toEqual(expected);
    expect(document.querySelector("nav [aria-current]")?.textContent).toBe(
      my_account_pages.my_profile ? "Profile" : undefined,
    );
  });
  test("offers to reload after a failure", async () => {
    let isDown = true;
    const answered = answers["GET /api/my/order_session"];
    answers["GET /api/my/order_session"] = (body) => (isDown ? refusal(403, "request_refused") : answered?.(body));
    await open(<OrdersPage />, "/my/orders");
    expect(pageText()).toContain("We could not load this just now.");
    isDown = false;
    press(button("Try again"));
    await settle();
    expect(rowsOf()).toHaveLength(3);
  });
});

describe("recent orders", () => {
  test("lists number, date and contents, newest first, with links", async () => {
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
  test.each([
    ["cancelled", "Cancelled"],
    ["past", "Past"],
  ] as const)("marks an order whose visit is %s", async (flag, mark) => {
    answers["GET /api/my/order_session"] = () => ({
      search_result: { _data: [session(2, 10, { flag })] },
      ticket: { _data: [ticket(20, 2, 10)] },
    });
    await open(<OrdersPage />, "/my/orders");
    expect(rowsOf()[0]?.[2]).toBe(`1 event – 1 ticket ${mark}`);
  });
  test("marks an order whose payment was taken back, and its page says so", async () => {
    answers["GET /api/my/order_session"] = () => ({
      search_result: { _data: [session(2, 10, { taken_back: "40.00" })] },
      ticket: { _data: [ticket(20, 2, 10)] },
    });
    await open(<OrdersPage />, "/my/orders");
    expect(rowsOf()[0]?.[2]).toBe("1 event – 1 ticket Not paid");
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
    expect(pageText()).toContain("Your bank has reversed your payment of $40.00.");
    expect(pageText()).toContain("Please contact us to pay in another way");
  });
  test("shows that there are none", async () => {
    answers["GET /api/my/order_session"] = () => ({ search_result: { _data: [] }, ticket: { _data: [] } });
    await open(<OrdersPage />, "/my/orders");
    expect(pageText()).toContain("You have no recent orders.");
  });
});

describe("one order", () => {
  test("shows number, date, contents, total and events, and resends its e-mail", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => ({ sent: true });
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
    expect(document.title).toBe("Order 10002 – Harbor Museum");
    for (const text of ["Order 10002", "Sat, November 21 2026", "2 events – 3 tickets", "$40.00", "Night Tour"])
      expect(pageText()).toContain(text);
    expect(pageText()).toContain("Tue, December 1 2099, 7:30\u00a0PM");
    expect(hrefOf("Back to all recent orders")).toBe("/my/orders");
    expect(hrefOf("More about this order")).toBe(`/manage/${id(2)}`);
    expect(hrefOf("View Whales of the Harbor, Tue, December 1 2099, 10:00\u00a0AM")).toBe(
      `/my/upcoming/session/${id(10)}`,
    );
    press(button("Resend my order"));
    await settle();
    expect(pageText()).toContain("Your order confirmation has been resent.");
    expect(calls.filter(({ what }) => what.startsWith("POST"))).toEqual([
      { what: "POST /api/ticket_order/:id/email", body: {} },
    ]);
  });
  test("links to changing and cancelling where buyers may do so online", async () => {
    const self_edit = { enabled: true, anon_editing: false };
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`, { self_edit });
    expect(hrefOf("Change or cancel")).toBe(`/manage/${id(2)}`);
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`, { self_edit: { ...self_edit, allow: ["reschedule"] } });
    expect(hrefOf("Change your order")).toBe(`/manage/${id(2)}`);
  });
  test.each([
    ["membership", "1 membership"],
    ["ledger", "1 gift card"],
    ["donation", "1 donation"],
  ] as const)("one order counts a %s as what it is, and not as a ticket", async (handler, words) => {
    answers["GET /api/my/order_session"] = () => ({
      search_result: { _data: [session(4, 13, { event_session_id: null })] },
      ticket: { _data: [ticket(31, 4, 13, { event_session_id: null, handler })] },
    });
    await open(<OrdersPage />, "/my/orders");
    expect(rowsOf()).toEqual([["10004", expect.any(String), words, "View"]]);
    await open(<OrderPage id={id(4)} />, `/my/orders/${id(4)}`);
    expect(pageText()).toContain(words);
    expect(pageText()).not.toContain("1 ticket");
  });
  test("offers no resend for past events", async () => {
    await open(<OrderPage id={id(3)} />, `/my/orders/${id(3)}`);
    expect(pageText()).toContain("Last Year");
    expect(() => button("Resend my order")).toThrow();
    expect(hrefOf("Change or cancel")).toBeUndefined();
  });
  test.each([
    ["all used", { flag: "redeemed" }, undefined, undefined],
    ["cancelled by the venue", { flag: "cancelled", is_upcoming: false }, undefined, `/manage/${id(5)}`],
  ] as const)("links to the page of an order %s only for actions available there", async (_, more, change, options) => {
    answers["GET /api/my/order_session"] = () => ({
      search_result: { _data: [session(5, 14, more)] },
      ticket: { _data: [ticket(26, 5, 14)] },
    });
    await open(<OrderPage id={id(5)} />, `/my/orders/${id(5)}`);
    expect(hrefOf("Change or cancel")).toBe(change);
    expect(hrefOf("See your options for the cancelled visit")).toBe(options);
  });
  test("one order does not link its events where the upcoming page is disabled", async () => {
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`, {
      my_account_pages: { ...all, upcoming_events: false },
    });
    expect(document.body.textContent).not.toContain("View Whales of the Harbor");
  });
  test("one order is not found if it belongs to somebody else", async () => {
    await open(<OrderPage id={id(99)} />, `/my/orders/${id(99)}`);
    expect(document.querySelector("h1")?.textContent).toBe("Order not found.");
  });
  test("shows that it was resent too often", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => refusal(429, "too_many_requests");
    await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
    press(button("Resend my order"));
    await settle();
    expect(document.querySelector("[role=alert]")?.textContent).toContain("several times already");
  });
});

describe("upcoming tickets", () => {
  test("lists each upcoming session once, soonest first", async () => {
    await open(<UpcomingPage />, "/my/upcoming");
    const items = [...document.querySelectorAll("main li, ul li")].map((item) => item.textContent ?? "");
    const shown = items.filter((text) => /tickets?View/.test(text.replace(/\s/g, "")));
    expect(shown.map((text) => text.replace(/\s+/g, " "))).toEqual([
      // The initial of a drawn cover that replaces a picture.
      expect.stringMatching(/^WWhales of the HarborTue, December 1 2099, 10:00 AM3 tickets/),
      expect.stringMatching(/^NNight TourTue, December 1 2099, 7:30 PM1 ticket/),
    ]);
    expect(pageText()).not.toContain("Last Year");
  });
  test("shows that there are none", async () => {
    answers["GET /api/my/order_session"] = () => ({ search_result: { _data: [] }, ticket: { _data: [] } });
    await open(<UpcomingPage />, "/my/upcoming");
    expect(pageText()).toContain("You have no upcoming tickets.");
  });
});

describe("one session", () => {
  test("shows its tickets with type, group and number, and its orders", async () => {
    answers["POST /api/ticket_order/:id/email"] = () => ({ sent: true });
    await open(<SessionPage id={id(10)} />, `/my/upcoming/session/${id(10)}`);
    expect(document.title).toBe("Whales of the Harbor – Harbor Museum");
    expect([...document.querySelectorAll("thead th")].map((cell) => cell.textContent)).toEqual([
      "Ticket type",
      "Ticket group",
      "Ticket #",
    ]);
    expect(rowsOf()).toEqual([
      ["Adult", "General Admission", "CODE 21"],
      ["Adult UsedSeat C 4For Byron", "General Admission", "CODE 22"],
      ["Adult", "General Admission", "CODE 24"],
    ]);
    expect(hrefOf("View order 10002")).toBe(`/my/orders/${id(2)}`);
    expect(hrefOf("View order 10001")).toBe(`/my/orders/${id(1)}`);
    press(button("Resend my tickets"));
    await settle();
    expect(pageText()).toContain("Your order confirmation and tickets have been resent.");
    expect(calls.filter(({ what }) => what.startsWith("POST"))).toHaveLength(2);
    expect(hrefOf("Back to all upcoming tickets")).toBe("/my/upcoming");
  });
  test("has a drawn cover in place of a picture", async () => {
    await open(<SessionPage id={id(10)} />, `/my/upcoming/session/${id(10)}`);
    expect(document.querySelector("[data-drawing]")?.textContent).toBe("W");
    expect(document.querySelector("main img, h1 img")).toBeNull();
  });
  test("opens on its codes in the order of seats, each with its own number", async () => {
    await open(<SessionPage id={id(10)} />, `/my/upcoming/session/${id(10)}`);
    const codes = [...document.querySelectorAll<HTMLImageElement>('img[alt^="QR code of ticket"]')];
    expect(codes.map((code) => code.getAttribute("src"))).toEqual(
      [21, 24, 22].map((number) => `/cached_api/ticket/${id(number)}/qrcode?token=token-${number}&_seller=harbor`),
    );
    expect(pageText()).toContain("Ticket CODE 22");
    const table = document.querySelector("table");
    expect(codes.every((code) => code.compareDocumentPosition(table as Node) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(
      true,
    );
  });
  test("shows no codes of a session that is over", async () => {
    const answered = answers["GET /api/my/order_session"]?.(undefined) as {
      search_result: { _data: object[] };
    };
    for (const row of answered.search_result._data) Object.assign(row, { flag: "past" });
    answers["GET /api/my/order_session"] = () => answered;
    await open(<SessionPage id={id(12)} />, `/my/upcoming/session/${id(12)}`);
    expect(document.querySelector('img[alt^="QR code of ticket"]')).toBe(null);
    expect(rowsOf()).toHaveLength(1);
  });
  test("links a single order without its number", async () => {
    await open(<SessionPage id={id(11)} />, `/my/upcoming/session/${id(11)}`);
    expect(hrefOf("View order")).toBe(`/my/orders/${id(2)}`);
  });
  test("offers no resend once it is over", async () => {
    await open(<SessionPage id={id(12)} />, `/my/upcoming/session/${id(12)}`);
    expect(() => button("Resend my tickets")).toThrow();
  });
  test("one session is not found if it does not exist", async () => {
    await open(<SessionPage id={id(77)} />, `/my/upcoming/session/${id(77)}`);
    expect(document.querySelector("h1")?.textContent).toBe("Session not found.");
  });
  test("offers wallet passes only where their check succeeds", async () => {
    answers["GET /api/ticket/:id/walletprecheck"] = () => ({ apple: { ok: true }, google: { ok: false } });
    await open(<SessionPage id={id(11)} />, `/my/upcoming/session/${id(11)}`);
    expect(hrefOf("Add to Apple Wallet")).toBe(`/api/ticket/${id(23)}/pkpass?_seller=harbor`);
    expect(pageText()).not.toContain("Google");
  });
});

describe("membership", () => {
  const shows = async (...memberships: ReturnType<typeof membership>[]) => {
    answers["GET /api/my/membership"] = () => ({ membership: { _data: memberships } });
    await open(<MembershipPage />, "/my/membership");
  };
  test.each([
    ["for a valid membership", {}, `/api/ticket/${id(501)}/pkpass?_seller=harbor`],
    ["none for an expired one", { is_expired: true, is_valid: false }, undefined],
    ["none for somebody else's", { own: false }, undefined],
  ])("offers a wallet pass: %s", async (_, more, href) => {
    answers["GET /api/ticket/:id/walletprecheck"] = () => ({ apple: { ok: true }, google: { ok: false } });
    await shows(membership(more));
    expect(hrefOf("Add to Apple Wallet")).toBe(href);
    expect(hrefOf("Add to Google Wallet")).toBeUndefined();
  });
  test("offers no wallet pass where the check fails", async () => {
    await shows(membership());
    expect(hrefOf("Add to Apple Wallet")).toBeUndefined();
  });
  test.each([
    ["a membership that cannot be renewed yet", {}, "Sat, November 20 2027 (renew from Thu, October 21 2027)", false],
    ["a membership that can be renewed", { is_renewable: true }, "Sat, November 20 2027", true],
    ["over", { is_expired: true, is_valid: false }, "Sat, November 20 2027", false],
    ["a renewed membership", { renewable_from: null }, "Sat, November 20 2027 (renewed)", false],
    ["a lifetime membership", { last_day: null, valid_to: null, renewable_from: null }, "Does not expire", false],
  ])("shows the expiry of %s", async (_, more, expiry, renews) => {
    await shows(membership(more));
    const rows = [...document.querySelectorAll("dl > div")].map((fact) => fact.textContent ?? "");
    expect(rows.some((fact) => fact.replace(/^(Expires|Expired)/, "").trim() === expiry)).toBe(true);
    expect(hrefOf("Renew membership")).toBe(renews ? "/membership/renew" : undefined);
  });
  test("a renewed term leaves auto-renew to the next one, which says when it starts", async () => {
    await shows(
      membership({ renewable_from: null }),
      membership({ id: id(502), ticket_order_id: id(2), valid_from: "2027-11-21T05:00:00Z", is_valid: false }),
    );
    const facts = [...document.querySelectorAll("dl")].map((list) => list.textContent ?? "");
    expect(facts.map((text) => text.includes("Auto-renew"))).toEqual([false, true]);
    expect(facts.map((text) => text.includes("StartsSun, November 21 2027"))).toEqual([false, true]);
  });
  test("shows each membership with its renewal state", async () => {
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
    ["is not tried again", { auto_renew_trouble: "stopped" }, /could not be renewed automatically/],
    ["works as expected", { auto_renew_state: "scheduled" }, undefined],
  ] as const)("explains that a renewal %s", async (_, more, text) => {
    await shows(membership({ ...more, is_renewable: true }));
    const note = document.querySelector("li [data-tone]")?.textContent ?? undefined;
    if (text === undefined) return expect(note).toBeUndefined();
    expect(note).toMatch(text);
    expect(hrefOf("Renew membership")).toBe("/membership/renew");
  });
  test("shows a family's membership once, with the names and numbers of all members", async () => {
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
  ])("shows the role of a member without a name: %s", async (party_role, text) => {
    await shows(membership(), membership({ id: id(503), own: false, party_role, holder_name: null }));
    expect(document.querySelector("h3 + ul > li")?.firstChild?.textContent).toBe(text);
  });
  test("shows no QR code once it has expired", async () => {
    await shows(membership({ is_expired: true, is_valid: false }));
    expect(document.querySelector("img")).toBeNull();
  });
  test.each([
    ["visa", "visa"],
    ["something_new", "other"],
  ])("shows the picture of a saved %s card", async (brand, picture) => {
    answers["GET /api/my/identity/saved_payment_method"] = () => ({
      saved_payment_method: { _data: [{ id: id(1), brand, last4: "4242", identifier: "Visa …4242" }] },
    });
    await shows(membership());
    expect(pageText()).toContain("Visa …4242");
    expect(document.querySelector("svg[data-brand]")?.getAttribute("data-brand")).toBe(picture);
  });
  test("resends its e-mail", async () => {
    answers["POST /api/my/ticket_order/resend"] = () => ({ sent: true });
    await shows(membership());
    press(button("Resend membership email"));
    await settle();
    expect(pageText()).toContain("Your membership email has been resent.");
    expect(calls.find(({ what }) => what.startsWith("POST"))?.body).toEqual({ memberships_only: true });
  });
  test("shows that there is none", async () => {
    await shows();
    expect(pageText()).toContain("There is no membership in your account.");
  });
});

test.each([
  ["cancelled", "Cancelled"],
  ["past", "Past"],
  ["redeemed", "Used"],
] as const)("marks a session that is %s in its order", async (flag, label) => {
  answers["GET /api/my/order_session"] = () => ({
    search_result: { _data: [session(2, 10, { flag, is_upcoming: false })] },
    ticket: { _data: [ticket(21, 2, 10)] },
  });
  await open(<OrderPage id={id(2)} />, `/my/orders/${id(2)}`);
  expect(pageText()).toContain(label);
});

describe("profile", () => {
  const details = { phone: null, country: "US", city: "New York", state: "NY", zip_code: "10001" };
  const opens = async (identity: object = details, configuration: object = {}) => {
    const user = makeUser();
    const whole = { ...user, identity: { ...user.identity, ...identity } };
    answers["GET /api/my/user"] = () => ({ user: { _data: [whole] } });
    answers["PATCH /api/my/user/:id"] = () => ({ user: { _data: [whole] } });
    await open(<ProfilePage user={whole} />, "/my/profile", configuration);
    await settle();
  };
  const sent = () => calls.find(({ what }) => what === "PATCH /api/my/user/:id")?.body;
  const update = async () => {
    press(button("Update details"));
    await settle();
  };
  test("locks name and e-mail address and does not send them", async () => {
    await opens();
    for (const text of ["My profile", "Personal details", "Please contact us to change the name on your account."])
      expect(pageText()).toContain(text);
    for (const name of ["first_name", "last_name", "email"]) expect(field(name).disabled).toBe(true);
    expect(document.querySelector("input[name=email_confirm]")).toBeNull();
    typeIn(field("city"), "Boston");
    await update();
    expect(sent()).toEqual({ identity: { country: "US", city: "Boston", state: "NY", zip_code: "10001" } });
    expect(pageText()).toContain("Your details have been updated.");
  });
  test.each([
    ["usa", "US"],
    ["united states", "US"],
    ["Canada", "CA"],
    ["Atlantis", "US"],
  ])("preselects a country stored as '%s'", async (country, code) => {
    await opens({ ...details, country, state: null });
    const select = document.querySelector<HTMLSelectElement>("select[name=country]");
    expect(select?.value).toBe(code);
    expect(select?.options[0]?.value).toBe("US");
    typeIn(field("city"), "Boston");
    await update();
    expect(sent()).toMatchObject({ identity: { country: code, city: "Boston" } });
  });
  test("clears a state, and sends emptied fields as empty", async () => {
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
  test("sends emptied answers to the seller's questions as empty", async () => {
    const text = { type: "string", title: "Question" };
    await opens(
      { country: "US", additional_info: { motto: "Onward", club: "Rowing", fixed: "x" } },
      { identity_form: { properties: { motto: text, club: text, pet: text, fixed: { ...text, readOnly: true } } } },
    );
    typeIn(field("motto"), " ");
    await update();
    expect(sent()).toEqual({ identity: { country: "US", additional_info: { club: "Rowing", motto: "" } } });
  });
  test("shows problems at their fields and sends nothing", async () => {
    await opens();
    typeIn(field("zip_code"), "!");
    await update();
    expect(pageText()).toContain("Please enter a valid ZIP code.");
    expect(sent()).toBeUndefined();
  });
  test("speaks of a postcode outside the United States", async () => {
    await opens({ ...details, country: "GB", state: null, zip_code: "SE1 9ZZ" });
    typeIn(field("zip_code"), "!");
    await update();
    expect(pageText()).toContain("Postcode");
    expect(pageText()).toContain("Please enter a valid postcode.");
    expect(pageText()).not.toContain("ZIP");
  });
  test("shows the server's problems too", async () => {
    await opens();
    answers["PATCH /api/my/user/:id"] = () =>
      refusal(422, "validation_failed", { extra: { problems: [{ field: "zip_code", message: "not_zip" }] } });
    await update();
    expect(pageText()).toContain("Please enter a valid ZIP code.");
  });
});

test("a seller without a login says where tickets are, and offers what there is", async () => {
  setLoginCookie("none");
  await open(<MembershipPage />, "/my/membership", { authentication: "none" });
  expect(pageText()).toContain("Login is disabled, and this shop has no accounts.");
  expect([hrefOf("Choose tickets"), hrefOf("Email me my tickets")]).toEqual(["/events", "/resend"]);
});

describe("a seller whose members log in by their number alone", () => {
  const byNumber = { authentication: "scan_code" };
  test("says what a number opens before it asks for it", async () => {
    setLoginCookie("none");
    await open(<MembershipPage />, "/my/membership", byNumber);
    expect(pageText()).toContain("Your member ID gives you member prices and benefits.");
    expect(field("scan_code")).toBeDefined();
    expect(hrefOf("Email me my tickets")).toBe("/resend");
  });
  test("a seller whose members log in by their number alone does not ask again after it was entered, and offers what is available", async () => {
    setLoginCookie("limited");
    await open(<MembershipPage />, "/my/membership", byNumber);
    expect(pageText()).toContain("You are logged in with your member ID.");
    expect(document.querySelector("form")).toBeNull();
    expect([hrefOf("Choose tickets"), hrefOf("Email me my tickets")]).toEqual(["/events", "/resend"]);
  });
});
