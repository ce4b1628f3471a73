import { createCart } from "@foyer/contract/shop/cart.ts";
import { checkPrices, getEvent } from "@foyer/contract/shop/catalog.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import { getCalendar, getSession, listSessions, priceSessions } from "@foyer/contract/shop/sessions.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import {
  createTestMember,
  createTestMembership,
  createTestUser,
  createLimitedVisitor,
  type MembershipOverrides,
} from "../../../../test/accounts/members.ts";

let server: TestApp;
/** A group for everybody at 20.00 and one for members at 5.00, with a session within a month and one in half a year. */
let shop: TestShop;
/** An event for members only. */
let membersOnlyShop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  const sessions = [{ inDays: 7 }, { inDays: 180 }];
  shop = await createTestShop(server.db, {
    event: {
      sessions,
      groups: [
        { name: "General", types: [{ name: "Adult" }] },
        {
          name: "Members",
          hidden_type: "public_member_only",
          types: [
            { name: "Adult", currency_amount: 500 },
            { name: "Guest", currency_amount: 500, member_event_ticket_type: "Friend" },
          ],
        },
      ],
    },
  });
  membersOnlyShop = await createTestShop(server.db, {
    event: { sessions, hidden_type: "public_member_only", groups: [{ name: "Evening", types: [{ name: "Adult" }] }] },
  });
});

/** All kinds of visitors. */
const visitors = {
  "an anonymous visitor": async () => undefined,
  "a user without a membership": async (at: TestShop) => (await createTestUser(server.db, at)).cookie,
  "a member after the end of the term": async (at: TestShop) =>
    (await createTestMember(server.db, at, { toDays: -1 })).cookie,
  "a member with a cancelled membership": async (at: TestShop) =>
    (await createTestMember(server.db, at, { state: "cancelled" })).cookie,
  "another seller's member": async (at: TestShop) =>
    (await createTestMember(server.db, at === shop ? membersOnlyShop : shop)).cookie,
  "a member": (at: TestShop) => member(at),
  "a visitor with a member's number": async (at: TestShop) =>
    (await createLimitedVisitor(server.db, at, (await createTestMember(server.db, at, both)).identity_id)).cookie,
  "a member from next week on": (at: TestShop) => member(at, { fromDays: 4 }),
  "a member for a month more": (at: TestShop) => member(at, { toDays: 30 }),
} as const;
const both: MembershipOverrides = { benefits: { Adult: 1, Friend: 1 } };
const member = async (at: TestShop, overrides: MembershipOverrides = {}) =>
  (await createTestMember(server.db, at, { ...both, ...overrides })).cookie;

/** Names of groups, or the refusal. */
const seenBy = async (at: TestShop, cookie: string | undefined) => {
  const browser = new TestBrowser(server, at, cookie);
  const event_template_id = at.event.id;
  const named = (groups: readonly { readonly name: string }[] = []) => groups.map(({ name }) => name).join(" ");
  const event = (await browser.call(getEvent, { event_template_id, _embed: "ticket_group,ticket_type" })).body;
  const inSession = async (index: number) =>
    named(
      (
        await browser.call(getSession, {
          event_template_id,
          event_session_id: at.event.sessions[index]?.id ?? "",
          _embed: "ticket_group",
        })
      ).body.ticket_group?._data,
    );
  const listed = (await browser.call(listEvents, { _withmemberevents: "true", _embed: "ticket_group" })).body;
  const calendar = (await browser.call(getCalendar, { event_template_id })).body.calendar._data[0];
  const session = (await browser.call(listSessions, { event_template_id })).body.event_session._data[0];
  const type = at.event.groups.at(-1)?.types[0]?.id ?? "";
  const prices = (
    await browser.call(checkPrices, { event_template_id, ticket_types_required: [{ ticket_type_id: type }] })
  ).body;
  const hold = async (index: number) => {
    const { status, code } = await new TestBrowser(server, at, cookie).call(createCart, {
      add: [
        {
          event_template_id,
          event_session_id: at.event.sessions[index]?.id ?? "",
          ticket_types_required: [{ ticket_type_id: type, quantity: 1 }],
        },
      ],
    });
    return code ?? status;
  };
  return {
    event: named(event.ticket_group?._data),
    more: event.more_for_members ?? false,
    soon: await inSession(0),
    late: await inSession(1),
    listing: named(listed.ticket_group?._data),
    from: [listed.event_template._data[0]?.min_price, calendar?.min_price ?? null, session?.min_price ?? null],
    prices: Object.keys(prices.ticket_group).length,
    hold: [await hold(0), await hold(1)],
  };
};

const seenByVisitor = {
  event: "General",
  more: true,
  soon: "General",
  late: "General",
  listing: "General",
  from: ["20.00", "20.00", "20.00"],
  prices: 0,
  hold: ["member_required:reserve", "member_required:reserve"],
};
const seenByMember = {
  event: "General Members",
  more: false,
  soon: "General Members",
  late: "General Members",
  listing: "General Members",
  from: ["5.00", "5.00", "5.00"],
  prices: 1,
  hold: [200, 200],
};

