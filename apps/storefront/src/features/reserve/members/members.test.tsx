import { act } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { notifyLoginChange } from "../../login/session/loginStrength.ts";
import {
  requests,
  button,
  click,
  openEventPage,
  radio,
  send,
  sentBodies,
  sunday,
  text,
  fakeShop,
  type Answer,
} from "../../../../test/reserve/eventPage.tsx";
import { adult, event, group, id, refusal, seller, template } from "../../../../test/reserve/eventData.ts";
import { lazyMembersOnly } from "../form/lazyForms.ts";
import { lazyRenewal } from "./lazyRenewal.ts";

const page = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
const membership = {
  id: id(60),
  own: true,
  scan_code: null,
  member_number: null,
  role_id: null,
  role: null,
  party_role: "member",
  membership_program_id: null,
  membership_program: null,
  level_name: "Family",
  ticket_group_id: id(61),
  ticket_type_id: id(62),
  event_template_id: id(63),
  ticket_order_id: null,
  ticket_id: null,
  holder_name: null,
  holder_email: null,
  valid_from: "2026-03-01T05:00:00Z",
  valid_to: "2027-03-01T05:00:00Z",
  last_day: "2027-02-28",
  renewed_to: null,
  renewable_from: null,
  is_valid: true,
  is_expired: false,
  is_renewable: false,
  auto_renew_state: "none",
  auto_renew_trouble: null,
  benefits: { Adult: 2 },
  member_event_purchase_limit: -1,
  physical_card: false,
  editable: false,
};
const forMembers = { ...group, id: id(22), name: "Members' morning", hidden_type: "public_member_only" };
const adultOfMembers = { ...adult, id: id(33), ticket_group_id: id(22), outside_fees: [] };

let memberPrice: string;

/** The server's answers for a visitor who is logged in. */
let memberships: (typeof membership)[];
let left: { left: Record<string, number>; event_left: number | null }[];
let allowances: string[];
/** The event has tickets for members as well. */
let more: boolean;

const is = (strength: "full" | "limited" | "none") => {
  const name = loggedInCookie("harbor");
  document.cookie = strength === "none" ? `${name}=; max-age=0; path=/` : `${name}=${strength}; path=/`;
};

/** Ticket groups for members are only sent to members, bypassing every cache. */
const answer = (path: string, method: string, query: string): Answer | undefined => {
  const answer = (body: unknown): Answer => ({ status: 200, body });
  if (path === "/api/my/user") return answer({ user: { _data: [{ id: id(64), identity: { first_name: "Ada" } }] } });
  if (path === "/api/my/membership") return answer({ membership: { _data: memberships } });
  if (path.startsWith("/api/my/allowance/")) {
    allowances.push(new URLSearchParams(query).get("event_session_id") ?? "none");
    return answer({
      allowance: { _data: left.map((one) => ({ membership_id: id(60), level_name: "Family", ...one })) },
    });
  }
  const isMember =
    path.startsWith("/api/") &&
    document.cookie.includes(loggedInCookie("harbor")) &&
    memberships.some(({ is_expired }) => !is_expired);
  const isClosed = (fakeShop.template as { hidden_type: string }).hidden_type === "public_member_only";
  const text = {
    event_template: { _data: [fakeShop.template] },
    ticket_group: { _data: [...(isClosed ? [] : fakeShop.groups), ...(isMember ? [forMembers] : [])] },
    ticket_type: {
      _data: [
        adult,
        ...(isMember ? [{ ...adultOfMembers, currency_amount: memberPrice, discounted_amount: memberPrice }] : []),
      ],
    },
    message_rule: { _data: [] },
    ...(more && !isMember && { more_for_members: true }),
  };
  if (path.endsWith(`/events/${event}`)) return answer(text);
  const session = fakeShop.sessions.find((one) => path.endsWith(`/sessions/${(one as { id: string }).id}`));
  return method === "GET" && session ? answer({ ...text, event_session: { _data: [session] } }) : undefined;
};

