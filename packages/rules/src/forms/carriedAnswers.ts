import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { checkFields, surveyContexts, surveyFields } from "./survey.ts";

/** The survey of a group, with the answers stored in an order. */
export type AnsweredSurvey = { readonly spec: SurveySpec; readonly answers: SurveyAnswers };

/**
 * The answers of an order that also apply to another group: those to questions of the same name and wording that are valid
 * there. If a question has several answers, the first counts.
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
