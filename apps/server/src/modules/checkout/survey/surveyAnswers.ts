import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import { checkCheckoutSurveys, type GroupSurvey } from "@foyer/rules/forms/checkoutSurvey.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { membershipOrdered } from "../../cart/members/membershipActionIn.ts";
import type { SurveyRow } from "./surveys.sql.ts";

type AnswersByGroup = Readonly<Record<string, SurveyAnswers>>;

const groupSurvey = (row: SurveyRow): GroupSurvey => ({
  ticket_group_id: row.ticket_group_id,
  spec: row.spec,
  answers: row.answers,
  membership: membershipOrdered(row) ?? undefined,
});

const roleOf = ({ visitor }: Pick<RequestContext, "visitor">) => (visitor?.role === "member" ? "member" : "guest");

/**
 * The answers to store for a cart after this request. Refuses an answer that is wrong, or one that is missing and not
 * stored either.
 */
export const surveyAnswers = (
  ctx: Pick<RequestContext, "visitor">,
  surveys: readonly SurveyRow[],
  sent: AnswersByGroup = {},
): AnswersByGroup => {
  const result = checkCheckoutSurveys(surveys.map(groupSurvey), roleOf(ctx), sent);
  if ("answers" in result) return result.answers;
  const { ticket_group_id, problems } = result;
  throw new Refused({
    code: "additional_info_validation_failed",
    context: "checkout",
    extra: {
      ticket_group_id,
      problems: Object.fromEntries(problems.map(({ question, message }) => [question, message])),
    },
  });
};

/**
 * The answers that a visitor with the cart's link may add to a cart with another purchaser: those of groups whose stored
 * answers are incomplete.
 */
export const missingAnswers = (
  ctx: Pick<RequestContext, "visitor">,
  surveys: readonly SurveyRow[],
  sent: AnswersByGroup = {},
): AnswersByGroup => {
  const isIncomplete = (row: SurveyRow) => "problems" in checkCheckoutSurveys([groupSurvey(row)], roleOf(ctx), {});
  const open = surveys.filter((row) => isIncomplete(row) && Object.hasOwn(sent, row.ticket_group_id));
  return surveyAnswers(ctx, open, Object.fromEntries(open.map(({ ticket_group_id: id }) => [id, sent[id] ?? {}])));
};

/** Refuses a cart if a required question of the checkout has no stored answer. */
export const refuseUnanswered = (ctx: Pick<RequestContext, "visitor">, surveys: readonly SurveyRow[]): void => {
  surveyAnswers(ctx, surveys);
};