beforeAll(() =>
  Promise.all([
    lazyMembersOnly.load(),
    lazyRenewal.load(),
    import("../queries/fetchMemberLimits.ts"),
    import("../details/DetailFields.tsx"),
  ]),
);
beforeEach(() => {
  memberships = [membership];
  left = [{ left: { Adult: 2 }, event_left: null }];
  allowances = [];
  more = false;
  memberPrice = "20";
  fakeShop.first = answer;
  fakeShop.seller = { ...seller, web: { membership_event_id: id(90) } };
});
afterEach(() => {
  is("none");
  act(() => notifyLoginChange());
});

const toTickets = async () => {
  await click(radio(sunday));
  await click(radio("10:00"));
};
const oneMore = () => button("More: Adult");

test.each([
  ["full", ["Which card?"], ["Where from?"]],
  ["limited", ["Where from?"], ["Which card?"]],
  ["none", ["Where from?"], ["Which card?"]],
] as const)("questions are asked of whom they are for: %s", async (strength, requests, leaves) => {
  const properties = {
    card: { type: "string", title: "Which card?", context: "reserve member" },
    from: { type: "string", title: "Where from?", context: "reserve guest" },
  };
  fakeShop.groups = [{ ...group, additional_info_spec: { properties } }];
  memberships = [];
  is(strength);
  await openEventPage();
  await toTickets();
  await click(oneMore());
  for (const question of requests) await vi.waitFor(() => expect(text()).toContain(question));
  for (const question of leaves) expect(text()).not.toContain(question);
});

describe("a visitor who is not a member", () => {
  test("causes no personal requests", async () => {
    await openEventPage();
    await toTickets();
    expect(requests.filter((one) => one.includes("/my/") || one.includes("GET /api/"))).toEqual([]);
    expect(text()).not.toContain("membership");
  });

  test("a visitor who is not a member is asked to log in or join on an event for members", async () => {
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).toContain("This event is for members. Log in to see its tickets.");
    const links = [...document.querySelectorAll("main a, section a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([`/harbor/events/${event}?login=true`, "/harbor/membership"]);
  });

  test("a visitor who is not a member is only asked to join when logged in", async () => {
    is("full");
    memberships = [];
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).toContain("This event is for members. Become a member to see its tickets.");
    expect([...document.querySelectorAll("section a")].map((link) => link.getAttribute("href"))).toEqual([
      "/harbor/membership",
    ]);
  });

  const linksIn = () => [...document.querySelectorAll("p a")].map((link) => link.getAttribute("href"));
  test("sees a note about further tickets for members, with links", async () => {
    more = true;
    fakeShop.seller = { ...seller, web: { membership_event_id: id(90) } };
    await openEventPage("date=2026-12-05");
    expect(page()).toContain("Members can choose from more tickets here.");
    expect(linksIn()).toEqual([`/harbor/events/${event}?date=2026-12-05&login=true`, "/harbor/membership"]);
  });
  test("sees no links where neither login nor joining is possible", async () => {
    more = true;
    fakeShop.seller = { ...seller, web: {}, configuration: { authentication: "none" } };
    await openEventPage();
    expect(page()).toContain("Members can choose from more tickets here.");
    expect(linksIn()).toEqual([]);
  });
  test("a visitor who is not a member is sent to the seller and to all events where an event for members offers neither login nor joining", async () => {
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    fakeShop.seller = { ...seller, web: {}, configuration: { authentication: "none" } };
    await openEventPage();
    expect(page()).toContain(`This event is for members. Please contact ${seller.name} for tickets.`);
    expect([...document.querySelectorAll("section a")].map((link) => link.getAttribute("href"))).toEqual([
      "/harbor/events?all=true",
    ]);
  });
  test("a visitor who is not a member can join when logged in", async () => {
    more = true;
    fakeShop.seller = { ...seller, web: { membership_event_id: id(90) } };
    is("full");
    memberships = [];
    await openEventPage();
    expect(linksIn()).toEqual(["/harbor/membership"]);
  });
  test("a visitor who is not a member can renew as a former member", async () => {
    more = true;
    is("full");
    memberships = [{ ...membership, is_valid: false, is_expired: true, last_day: "2026-03-01" }];
    await openEventPage();
    expect(page()).toContain("Renew it to choose from more tickets here.");
    expect(linksIn()).toContain("/harbor/membership/renew");
  });
  test.each([
    ["a member", "full", true],
    ["anybody where there is no more", "none", false],
  ] as const)("nothing is said to %s", async (_, strength, has) => {
    more = has;
    is(strength);
    await openEventPage();
    expect(page()).not.toContain("Members can choose");
  });
  test("a visitor who is not a member is asked to log in where only tickets for members are on sale", async () => {
    more = true;
    fakeShop.groups = [];
    await openEventPage();
    expect(page()).toContain("This event is for members. Log in to see its tickets.");
    expect(page()).not.toContain("Members can choose");
  });

  test("a visitor who is not a member is asked to renew as a former member", async () => {
    is("full");
    memberships = [{ ...membership, is_valid: false, is_expired: true, last_day: "2026-03-01" }];
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).toContain("Your membership has expired");
    expect([...document.querySelectorAll("section a")].map((link) => link.getAttribute("href"))).toEqual([
      "/harbor/membership/renew",
    ]);
  });

  test.each([
    ["joins again", { membership_event_id: id(90) }, "Become a member again to see its tickets.", "/harbor/membership"],
    ["asks the seller", {}, `This event is for members. Please contact ${seller.name}`, "/harbor/events?all=true"],
  ])("a former member who cannot renew online %s", async (_, web, words, to) => {
    is("limited");
    memberships = [{ ...membership, is_valid: false, is_expired: true, last_day: "2026-03-01" }];
    fakeShop.seller = { ...seller, web, configuration: { authentication: "scan_code" } };
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).toContain("Your membership has expired");
    expect(page()).toContain(words);
    expect([...document.querySelectorAll("section a")].map((link) => link.getAttribute("href"))).toEqual([to]);
  });

  test("a former member who cannot renew online is told why there are fewer tickets", async () => {
    more = true;
    is("limited");
    memberships = [{ ...membership, is_valid: false, is_expired: true, last_day: "2026-03-01" }];
    fakeShop.seller = { ...seller, web: {}, configuration: { authentication: "scan_code" } };
    await openEventPage();
    expect(page()).toContain("Your membership has expired. Members can choose from more tickets here.");
  });

  test("a visitor who is not a member is told what to do when refused after a logout in another tab", async () => {
    is("full");
    fakeShop.groups = [];
    fakeShop.reserve = () => ({
      status: 422,
      body: refusal("member_required", "reserve", "These tickets are for members. Please log in."),
    });
    await openEventPage();
    await toTickets();
    await click(oneMore());
    await send();
    expect(text()).toContain("These tickets are for members. Please log in.");
  });
});