describe("a group for members", () => {
  test.each([
    ["an anonymous visitor", seenByVisitor],
    ["a user without a membership", seenByVisitor],
    ["a member after the end of the term", seenByVisitor],
    ["a member with a cancelled membership", seenByVisitor],
    ["another seller's member", seenByVisitor],
    ["a member", seenByMember],
    ["a visitor with a member's number", seenByMember],
    ["a member from next week on", seenByMember],
    ["a member for a month more", { ...seenByMember, late: "General", hold: [200, "member_required:reserve"] }],
  ] as const)("a group for members is shown as it should be to %s", async (who, seen) =>
    expect(await seenBy(shop, await visitors[who](shop))).toEqual(seen),
  );
});

describe("an event for members", () => {
  const nothing = {
    event: "",
    more: true,
    soon: "",
    late: "",
    listing: "",
    from: [null, null, null],
    prices: 0,
    hold: ["member_required:reserve", "member_required:reserve"],
  };
  const all = {
    event: "Evening",
    more: false,
    soon: "Evening",
    late: "Evening",
    listing: "Evening",
    from: ["20.00", "20.00", "20.00"],
    prices: 1,
    hold: [200, 200],
  };
  test.each([
    ["an anonymous visitor", nothing],
    ["a user without a membership", nothing],
    ["a member after the end of the term", nothing],
    ["a member", all],
    ["a visitor with a member's number", all],
    // The days can be chosen, so that the page can explain why nothing is on sale.
    ["a member for a month more", { ...all, late: "", hold: [200, "member_required:reserve"] }],
  ] as const)("an event for members is shown as it should be to %s", async (who, seen) =>
    expect(await seenBy(membersOnlyShop, await visitors[who](membersOnlyShop))).toEqual(seen),
  );
});

test("more_for_members is set only when something for members is on sale", async () => {
  const more = async (group: object) => {
    const at = await createTestShop(server.db, {
      event: {
        groups: [
          { name: "General", types: [{ name: "Adult" }] },
          { name: "Members", hidden_type: "public_member_only", types: [{ name: "Adult" }], ...group },
        ],
      },
    });
    const [general] = at.event.groups;
    const hasMore = async (more: object) =>
      (await new TestBrowser(server, at).call(getEvent, { event_template_id: at.event.id, ...more })).body
        .more_for_members ?? false;
    return [await hasMore({}), await hasMore({ "ticket_group.id._in": general?.id })];
  };
  // A link to one group concerns that group only.
  expect(await more({})).toEqual([true, false]);
  expect(await more({ available: false })).toEqual([false, false]);
  expect(await more({ sales_start: "2999-01-01T00:00:00Z" })).toEqual([false, false]);
  expect(await more({ hidden_type: "public_browsable" })).toEqual([false, false]);
});

describe("benefits allow ticket types", () => {
  const typesFor = async (overrides: MembershipOverrides) => {
    const browser = new TestBrowser(server, shop, await member(shop, overrides));
    const { body } = await browser.call(getEvent, {
      event_template_id: shop.event.id,
      _embed: "ticket_group,ticket_type",
    });
    const groups = new Map(body.ticket_group?._data.map(({ id, name }) => [id, name]));
    return body.ticket_type?._data
      .filter(({ ticket_group_id }) => groups.get(ticket_group_id) === "Members")
      .map(({ name }) => name);
  };
  test.each([
    ["by name", { benefits: { Adult: 1 } }, ["Adult"]],
    ["by their member name", { benefits: { Friend: 1 } }, ["Guest"]],
    ["not by a name that their member name replaces", { benefits: { Guest: 1 } }, []],
    ["by '*'", { benefits: { "*": 1 } }, ["Adult", "Guest"]],
    ["not with a benefit of none", { benefits: { Adult: 0 } }, []],
    ["not without benefits", { benefits: {} }, []],
  ])("benefits allow ticket types: %s", async (_, overrides, names) =>
    expect(await typesFor(overrides)).toEqual(names),
  );

  test("benefits allow ticket types of either of two memberships", async () => {
    const { identity_id, cookie } = await createTestMember(server.db, shop, { benefits: { Adult: 1 } });
    await createTestMembership(server.db, shop, identity_id, { benefits: { Friend: 1 } });
    const { body } = await new TestBrowser(server, shop, cookie).call(getEvent, {
      event_template_id: shop.event.id,
      _embed: "ticket_group,ticket_type",
    });
    expect(body.ticket_type?._data.map(({ name }) => name)).toEqual(["Adult", "Adult", "Guest"]);
  });
});

test("a basket for members is available on days within their term", async () => {
  const browser = new TestBrowser(server, shop, await member(shop, { toDays: 30 }));
  const ticket_type_id = shop.event.groups[1]?.types[0]?.id ?? "";
  const { body } = await browser.call(priceSessions, {
    event_template_id: shop.event.id,
    ticket_types_required: [{ ticket_type_id, quantity: 1 }],
  });
  expect(body.event_session._data.map(({ id }) => id)).toEqual([shop.session.id]);
});

test("shared replies contain nothing for members", async () => {
  const headers = { cookie: await member(shop) };
  const path = `/events/${shop.event.id}?_embed=ticket_group`;
  const own = await server.get(shop.slug, `/api${path}`, { headers });
  const kept = await server.get(shop.slug, `/cached_api${path}`, { headers });
  expect(own.body.ticket_group._data).toHaveLength(2);
  expect(kept.body.ticket_group._data).toHaveLength(1);
});
