import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { AnswersByGroup } from "../hold/catalogSnapshot.ts";
import {
  checkFields,
  reserveContext,
  surveyFields,
  type SurveyContext,
  type SurveyField,
  type SurveyProblem,
} from "./survey.ts";

/** Who is asked about a group; for a membership, the action too. */
export type SurveyAudience = {
  readonly role: "member" | "guest";
  readonly membership?: MembershipAction | undefined;
};

const checkoutContext = ({ role, membership }: SurveyAudience): readonly SurveyContext[] => [
  "checkout",
  ...(membership === undefined ? [] : (["membership", membership] as const)),
  role,
];

/** The questions about a group at the checkout: those that apply there and are not asked with the reservation. */
export const checkoutSurveyFields = (spec: SurveySpec, audience: SurveyAudience): readonly SurveyField[] => {
  const reserved = new Set(
    surveyFields(spec, reserveContext(audience.role, audience.membership)).map(({ name }) => name),
  );
  return surveyFields(spec, checkoutContext(audience)).filter(({ name }) => !reserved.has(name));
};

/** The survey of a group in a cart, with its stored answers. */
export type GroupSurvey = {
  readonly ticket_group_id: string;
  readonly spec: SurveySpec;
  readonly answers: SurveyAnswers;
  readonly membership?: MembershipAction | undefined;
};

export type CheckoutSurveyResult =
  /** The answers to store for the groups that change, including those given with the reservation. */
  | { readonly answers: AnswersByGroup }
  | { readonly ticket_group_id: string; readonly problems: readonly SurveyProblem[] };

/**
 * Validates the answers given at a checkout. A group that is not sent keeps its stored answers, which must be complete.
 * Answers for groups without a survey are refused.
 */
export const checkCheckoutSurveys = (
  surveys: readonly GroupSurvey[],
  role: SurveyAudience["role"],
  sent: AnswersByGroup,
): CheckoutSurveyResult => {
  const unknown = Object.keys(sent).find((id) => !surveys.some(({ ticket_group_id }) => ticket_group_id === id));
  if (unknown !== undefined) return { ticket_group_id: unknown, problems: [] };
  const changed: Record<string, SurveyAnswers> = {};
  for (const { ticket_group_id, spec, answers: stored, membership } of surveys) {
    const fields = checkoutSurveyFields(spec, { role, membership });
    const isAsked = (name: string) => fields.some((field) => field.name === name);
    const isSent = Object.hasOwn(sent, ticket_group_id);
    const result = checkFields(
      spec,
      fields,
      (isSent ? sent[ticket_group_id] : undefined) ?? pickAnswers(stored, isAsked),
    );
    if ("problems" in result) return { ticket_group_id, problems: result.problems };
    const answers = { ...pickAnswers(stored, (name) => !isAsked(name)), ...result.answers };
    if (isSent && !isSame(answers, stored)) changed[ticket_group_id] = answers;
  }
  return { answers: changed };
};

const pickAnswers = (answers: SurveyAnswers, isPicked: (name: string) => boolean): SurveyAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => isPicked(name)));

const isSame = (one: SurveyAnswers, other: SurveyAnswers): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, answer]) => Object.hasOwn(other, name) && other[name] === answer);
