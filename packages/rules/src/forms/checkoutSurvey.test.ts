import { describe, expect, test } from "vitest";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { checkCheckoutSurveys, checkoutSurveyFields, type GroupSurvey, type SurveyAudience } from "./checkoutSurvey.ts";

const question = (context?: string) => ({
  title: "?",
  type: "string" as const,
  ...(context !== undefined && { context }),
});

describe("the questions of the checkout", () => {
  test.each<[string, string | undefined, SurveyAudience, boolean]>([
    ["of the checkout are asked", "checkout", { role: "guest" }, true],
    ["of members at the checkout are asked of members", "checkout member", { role: "member" }, true],
    ["of members at the checkout are not asked of guests", "checkout member", { role: "guest" }, false],
    ["of gifts are asked for a gift", "checkout gift", { role: "guest", membership: "gift" }, true],
    ["of gifts are not asked for a purchase", "checkout gift", { role: "guest", membership: "buy" }, false],
    ["of memberships are not asked for tickets", "checkout membership", { role: "guest" }, false],
    ["of the reservation are not asked", "reserve", { role: "guest" }, false],
    ["without a context are asked with the reservation", undefined, { role: "guest" }, false],
    ["of both are asked with the reservation", "reserve, checkout", { role: "guest" }, false],
    ["of both are asked of those whom the reservation skips", "reserve member, checkout", { role: "guest" }, true],
  ])("%s", (_, context, audience, isAsked) => {
    const spec: SurveySpec = { properties: { q: question(context) } };
    expect(checkoutSurveyFields(spec, audience).map(({ name }) => name)).toEqual(isAsked ? ["q"] : []);
  });
});

describe("answers at the checkout", () => {
  const spec: SurveySpec = {
    properties: { heard: question("reserve"), why: question("checkout"), note: question("checkout") },
    required: ["heard", "why"],
  };
  const survey = (answers: GroupSurvey["answers"]): GroupSurvey => ({ ticket_group_id: "g", spec, answers });

  test.each<[string, GroupSurvey["answers"], Parameters<typeof checkCheckoutSurveys>[2], unknown]>([
    [
      "join those of the reservation",
      { heard: "radio" },
      { g: { why: " rain " } },
      { answers: { g: { heard: "radio", why: "rain" } } },
    ],
    [
      "replace those given at an earlier try",
      { heard: "radio", why: "rain", note: "x" },
      { g: { why: "sun" } },
      { answers: { g: { heard: "radio", why: "sun" } } },
    ],
    ["that are the same change nothing", { heard: "radio", why: "rain" }, { g: { why: "rain" } }, { answers: {} }],
    ["that are stored need not be sent again", { heard: "radio", why: "rain" }, {}, { answers: {} }],
    [
      "to questions of the reservation are dropped",
      { heard: "radio" },
      { g: { heard: "tv", why: "rain" } },
      { answers: { g: { heard: "radio", why: "rain" } } },
    ],
    [
      "are missing",
      { heard: "radio" },
      {},
      { ticket_group_id: "g", problems: [{ question: "why", message: "required" }] },
    ],
    [
      "that are blank are missing, also where they were stored",
      { heard: "radio", why: "rain" },
      { g: { why: " " } },
      { ticket_group_id: "g", problems: [{ question: "why", message: "required" }] },
    ],
    [
      "to an unknown question are refused",
      { heard: "radio" },
      { g: { why: "rain", shoe: "43" } },
      { ticket_group_id: "g", problems: [{ question: "shoe", message: "unknown" }] },
    ],
    [
      "of a group without a survey are refused",
      { why: "rain" },
      { other: {} },
      { ticket_group_id: "other", problems: [] },
    ],
  ])("%s", (_, stored, sent, result) => {
    expect(checkCheckoutSurveys([survey(stored)], "guest", sent)).toEqual(result);
  });
});
