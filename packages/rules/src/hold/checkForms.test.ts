import { describe, expect, test } from "vitest";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { GroupMeta, EventMeta } from "@foyer/contract/shop/catalog.ts";
import type { SurveySpec } from "@foyer/contract/shop/survey.ts";
import { decideHold, noExtras, type HoldExtras } from "./decideHold.ts";
import { checkAnswers } from "./checkForms.ts";
import type { Buyer, NewTicket, CatalogSnapshot } from "./catalogSnapshot.ts";

type Asks = {
  handler?: Handler;
  meta?: GroupMeta;
  eventMeta?: EventMeta;
  citypass?: boolean;
  spec?: SurveySpec;
  taken?: string[];
};
const room = { capacity: -1, oversell_capacity: 0, used_capacity: 0 };
const shelf = ({
  handler = "tickets",
  meta = {},
  eventMeta = {},
  citypass = false,
  spec,
  taken = [],
}: Asks): CatalogSnapshot => ({
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([
    [
      "ten",
      {
        ...room,
        event_template_id: "visit",
        start_datetime: "2026-12-01T10:00:00Z",
        end_datetime: "2026-12-01T11:00:00Z",
        cancelled: false,
        retired: false,
        own: null,
      },
    ],
  ]),
  groups: new Map([
    [
      "general",
      {
        ...room,
        event_template_id: "visit",
        name: "General",
        handler,
        meta,
        additional_info_spec: spec ?? null,
        hidden_type: "public_browsable",
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
          name: "Visit",
          hidden_type: "public_browsable",
          event_type: "repeating",
          timezone: "Europe/London",
          retired: false,
          meta: eventMeta,
          config: { citypass },
        },
      },
    ],
  ]),
  types: new Map(
    ["Adult", "Child"].map((name) => [
      name,
      {
        member_event_ticket_type: null,
        id: name,
        name,
        ticket_group_id: "general",
        currency_amount: 2000,
        currency_amount_min: null,
        currency_amount_max: null,
        fee_fixed_outside: 0,
        fee_percent_outside: 0,
        available: true,
        retired: false,
      },
    ]),
  ),
  rules: [],
  discounts: [],
  codes: new Map(),
  cityPass: { web: {}, formats: { adult_regexp: "A[0-9]", child_regexp: "C[0-9]" }, usedVouchers: new Set(taken) },
});
const buyer: Buyer = {
  role: "anonymous",
  member: { terms: [], uses: [], beyond: "otherwise" },
  currency: "GBP",
  held: [],
  codes: [],
  codeEligibility: { canUse: () => true, activeDiscounts: new Set() },
  answers: {},
  anchor: { admission_event_id: undefined, visit_time: undefined },
};
const wish = (types: readonly (readonly [string, number, object?])[]) => [
  {
    event_template_id: "visit",
    event_session_id: "ten",
    ticket_types_required: types.map(([ticket_type_id, quantity, more]) => ({ ticket_type_id, quantity, ...more })),
  },
];
const judge = (
  asks: Asks,
  types: Parameters<typeof wish>[0],
  besides: Partial<HoldExtras> = {},
  who: Partial<Buyer> = {},
) => decideHold(wish(types), { ...buyer, ...who }, shelf(asks), { ...noExtras, ...besides });

describe("vouchers", () => {
  const given = (...pairs: readonly (readonly [string, string])[]): Partial<HoldExtras> => ({
    vouchers: { ticket_type_ids: pairs.map(([type]) => type), codes: pairs.map(([, code]) => code) },
  });
  test("each ticket gets its own, in its order, as codes are compared and as it was written", () => {
    const verdict = judge(
      { citypass: true },
      [
        ["Adult", 2],
        ["Child", 1],
      ],
      given(["Child", " C1 "], ["Adult", "A2"], ["Adult", "A1"]),
    );
    expect("tickets" in verdict && verdict.tickets.map(({ voucher, handler_data }) => [voucher, handler_data])).toEqual(
      [
        ["a2", { citypass: "A2" }],
        ["a1", { citypass: "A1" }],
        ["c1", { citypass: "C1" }],
      ],
    );
  });
  test.each([
    ["none where one is due", {}, { code: "invalid_citypass", extra: { place: 0, ticket_type_id: "Adult" } }],
    ["a child's for an adult", given(["Adult", "C1"]), { code: "invalid_citypass", extra: { place: 0 } }],
    ["one that let somebody in", given(["Adult", "a9"]), { code: "invalid_citypass", extra: { place: 0 } }],
    [
      "one that let somebody in, written rightly",
      given(["Adult", "A9"]),
      { code: "code_exhausted", extra: { place: 0, code: "A9" } },
    ],
  ])("%s", (_, extras, rejection) => {
    expect(judge({ citypass: true, taken: ["a9"] }, [["Adult", 1]], extras)).toMatchObject({ rejection });
  });
  test("an event that takes none wants none", () =>
    expect(judge({}, [["Adult", 1]])).toMatchObject({ tickets: [{ voucher: null, handler_data: null }] }));
});

