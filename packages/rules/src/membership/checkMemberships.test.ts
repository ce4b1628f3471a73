import { describe, expect, test } from "vitest";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { checkMemberships, membershipTicket, emptyMembershipContext } from "./checkMemberships.ts";
import type { MembershipContext, OwnMembership } from "../hold/catalogSnapshot.ts";
import { defaultPartyRule, type PartyType } from "./party/partyRule.ts";
import type { HeldTicket, NewTicket, CatalogSnapshot } from "../hold/catalogSnapshot.ts";

const party: readonly PartyType[] = [
  { id: "adult", name: "First adult", rule: defaultPartyRule },
  { id: "child", name: "Child", rule: { ...defaultPartyRule, party_role: "child", min: 0, max: 2 } },
];
const groups = new Map([
  ["family", { party, gift_code_group_id: "gifts" }],
  ["patron", { party: [{ id: "patron", name: "Patron", rule: defaultPartyRule }], gift_code_group_id: null }],
  ["visit", { party: null, gift_code_group_id: null }],
]);
const types = new Map(
  [
    ["adult", "family"],
    ["child", "family"],
    ["patron", "patron"],
    ["visitor", "visit"],
  ].map(([id, ticket_group_id]) => [id, { ticket_group_id }]),
);
const catalog = { now: Temporal.Instant.from("2026-11-21T12:00:00Z"), groups, types } as unknown as CatalogSnapshot;
const own: OwnMembership = {
  id: "own",
  identity_id: "me",
  is_last: true,
  valid_to: "2026-12-01T12:00:00Z",
  timezone: "America/New_York",
};
const context = (more: Partial<MembershipContext> = {}): MembershipContext => ({
  ...emptyMembershipContext,
  memberships: new Map([["own", own]]),
  giftees: new Set(["grace"]),
  member_id: "me",
  ...more,
});

const ticket = (type: string, action?: string): NewTicket =>
  ({
    ticket_type_id: type,
    ticket_group_id: types.get(type)?.ticket_group_id,
    handler: type === "visitor" ? "tickets" : "membership",
    handler_data: action === undefined ? null : { action, ...(action === "gift" && { gift: true }) },
  }) as unknown as NewTicket;
type Line = { readonly types: readonly string[]; readonly membership?: TicketRequest["membership"] };
const rejectionCode = (
  lines: readonly Line[],
  held: readonly HeldTicket[] = [],
  memberships: MembershipContext = context(),
) => {
  const add = lines.map(({ types: typeIds, membership }) => ({
    event_template_id: "event",
    ...(membership && { membership }),
    ticket_types_required: [...new Set(typeIds)].map((ticket_type_id) => ({
      ticket_type_id,
      quantity: typeIds.filter((one) => one === ticket_type_id).length,
    })),
  }));
  const tickets = lines.flatMap(({ types: typeIds, membership }) =>
    typeIds.map((type) => ticket(type, membership?.action)),
  );
  return checkMemberships(add, tickets, { held, memberships }, catalog)?.rejection.code;
};
const gift = (giftee_identity_id?: string) =>
  ({ action: "gift", ...(giftee_identity_id !== undefined && { giftee_identity_id }) }) as const;
const renew = (renews_id?: string) => ({ action: "renew", ...(renews_id !== undefined && { renews_id }) }) as const;

describe("memberships in a cart", () => {
  test.each([
    ["one's own", [{ types: ["adult", "child"] }], [], undefined],
    ["beside tickets", [{ types: ["adult"] }, { types: ["visitor"] }], [ticket("visitor")], undefined],
    ["no membership at all", [{ types: ["visitor"] }], [ticket("adult", "buy")], undefined],
    ["a child alone", [{ types: ["child"] }], [], "validation_failed"],
    ["too many children", [{ types: ["adult", "child", "child", "child"] }], [], "max_tickets_per_order_exceeded"],
    ["two levels", [{ types: ["adult"] }, { types: ["patron"] }], [], "membership_in_cart"],
    ["one level twice", [{ types: ["adult"] }, { types: ["adult"] }], [], "membership_in_cart"],
    ["a second one", [{ types: ["adult"] }], [ticket("patron", "buy")], "membership_in_cart"],
    ["a visitor's ticket", [{ types: ["visitor"], membership: { action: "buy" } }], [], "validation_failed"],
  ] as const)("memberships in a cart are accepted or refused: %s", (_, lines, held, code) =>
    expect(rejectionCode(lines, held)).toBe(code),
  );
});

