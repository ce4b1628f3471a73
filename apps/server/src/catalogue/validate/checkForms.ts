import type { IdentityForm } from "@foyer/contract/shop/forms/identityForm.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { identityFormErrors } from "@foyer/rules/forms/identityFields.ts";
import { surveySpecErrors } from "@foyer/rules/forms/survey.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

/** Reports problems of a survey at the fields that have them. */
export const reportSurveyProblems = (
  spec: SurveySpec | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  for (const { path: within, error } of spec ? surveySpecErrors(spec) : []) addProblem([...path, ...within], error);
};

/** Reports problems of the purchaser form. */
export const checkIdentityForm = (
  form: IdentityForm | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  for (const { path: within, error } of form ? identityFormErrors(form) : []) addProblem([...path, ...within], error);
};