describe("a member", () => {
  test.each(["full", "limited"] as const)(
    "sees what is theirs, as everybody's page turns to their own (%s)",
    async (strength) => {
      is(strength);
      await openEventPage();
      expect(requests).toContainEqual(expect.stringContaining(`GET /api/events/${event}?`));
      await toTickets();
      expect(text()).toContain("Members' morning Members");
      expect(text()).toContain("2 left on your membership");
      expect(allowances).toEqual([id(40)]);
    },
  );

  test("a member is limited to the remaining tickets, with a note", async () => {
    is("full");
    fakeShop.groups = [];
    await openEventPage();
    await toTickets();
    await click(oneMore());
    expect(text()).toContain("1 left on your membership");
    await click(oneMore());
    expect(text()).toContain("None left on your membership");
    // The membership may include more: the others are in the cart, or used elsewhere.
    expect(text()).toContain("You have chosen the 2 tickets that your membership has left");
    expect(oneMore().getAttribute("aria-disabled") ?? String((oneMore() as HTMLButtonElement).disabled)).toBe("true");
    await send();
    expect(sentBodies.at(-1)).toMatchObject({
      add: [{ ticket_types_required: [{ ticket_type_id: id(33), quantity: 2 }] }],
    });
  });

  test("draws on the shared pool beyond their own allowance", async () => {
    is("full");
    fakeShop.groups = [];
    left = [{ left: { Adult: 1, "*": 2 }, event_left: null }];
    await openEventPage();
    await toTickets();
    expect(text()).toContain("3 left on your membership");
  });

  test("sees free tickets first, with their number", async () => {
    is("full");
    memberPrice = "0";
    await openEventPage();
    await toTickets();
    expect([...document.querySelectorAll("h3")].map((heading) => heading.textContent?.trim())).toEqual([
      "Members' morning Members",
      "General",
    ]);
    expect(text()).toContain("2 free tickets left");
  });

  test("a member is told of free tickets that are left when choosing one at full price", async () => {
    is("full");
    memberPrice = "0";
    await openEventPage();
    await toTickets();
    const hint = "You still have 2 free tickets with your membership. This one is at full price.";
    expect(text()).not.toContain(hint);
    const [free, full] = [...document.querySelectorAll<HTMLElement>('[aria-label="More: Adult"]')];
    await click(full as HTMLElement);
    expect(text()).toContain(hint);
    await click(free as HTMLElement);
    expect(text()).toContain("You still have 1 free ticket with your membership.");
    await click(free as HTMLElement);
    expect(text()).not.toContain("This one is at full price.");
  });

  test("sees when there is no limit", async () => {
    is("full");
    left = [{ left: { "*": -1 }, event_left: null }];
    await openEventPage();
    await toTickets();
    expect(text()).toContain("Included in your membership");
  });

  test("a member cannot choose tickets on a day without any left", async () => {
    is("full");
    fakeShop.groups = [];
    left = [];
    await openEventPage();
    await toTickets();
    expect(text()).toContain("None left on your membership");
  });

  test("sees an event for members", async () => {
    is("full");
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).not.toContain("This event is for members");
    await toTickets();
    expect(text()).toContain("2 left on your membership");
  });

  test("sees an event for members before the membership begins", async () => {
    is("full");
    memberships = [{ ...membership, is_valid: false, valid_from: "2026-11-24T05:00:00Z" }];
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).not.toContain("Your membership has expired");
    await toTickets();
    expect(text()).toContain("2 left on your membership");
  });
  test("sees the page change after login and logout", async () => {
    fakeShop.template = { ...template, hidden_type: "public_member_only" };
    await openEventPage();
    expect(page()).toContain("Log in to see its tickets");
    is("full");
    act(() => notifyLoginChange());
    await expect.poll(() => page()).not.toContain("This event is for members");
    is("none");
    act(() => notifyLoginChange());
    await expect.poll(() => page()).toContain("Log in to see its tickets");
  });

  test("sees the seller's own text", async () => {
    is("full");
    fakeShop.seller = { ...seller, strings: { "reserve.tickets.allowance": "Still {count} for friends" } };
    await openEventPage();
    await toTickets();
    expect(text()).toContain("Still 2 for friends");
  });
});

