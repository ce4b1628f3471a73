import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { checkFields, surveyContexts, surveyFields } from "./survey.ts";

/** The survey of a group, with what an order has answered. */
export type AnsweredSurvey = { readonly spec: SurveySpec; readonly answers: SurveyAnswers };

/**
 * The answers of an order that are kept for another group: those to the same questions, by name and wording, which are
 * valid there. Of several answers to one question the first counts.
 */
export const carriedAnswers = (spec: SurveySpec, given: readonly AnsweredSurvey[]): SurveyAnswers => {
  const carried: SurveyAnswers = {};
  for (const field of surveyFields(spec, surveyContexts)) {
    const { name } = field;
    const title = spec.properties[name]?.title;
    const asked = given.find(
      ({ spec: { properties }, answers }) =>
        Object.hasOwn(answers, name) && Object.hasOwn(properties, name) && properties[name]?.title === title,
    );
    const answer = asked?.answers[name];
    if (answer === undefined) continue;
    const result = checkFields(spec, [field], { [name]: answer });
    if ("answers" in result) Object.assign(carried, result.answers);
  }
  return carried;
};
