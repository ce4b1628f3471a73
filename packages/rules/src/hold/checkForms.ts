import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { VouchersInput } from "../forms/vouchers.ts";
import { membershipActionOf } from "../membership/checkMemberships.ts";
import type { AnswersByGroup, Buyer, CatalogSnapshot, NewTicket, Rejected } from "./catalogSnapshot.ts";
import { checkFields, reserveContext, surveyFields } from "../forms/survey.ts";

export type FormsInput = {
  readonly vouchers: VouchersInput | undefined;
  readonly answers: AnswersByGroup;
  /** There is no visitor, as in an automatic renewal: missing answers are accepted, and no limits for visitors apply. */
  readonly unattended?: boolean;
  /** The venue sells beyond the capacity of sessions and groups. */
  readonly oversells?: boolean;
  /** Sold at the counter: checks that the group waives there are skipped. */
  readonly atCounter?: boolean;
};

type CheckedAnswers = Rejected | { readonly answers: AnswersByGroup };

/**
 * Validates the survey answers of a request. Every requested group needs answers, either now or from before, unless the
 * request is unattended. Answers for groups that are not in the cart are refused.
 */
export const checkAnswers = (
  tickets: readonly NewTicket[],
  { held, answers: before, role }: Pick<Buyer, "held" | "answers" | "role">,
  { groups }: Pick<CatalogSnapshot, "groups">,
  { answers: given, unattended = false }: Pick<FormsInput, "answers" | "unattended">,
): CheckedAnswers => {
  if (unattended) return { answers: {} };
  const requestedGroups = new Set(tickets.map((ticket) => ticket.ticket_group_id));
  const inCart = new Map([...held, ...tickets].map((ticket) => [ticket.ticket_group_id, ticket]));
  const answers: Record<string, SurveyAnswers> = {};
  for (const ticket_group_id of new Set([...Object.keys(given), ...requestedGroups])) {
    const group = groups.get(ticket_group_id);
    const ticket = inCart.get(ticket_group_id);
    if (!group || !ticket) return rejectAnswers(ticket_group_id, []);
    const earlier = ownAnswers(before, ticket_group_id) ?? {};
    const sent = ownAnswers(given, ticket_group_id) ?? earlier;
    const spec = group.additional_info_spec ?? { properties: {} };
    const context = reserveContext(role === "member" ? "member" : "guest", membershipActionOf(ticket));
    const fields = surveyFields(spec, context);
    const result = checkFields(spec, fields, sent);
    if ("problems" in result) return rejectAnswers(ticket_group_id, result.problems);
    if (!Object.hasOwn(given, ticket_group_id)) continue;
    // Answers to other questions, given at the checkout, are kept.
    const others = Object.entries(earlier).filter(([question]) => !fields.some(({ name }) => name === question));
    answers[ticket_group_id] = { ...Object.fromEntries(others), ...result.answers };
  }
  return { answers };
};

const ownAnswers = (answers: AnswersByGroup, id: string): SurveyAnswers | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const rejectAnswers = (
  ticket_group_id: string,
  problems: readonly { readonly question: string; readonly message: string }[],
): Rejected => ({
  rejection: {
    code: "additional_info_validation_failed",
    extra: {
      ticket_group_id,
      problems: Object.fromEntries(problems.map(({ question, message }) => [question, message])),
    },
  },
});