describe("a membership that ends before the chosen day", () => {
  const ends = (more: object = {}) => {
    is("full");
    memberships = [Object.assign(membership, { last_day: "2026-11-21", auto_renew_state: "none", ...more })];
  };
  afterEach(() => void Object.assign(membership, { last_day: "2027-02-28", auto_renew_state: "none" }));
  const answers = "Your membership ends before this date. Renew it to come as a member.";
  const reminded = "Your membership ends before this date. Please renew it before you come.";

  test("shows a request to renew", async () => {
    ends();
    await openEventPage();
    expect(text()).not.toContain("Your membership ends");
    await click(radio(sunday));
    expect(text()).toContain(answers);
    expect(document.querySelector("form a")?.getAttribute("href")).toBe("/harbor/membership/renew");
  });

  test.each([
    ["they may come all the same", "always", {}, reminded],
    ["it renews itself", "if_autorenew", { auto_renew_state: "scheduled" }, reminded],
    ["it does not renew itself", "if_autorenew", {}, answers],
  ])(
    "a membership that ends before the day is explained where %s",
    async (_, member_reserve_session_beyond_term, more, words) => {
      ends(more);
      fakeShop.seller = {
        ...seller,
        web: { membership_event_id: id(90) },
        configuration: { member_reserve_session_beyond_term },
      };
      await openEventPage();
      await click(radio(sunday));
      expect(text()).toContain(words);
    },
  );

  test("a membership that ends before the chosen day is not mentioned where nothing is for members", async () => {
    ends();
    fakeShop.first = (path, method, query) => {
      const text = answer(path, method, query);
      const body = text?.body as { ticket_group?: { _data: object[] } };
      if (body?.ticket_group) body.ticket_group._data = fakeShop.groups;
      return text;
    };
    await openEventPage();
    await click(radio(sunday));
    expect(text()).not.toContain("Your membership ends");
  });
});
