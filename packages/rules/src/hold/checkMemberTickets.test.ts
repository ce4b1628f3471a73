import { describe, expect, test } from "vitest";
import { decideHold } from "./decideHold.ts";
import type { MemberTerm } from "../membership/memberTerms.ts";
import type { Buyer, CatalogSnapshot, TicketGroupSnapshot, TicketTypeSnapshot } from "./catalogSnapshot.ts";

const noLimit = { capacity: -1, oversell_capacity: 0, used_capacity: 0 };
const group: TicketGroupSnapshot = {
  ...noLimit,
  event_template_id: "whales",
  name: "Members",
  handler: "tickets",
  meta: {},
  additional_info_spec: null,
  hidden_type: "public_member_only",
  available: true,
  retired: false,
  sales_start: null,
  sales_end: null,
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: -1,
  exclude_from_event_capacity: false,
  event: {
    hidden_type: "public_browsable",
    event_type: "repeating",
    timezone: "America/New_York",
    retired: false,
    name: "Whales",
    meta: {},
    config: {},
  },
};
const typeOf = (name: string, ticket_group_id: string): [string, TicketTypeSnapshot] => [
  `${ticket_group_id} ${name}`,
  {
    id: `${ticket_group_id} ${name}`,
    name,
    member_event_ticket_type: name === "Friend" ? "Adult" : null,
    ticket_group_id,
    currency_amount: 0,
    currency_amount_min: null,
    currency_amount_max: null,
    fee_fixed_outside: 0,
    fee_percent_outside: 0,
    available: true,
    retired: false,
  },
];
const groups: Readonly<Record<string, TicketGroupSnapshot>> = {
  members: group,
  public: { ...group, name: "General", hidden_type: "public_browsable" },
  levels: { ...group, name: "Upgrade", handler: "donation" },
  passes: { ...group, name: "Passes", handler: "passes" },
};
/** Ten in the evening in New York on the last day of the term below, when it is the next day elsewhere. */
const shelf: CatalogSnapshot = {
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([
    [
      "evening",
      {
        ...noLimit,
        event_template_id: "whales",
        start_datetime: "2026-12-02T03:00:00Z",
        end_datetime: "2026-12-02T04:00:00Z",
        cancelled: false,
        retired: false,
        own: null,
      },
    ],
  ]),
  groups: new Map(Object.entries(groups)),
  types: new Map(Object.keys(groups).flatMap((id) => ["Adult", "Child", "Friend"].map((name) => typeOf(name, id)))),
  rules: [],
  discounts: [],
  codes: new Map(),
  cityPass: { web: {}, formats: undefined, usedVouchers: new Set() },
};
const term: MemberTerm = {
  id: "mine",
  level_name: "Individual",
  benefits: { Adult: 1 },
  purchase_limit: -1,
  first_day: "2026-03-01",
  last_day: "2026-12-01",
  renews_itself: false,
  renews_id: null,
  program_rank: 1,
  role_rank: 1,
};
const buyer = (terms: readonly MemberTerm[], role: Buyer["role"] = "member"): Buyer => ({
  role,
  member: { terms, uses: [], beyond: "otherwise" },
  currency: "USD",
  held: [],
  codes: [],
  codeEligibility: { canUse: () => true, activeDiscounts: new Set() },
  answers: {},
  anchor: { admission_event_id: undefined, visit_time: undefined },
});

const judge = (wanted: Readonly<Record<string, number>>, by: Buyer) =>
  decideHold(
    [
      {
        event_template_id: "whales",
        event_session_id: "evening",
        ticket_types_required: Object.entries(wanted).map(([ticket_type_id, quantity]) => ({
          ticket_type_id,
          quantity,
        })),
      },
    ],
    by,
    shelf,
  );
const said = (verdict: ReturnType<typeof judge>): string | (string | undefined)[] =>
  "rejection" in verdict ? verdict.rejection.code : verdict.tickets.map(({ member_use }) => member_use?.allowance);

describe("tickets for members", () => {
  test.each([
    ["a member, by the name of the type", { "members Adult": 1 }, buyer([term]), ["Adult"]],
    ["a member, by the name that the type goes by", { "members Friend": 1 }, buyer([term]), ["Adult"]],
    ["whoever showed a member's number alone", { "members Adult": 1 }, buyer([term], "anonymous"), ["Adult"]],
    ["not a visitor", { "members Adult": 1 }, buyer([], "anonymous"), "member_required"],
    ["not somebody logged in who is no member", { "members Adult": 1 }, buyer([]), "member_required"],
    [
      "not whose term is over that day",
      { "members Adult": 1 },
      buyer([{ ...term, last_day: "2026-11-30" }]),
      "member_required",
    ],
    ["not a type that no membership names", { "members Child": 1 }, buyer([term]), "ticket_type_not_available"],
    ["not more than the membership allows", { "members Adult": 2 }, buyer([term]), "member_limit_exceeded"],
    [
      "not more by two names for one allowance",
      { "members Adult": 1, "members Friend": 1 },
      buyer([term]),
      "member_limit_exceeded",
    ],
    [
      "what is for everybody counts for nothing",
      { "public Adult": 3 },
      buyer([term]),
      [undefined, undefined, undefined],
    ],
    [
      "beside it, what is for members does",
      { "public Adult": 1, "members Adult": 1 },
      buyer([term]),
      [undefined, "Adult"],
    ],
    [
      "gifts of money count for nothing either",
      { "levels Child": 3 },
      buyer([term]),
      [undefined, undefined, undefined],
    ],
    ["but are for members", { "levels Child": 1 }, buyer([]), "member_required"],
    ["what is for no session, today", { "passes Adult": 1 }, buyer([term]), ["Adult"]],
    [
      "not before the term begins",
      { "passes Adult": 1 },
      buyer([{ ...term, first_day: "2026-12-01" }]),
      "member_required",
    ],
  ] as const)("%s", (_, wanted, by, answer) => expect(said(judge(wanted, by))).toEqual(answer));

  test("uses the venue's day of the visit", () => {
    const verdict = judge({ "members Adult": 1 }, buyer([term]));
    expect("tickets" in verdict && verdict.tickets[0]?.member_use?.local_day).toBe("2026-12-01");
  });

  test.each([
    ["nobody is logged in", buyer([], "anonymous"), undefined],
    ["somebody is, and is no member", buyer([]), "Join or renew"],
    ["a member whose term is over that day", buyer([{ ...term, last_day: "2026-11-30" }]), "not valid on the date"],
  ])("the description where %s", (_, by, words) => {
    const verdict = judge({ "members Adult": 1 }, by);
    const description = "rejection" in verdict ? verdict.rejection.description : "";
    if (words === undefined) expect(description).toBeUndefined();
    else expect(description).toContain(words);
  });

  test("reveals nothing else to non-members", () => {
    const soon = new Map([...shelf.groups, ["members", { ...group, sales_start: "2027-01-01T00:00:00Z" }]]);
    const lines = [
      { event_template_id: "whales", ticket_types_required: [{ ticket_type_id: "members Adult", quantity: 1 }] },
    ];
    const verdict = decideHold(lines, buyer([]), { ...shelf, groups: soon });
    expect(said(verdict)).toBe("member_required");
  });
});