describe("a gift", () => {
  test.each([
    ["alone", [{ types: ["adult"], membership: gift() }], [], undefined],
    ["for somebody who was named", [{ types: ["adult"], membership: gift("grace") }], [], undefined],
    [
      "for a recipient whom this visitor did not create",
      [{ types: ["adult"], membership: gift("mallory") }],
      [],
      "not_found",
    ],
    ["of a level that is not given", [{ types: ["patron"], membership: gift() }], [], "validation_failed"],
    [
      "with a child: that is more than its code",
      [{ types: ["adult", "child"], membership: gift() }],
      [],
      "max_tickets_per_order_exceeded",
    ],
    [
      "beside a ticket",
      [{ types: ["adult"], membership: gift() }, { types: ["visitor"] }],
      [],
      "gift_needs_empty_cart",
    ],
    [
      "in a cart with something in it",
      [{ types: ["adult"], membership: gift() }],
      [ticket("visitor")],
      "gift_needs_empty_cart",
    ],
    ["and then something else", [{ types: ["visitor"] }], [ticket("adult", "gift")], "gift_needs_empty_cart"],
  ] as const)("a gift is accepted or refused: %s", (_, lines, held, code) =>
    expect(rejectionCode(lines, held)).toBe(code),
  );
});

describe("a renewal", () => {
  const line = [{ types: ["adult"], membership: renew("own") }];
  const changed = (change: Partial<OwnMembership>) =>
    context({ memberships: new Map([["own", { ...own, ...change }]]) });
  test.each([
    ["of one's own", context(), undefined],
    ["of another level", context(), undefined, [{ types: ["patron"], membership: renew("own") }]],
    ["without naming a membership", context(), "membership_not_renewable", [{ types: ["adult"], membership: renew() }]],
    ["of an unknown membership", context({ memberships: new Map() }), "membership_not_renewable"],
    ["of somebody else's", changed({ identity_id: "you" }), "membership_not_renewable"],
    ["without any account", { ...changed({ identity_id: null }), member_id: null }, "membership_not_renewable"],
    ["without a full login", context({ member_id: null }), "membership_not_renewable"],
    ["of one that was renewed or taken back", changed({ is_last: false }), "membership_not_renewable"],
    ["too early", changed({ valid_to: "2027-01-15T12:00:00Z" }), "membership_not_renewable"],
    [
      "as early as the seller allows",
      { ...changed({ valid_to: "2027-01-15T12:00:00Z" }), allowed_period: 60 },
      undefined,
    ],
    ["of one that is over", changed({ valid_to: "2020-01-15T12:00:00Z" }), undefined],
    ["of one without end", changed({ valid_to: null }), "membership_not_renewable"],
  ] as const)("a renewal is accepted or refused: %s", (_, memberships, code, lines: readonly Line[] = line) =>
    expect(rejectionCode(lines, [], memberships)).toBe(code),
  );
});

test.each([
  [{}, { action: "buy" }],
  [{ membership: renew("own") }, { action: "renew", renews_id: "own" }],
  [{ membership: { action: "buy", renews_id: "own" } }, { action: "buy" }],
  [{ membership: gift("grace") }, { action: "gift", gift: true }],
] as const)("%j stores %j with its ticket", (line, data) =>
  expect(membershipTicket(line, "adult", { party })?.handler_data).toEqual(data),
);
test("stores nothing with other tickets", () =>
  expect(membershipTicket({}, "visitor", { party: null })).toBeUndefined());