describe("answers", () => {
  const spec: SurveySpec = { properties: { heard: { title: "Heard", type: "string" } }, required: ["heard"] };
  test.each([
    ["now", { answers: { general: { heard: " radio " } } }, {}, { answers: { general: { heard: "radio" } } }],
    ["before", {}, { answers: { general: { heard: "radio" } } }, { answers: {} }],
    [
      "not at all",
      {},
      {},
      {
        rejection: {
          code: "additional_info_validation_failed",
          extra: { ticket_group_id: "general", problems: { heard: "required" } },
        },
      },
    ],
    [
      "of another group",
      { answers: { general: { heard: "radio" }, other: {} } },
      {},
      { rejection: { extra: { ticket_group_id: "other", problems: {} } } },
    ],
    [
      "of what every object has",
      { answers: { general: { heard: "radio" }, constructor: {} } },
      {},
      { rejection: { extra: { ticket_group_id: "constructor" } } },
    ],
  ])("given %s", (_, besides, who, verdict) =>
    expect(judge({ spec }, [["Adult", 1]], besides, who)).toMatchObject(verdict),
  );
});

describe("answers about memberships", () => {
  const asked = (context: string): SurveySpec => ({
    properties: { why: { title: "Why", type: "string", context } },
    required: ["why"],
  });
  const lacks = (context: string, handler_data: object | null, who: Partial<Buyer> = {}, held = false) => {
    const { groups } = shelf({ handler: "membership", spec: asked(context) });
    const ticket = { ticket_group_id: "general", handler: "membership", handler_data } as unknown as NewTicket;
    const given = held ? { general: {} } : {};
    const verdict = checkAnswers(
      held ? [] : [ticket],
      { ...buyer, ...who, held: held ? [ticket] : [] },
      { groups },
      { answers: given },
    );
    return "rejection" in verdict;
  };
  const [buy, renew, gift] = [{ action: "buy" }, { action: "renew", renews_id: "m" }, { action: "gift", gift: true }];
  const member: Partial<Buyer> = { role: "member" };
  test.each<[string, boolean, Parameters<typeof lacks>]>([
    ["who joins is asked what joiners are", true, ["membership buy", buy]],
    ["and as a guest", true, ["buy guest", buy]],
    ["but not as a member", false, ["buy member", buy]],
    ["nor what is asked of those who stay", false, ["renew", buy]],
    ["who stays is asked that", true, ["reserve renew member", renew, member]],
    ["who gives is asked what givers are", true, ["gift", gift]],
    ["and not what joiners are", false, ["buy", gift]],
    ["a ticket that does not say joins", true, ["buy", null]],
    ["every membership is asked what all are", true, ["membership", gift]],
    ["what the cart holds already is judged by what it was bought for", true, ["renew", renew, member, true]],
    ["and by nothing else", false, ["buy", renew, member, true]],
  ])("%s", (_, isLacking, sent) => expect(lacks(...sent)).toBe(isLacking));

  test("other tickets are no membership", () => {
    expect(judge({ spec: asked("membership") }, [["Adult", 1]])).toMatchObject({ tickets: [{}] });
    expect(judge({ spec: asked("buy") }, [["Adult", 1]])).toMatchObject({ tickets: [{}] });
  });
});

describe("attendees", () => {
  const sent = { admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] };
  test.each<[string, Asks, object]>([
    ["are dropped where nobody asks", {}, { tickets: [{ admit_name: null, admit_email: null }] }],
    [
      "are kept where they may be given",
      { meta: { admit_names: "optional" } },
      { tickets: [{ admit_name: "Ada Byron", admit_email: null }] },
    ],
    [
      "are kept where the event asks",
      { eventMeta: { admit_emails: "required" } },
      { tickets: [{ admit_name: null, admit_email: "ada@example.com" }] },
    ],
    [
      "of a gift card are whom it is for",
      { handler: "ledger" },
      { tickets: [{ admit_name: "Ada Byron", admit_email: "ada@example.com", event_session_id: null }] },
    ],
  ])("%s", (_, asks, verdict) => expect(judge(asks, [["Adult", 1, sent]])).toMatchObject(verdict));

  test("that are required and missing name their field and place", () =>
    expect(judge({ meta: { admit_names: "required" } }, [["Adult", 2, sent]])).toMatchObject({
      rejection: { code: "validation_failed", extra: { fields: ["admit_names"], place: 1, ticket_type_id: "Adult" } },
    }));
});

test.each([
  ["up to it", 4, 0, 4],
  ["one more", 5, 0, "max_tickets_per_order_exceeded"],
  ["with what is held", 2, 3, "max_tickets_per_order_exceeded"],
])("the event's own limit: %s", (_, asked, has, answer) => {
  const held = Array.from({ length: has }, () => ({
    ticket_type_id: "Other",
    ticket_group_id: "other",
    event_template_id: "visit",
    event_session_id: null,
    start_datetime: null,
    end_datetime: null,
    timezone: "Europe/London",
    needs_anchor: false,
    matches_anchor: false,
    takes_a_place: true,
    handler: "tickets" as const,
    face_value: 2000,
    fee_fixed_outside: 0,
    fee_percent_outside: 0,
  }));
  const verdict = judge({ eventMeta: { max_tickets_per_order: 4 } }, [["Adult", asked]], {}, { held });
  expect("rejection" in verdict ? verdict.rejection.code : verdict.tickets.length).toBe(answer);
});
