import { describe, expect, test } from "vitest";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { GroupMeta } from "@foyer/contract/shop/catalog.ts";
import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { groupSnapshot, sessionSnapshot, typeSnapshot } from "../../test/testSnapshots.ts";
import { decideHold, noExtras, type HoldExtras } from "./decideHold.ts";
import { checkAnswers } from "./checkForms.ts";
import type { Buyer, NewTicket, CatalogSnapshot } from "./catalogSnapshot.ts";

type Settings = {
  handler?: Handler;
  meta?: GroupMeta;
  eventMeta?: EventMeta;
  citypass?: boolean;
  spec?: SurveySpec;
  usedVouchers?: string[];
};
const catalogWith = ({
  handler = "tickets",
  meta = {},
  eventMeta = {},
  citypass = false,
  spec,
  usedVouchers = [],
}: Settings): CatalogSnapshot => ({
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([["ten", sessionSnapshot({ event_template_id: "visit" })]]),
  groups: new Map([
    [
      "general",
      groupSnapshot({
        event_template_id: "visit",
        handler,
        meta,
        additional_info_spec: spec ?? null,
        event: { name: "Visit", meta: eventMeta, config: { citypass } },
      }),
    ],
  ]),
  types: new Map(["Adult", "Child"].map((name) => [name, typeSnapshot({ id: name, name })])),
  rules: [],
  discounts: [],
  step: 1,
  codes: new Map(),
  cityPass: {
    web: {},
    formats: { adult_regexp: "A[0-9]", child_regexp: "C[0-9]" },
    usedVouchers: new Set(usedVouchers),
  },
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
const request = (types: readonly (readonly [string, number, object?])[]) => [
  {
    event_template_id: "visit",
    event_session_id: "ten",
    ticket_types_required: types.map(([ticket_type_id, quantity, more]) => ({ ticket_type_id, quantity, ...more })),
  },
];
const decide = (
  settings: Settings,
  types: Parameters<typeof request>[0],
  extras: Partial<HoldExtras> = {},
  buyerFields: Partial<Buyer> = {},
) => decideHold(request(types), { ...buyer, ...buyerFields }, catalogWith(settings), { ...noExtras, ...extras });

describe("vouchers", () => {
  const given = (...pairs: readonly (readonly [string, string])[]): Partial<HoldExtras> => ({
    vouchers: { ticket_type_ids: pairs.map(([type]) => type), codes: pairs.map(([, code]) => code) },
  });
  test("assigns vouchers to tickets in order, normalised and as typed", () => {
    const decision = decide(
      { citypass: true },
      [
        ["Adult", 2],
        ["Child", 1],
      ],
      given(["Child", " C1 "], ["Adult", "A2"], ["Adult", "A1"]),
    );
    expect(
      "tickets" in decision && decision.tickets.map(({ voucher, handler_data }) => [voucher, handler_data]),
    ).toEqual([
      ["a2", { citypass: "A2" }],
      ["a1", { citypass: "A1" }],
      ["c1", { citypass: "C1" }],
    ]);
  });
  test.each([
    [
      "refuses a ticket without its voucher",
      {},
      { code: "invalid_citypass", extra: { index: 0, ticket_type_id: "Adult" } },
    ],
    [
      "refuses a child's voucher for an adult",
      given(["Adult", "C1"]),
      { code: "invalid_citypass", extra: { index: 0 } },
    ],
    ["refuses a voucher in a wrong format", given(["Adult", "A99"]), { code: "invalid_citypass", extra: { index: 0 } }],
    [
      "refuses a used voucher in any case of letters",
      given(["Adult", "a9"]),
      { code: "code_exhausted", extra: { index: 0, code: "a9" } },
    ],
    ["refuses a used voucher", given(["Adult", "A9"]), { code: "code_exhausted", extra: { index: 0, code: "A9" } }],
  ])("a hold with vouchers %s", (_, extras, rejection) => {
    expect(decide({ citypass: true, usedVouchers: ["a9"] }, [["Adult", 1]], extras)).toMatchObject({ rejection });
  });
  test("requires no voucher without city pass", () =>
    expect(decide({}, [["Adult", 1]])).toMatchObject({ tickets: [{ voucher: null, handler_data: null }] }));
});

describe("answers", () => {
  const spec: SurveySpec = { properties: { heard: { title: "Heard", type: "string" } }, required: ["heard"] };
  test.each([
    [
      "stores answers given with the request",
      { answers: { general: { heard: " radio " } } },
      {},
      { answers: { general: { heard: "radio" } } },
    ],
    ["accepts answers given earlier", {}, { answers: { general: { heard: "radio" } } }, { answers: {} }],
    [
      "refuses tickets without required answers",
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
      "refuses answers for a group without tickets",
      { answers: { general: { heard: "radio" }, other: {} } },
      {},
      { rejection: { extra: { ticket_group_id: "other", problems: {} } } },
    ],
    [
      "refuses answers under the name of an object's own property",
      { answers: { general: { heard: "radio" }, constructor: {} } },
      {},
      { rejection: { extra: { ticket_group_id: "constructor" } } },
    ],
  ])("a hold with answers %s", (_, extras, buyerFields, decision) =>
    expect(decide({ spec }, [["Adult", 1]], extras, buyerFields)).toMatchObject(decision),
  );
});

describe("required answers about memberships", () => {
  const requiredIn = (context: string): SurveySpec => ({
    properties: { why: { title: "Why", type: "string", context } },
    required: ["why"],
  });
  const isAnswerMissing = (
    context: string,
    handler_data: object | null,
    buyerFields: Partial<Buyer> = {},
    held = false,
  ) => {
    const { groups } = catalogWith({ handler: "membership", spec: requiredIn(context) });
    const ticket = { ticket_group_id: "general", handler: "membership", handler_data } as unknown as NewTicket;
    const given = held ? { general: {} } : {};
    const decision = checkAnswers(
      held ? [] : [ticket],
      { ...buyer, ...buyerFields, held: held ? [ticket] : [] },
      { groups },
      { answers: given },
    );
    return "rejection" in decision;
  };
  const [buy, renew, gift] = [{ action: "buy" }, { action: "renew", renews_id: "m" }, { action: "gift", gift: true }];
  const member: Partial<Buyer> = { role: "member" };
  test.each<[string, boolean, Parameters<typeof isAnswerMissing>]>([
    ["a question for buyers is required when buying", true, ["membership buy", buy]],
    ["a question for guests who buy is required of a guest", true, ["buy guest", buy]],
    ["a question for members is not required of a guest", false, ["buy member", buy]],
    ["a question for renewals is not required when buying", false, ["renew", buy]],
    ["a question for renewals is required when renewing", true, ["reserve renew member", renew, member]],
    ["a question for gifts is required for a gift", true, ["gift", gift]],
    ["a question for buyers is not required for a gift", false, ["buy", gift]],
    ["a ticket without an action counts as bought", true, ["buy", null]],
    ["a question for all memberships is required for a gift", true, ["membership", gift]],
    ["a held membership is checked by its own action", true, ["renew", renew, member, true]],
    ["a held membership is not checked by other actions", false, ["buy", renew, member, true]],
  ])("%s", (_, isMissing, sent) => expect(isAnswerMissing(...sent)).toBe(isMissing));

  test("questions for memberships are not required of other tickets", () => {
    expect(decide({ spec: requiredIn("membership") }, [["Adult", 1]])).toMatchObject({ tickets: [{}] });
    expect(decide({ spec: requiredIn("buy") }, [["Adult", 1]])).toMatchObject({ tickets: [{}] });
  });
});

describe("attendees of a request", () => {
  const sent = { admit_names: ["Ada Byron"], admit_emails: ["ada@example.com"] };
  test.each<[string, Settings, object]>([
    ["are dropped if the group and event ask for none", {}, { tickets: [{ admit_name: null, admit_email: null }] }],
    [
      "are kept if the group allows them",
      { meta: { admit_names: "optional" } },
      { tickets: [{ admit_name: "Ada Byron", admit_email: null }] },
    ],
    [
      "are kept if the event requires them",
      { eventMeta: { admit_emails: "required" } },
      { tickets: [{ admit_name: null, admit_email: "ada@example.com" }] },
    ],
    [
      "are kept for a gift card, as its recipient",
      { handler: "ledger" },
      { tickets: [{ admit_name: "Ada Byron", admit_email: "ada@example.com", event_session_id: null }] },
    ],
  ])("%s", (_, settings, decision) => expect(decide(settings, [["Adult", 1, sent]])).toMatchObject(decision));

  test("a missing required name is reported with field and index", () =>
    expect(decide({ meta: { admit_names: "required" } }, [["Adult", 2, sent]])).toMatchObject({
      rejection: { code: "validation_failed", extra: { fields: ["admit_names"], index: 1, ticket_type_id: "Adult" } },
    }));
});

test.each([
  ["accepts tickets up to the event's own limit", 4, 0, 4],
  ["refuses tickets above the event's own limit", 5, 0, "max_tickets_per_order_exceeded"],
  ["counts held tickets towards the event's own limit", 2, 3, "max_tickets_per_order_exceeded"],
])("%s", (_, requiredIn, has, expected) => {
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
    uses_capacity: true,
    handler: "tickets" as const,
    face_value: 2000,
    fee_fixed_outside: 0,
    fee_percent_outside: 0,
  }));
  const decision = decide({ eventMeta: { max_tickets_per_order: 4 } }, [["Adult", requiredIn]], {}, { held });
  expect("rejection" in decision ? decision.rejection.code : decision.tickets.length).toBe(expected);
});
