import { describe, expect, test } from "vitest";
import { groupSnapshot, sessionSnapshot, typeSnapshot } from "../../test/testSnapshots.ts";
import { decideHold } from "./decideHold.ts";
import type { MemberTerm } from "../membership/memberTerms.ts";
import type { Buyer, CatalogSnapshot, TicketGroupSnapshot, TicketTypeSnapshot } from "./catalogSnapshot.ts";

const group = groupSnapshot({
  name: "Members",
  hidden_type: "public_member_only",
  event: { timezone: "America/New_York" },
});
const typeOf = (name: string, ticket_group_id: string): [string, TicketTypeSnapshot] => {
  const id = `${ticket_group_id} ${name}`;
  const member_event_ticket_type = name === "Friend" ? "Adult" : null;
  return [id, typeSnapshot({ id, name, ticket_group_id, currency_amount: 0, member_event_ticket_type })];
};
const groups: Readonly<Record<string, TicketGroupSnapshot>> = {
  members: group,
  public: { ...group, name: "General", hidden_type: "public_browsable" },
  levels: { ...group, name: "Upgrade", handler: "donation" },
  passes: { ...group, name: "Passes", handler: "passes" },
};
/** Ten in the evening in New York on the last day of the term below; elsewhere it is already the next day. */
const catalog: CatalogSnapshot = {
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([
    ["evening", sessionSnapshot({ start_datetime: "2026-12-02T03:00:00Z", end_datetime: "2026-12-02T04:00:00Z" })],
  ]),
  groups: new Map(Object.entries(groups)),
  types: new Map(Object.keys(groups).flatMap((id) => ["Adult", "Child", "Friend"].map((name) => typeOf(name, id)))),
  rules: [],
  discounts: [],
  step: 1,
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

const decide = (quantities: Readonly<Record<string, number>>, visitor: Buyer) =>
  decideHold(
    [
      {
        event_template_id: "whales",
        event_session_id: "evening",
        ticket_types_required: Object.entries(quantities).map(([ticket_type_id, quantity]) => ({
          ticket_type_id,
          quantity,
        })),
      },
    ],
    visitor,
    catalog,
  );
const outcome = (decision: ReturnType<typeof decide>): string | (string | undefined)[] =>
  "rejection" in decision
    ? decision.rejection.code
    : decision.tickets.map(({ allowance_use }) => allowance_use?.allowance);

describe("tickets for members", () => {
  test.each([
    ["a member uses the allowance named like the type", { "members Adult": 1 }, buyer([term]), ["Adult"]],
    ["a member uses the allowance of the type's own benefit name", { "members Friend": 1 }, buyer([term]), ["Adult"]],
    [
      "a guest with a member's number uses the member's allowance",
      { "members Adult": 1 },
      buyer([term], "anonymous"),
      ["Adult"],
    ],
    ["a visitor without membership is refused", { "members Adult": 1 }, buyer([], "anonymous"), "member_required"],
    ["a logged-in visitor without membership is refused", { "members Adult": 1 }, buyer([]), "member_required"],
    [
      "a member whose term ends before the visit is refused",
      { "members Adult": 1 },
      buyer([{ ...term, last_day: "2026-11-30" }]),
      "member_required",
    ],
    ["a type without allowance is refused", { "members Child": 1 }, buyer([term]), "ticket_type_not_available"],
    ["more tickets than the allowance are refused", { "members Adult": 2 }, buyer([term]), "member_limit_exceeded"],
    [
      "two types that share an allowance are counted together",
      { "members Adult": 1, "members Friend": 1 },
      buyer([term]),
      "member_limit_exceeded",
    ],
    ["tickets for everybody use no allowance", { "public Adult": 3 }, buyer([term]), [undefined, undefined, undefined]],
    [
      "tickets for members use an allowance beside tickets for everybody",
      { "public Adult": 1, "members Adult": 1 },
      buyer([term]),
      [undefined, "Adult"],
    ],
    ["donations for members use no allowance", { "levels Child": 3 }, buyer([term]), [undefined, undefined, undefined]],
    ["donations for members are refused to others", { "levels Child": 1 }, buyer([]), "member_required"],
    ["a pass uses today's allowance", { "passes Adult": 1 }, buyer([term]), ["Adult"]],
    [
      "a pass is refused before the term begins",
      { "passes Adult": 1 },
      buyer([{ ...term, first_day: "2026-12-01" }]),
      "member_required",
    ],
  ] as const)("%s", (_, quantities, visitor, expected) =>
    expect(outcome(decide(quantities, visitor))).toEqual(expected),
  );

  test("uses an allowance on the venue's day of the visit", () => {
    const decision = decide({ "members Adult": 1 }, buyer([term]));
    expect("tickets" in decision && decision.tickets[0]?.allowance_use?.local_day).toBe("2026-12-01");
  });

  test.each([
    ["nobody is logged in is the catalogue's", buyer([], "anonymous"), undefined],
    ["the visitor has no membership offers to join", buyer([]), "Join or renew"],
    [
      "the member's term is over that day names the date",
      buyer([{ ...term, last_day: "2026-11-30" }]),
      "not valid on the date",
    ],
  ])("the refusal's description where %s", (_, visitor, text) => {
    const decision = decide({ "members Adult": 1 }, visitor);
    const description = "rejection" in decision ? decision.rejection.description : "";
    if (text === undefined) expect(description).toBeUndefined();
    else expect(description).toContain(text);
  });

  test("reveals nothing about unopened sales to non-members", () => {
    const unopenedGroups = new Map([...catalog.groups, ["members", { ...group, sales_start: "2027-01-01T00:00:00Z" }]]);
    const lines = [
      { event_template_id: "whales", ticket_types_required: [{ ticket_type_id: "members Adult", quantity: 1 }] },
    ];
    const decision = decideHold(lines, buyer([]), { ...catalog, groups: unopenedGroups });
    expect(outcome(decision)).toBe("member_required");
  });
});
