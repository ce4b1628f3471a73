import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { SurveyAnswers, SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import { isEmail } from "../values/email.ts";
import { plainText } from "../values/text/plainText.ts";

/** The words that a question's `context` can contain. */
export const surveyContexts = ["reserve", "checkout", "membership", "buy", "renew", "gift", "member", "guest"] as const;
export type SurveyContext = (typeof surveyContexts)[number];

/** The context of a reservation: who reserves, and for a membership the action. */
export const reserveContext = (role: "member" | "guest", membership?: MembershipAction): readonly SurveyContext[] => [
  "reserve",
  ...(membership === undefined ? [] : (["membership", membership] as const)),
  role,
];

type Question = SurveySpec["properties"][string];

export type SurveyField = {
  readonly name: string;
  readonly kind: "radios" | "select" | "email" | "date" | "number" | "text" | "checkbox";
  readonly title: string;
  readonly description: string | undefined;
  readonly required: boolean;
  /** For radio buttons and a select. */
  readonly options: readonly string[];
  /** For a number. */
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly isWhole: boolean;
};

/** Answers as entered in a form: numbers and dates as text. */
export type EnteredAnswers = Readonly<Record<string, string | number | boolean | undefined>>;

/** The maximum length of an answer, in characters. */
export const maxAnswerLength = 1000;

/** Questions with fewer choices use radio buttons, others a select. */
const minSelectOptions = 4;

/** The input of a question; undefined if it has neither a type nor choices. */
export const fieldKind = ({
  type,
  format,
  enum: choices,
}: Pick<Question, "type" | "format" | "enum">): SurveyField["kind"] | undefined => {
  if (choices) return choices.length < minSelectOptions ? "radios" : "select";
  if (format) return format;
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "checkbox";
    case "string":
      return "text";
    case undefined:
      return undefined;
  }
};

/** Parses 'reserve member, gift' to [['reserve', 'member'], ['gift']]. A blank entry is kept and never matches. */
const contextEntries = (context: string): readonly (readonly string[])[] =>
  context.split(",").map((entry) => entry.trim().split(/\s+/).filter(Boolean));

/**
 * Does a question apply? All words of one of its entries are in the current context. A question without context
 * always applies.
 */
export const appliesInContext = (context: string | undefined, current: readonly string[]): boolean =>
  context === undefined ||
  contextEntries(context).some((entry) => entry.length > 0 && entry.every((word) => current.includes(word)));

/**
 * The questions for a context, sorted by `propertyOrder`, those without one last in their written order. Invalid questions
 * (see `surveySpecErrors`) are left out.
 */
export const surveyFields = (
  { properties, required = [] }: SurveySpec,
  current: readonly SurveyContext[],
): readonly SurveyField[] =>
  Object.entries(properties)
    .filter(([, question]) => questionErrors(question).length === 0 && appliesInContext(question.context, current))
    .toSorted(([, one], [, other]) => (one.propertyOrder ?? Infinity) - (other.propertyOrder ?? Infinity) || 0)
    .map(([name, question]) => ({
      name,
      kind: fieldKind(question) ?? "text",
      title: question.title,
      description: question.description,
      required: required.includes(name),
      options: question.enum ?? [],
      minimum: question.minimum,
      maximum: question.maximum,
      isWhole: question.type === "integer",
    }));

export type SurveySpecError = {
  /** The path in the definition: ['properties', 'diet', 'context'] or ['required', 0]. */
  readonly path: readonly (string | number)[];
  readonly error: string;
};

type QuestionError = { readonly field: keyof Question | undefined; readonly error: string };

const questionErrors = (question: Question): readonly QuestionError[] => {
  const { context, enum: choices, minimum, maximum } = question;
  const errors: QuestionError[] = [];
  if (fieldKind(question) === undefined) errors.push({ field: undefined, error: "needs a type or an enum" });
  if (choices?.length === 0) errors.push({ field: "enum", error: "has no choices" });
  if (choices?.some((choice) => choice.trim() === "" || choice !== choice.trim()))
    errors.push({ field: "enum", error: "has a choice that is blank or begins or ends with a space" });
  if (choices && new Set(choices).size < choices.length) errors.push({ field: "enum", error: "has a choice twice" });
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    errors.push({ field: "maximum", error: `is less than minimum (${minimum})` });
  const entries = context === undefined ? [] : contextEntries(context);
  if (entries.some((entry) => entry.length === 0)) errors.push({ field: "context", error: "must not be blank" });
  const unknown = entries.flat().find((word) => !surveyContexts.some((known) => known === word));
  if (unknown !== undefined)
    errors.push({ field: "context", error: `knows no word '${unknown}', only ${surveyContexts.join(", ")}` });
  return errors;
};

/** Validates the definition of a survey: missing types, blank contexts, invalid choices. */
export const surveySpecErrors = ({ properties, required = [] }: SurveySpec): readonly SurveySpecError[] => [
  ...Object.entries(properties).flatMap(([name, question]) =>
    questionErrors(question).map(({ field, error }) => ({
      path: ["properties", name, ...(field === undefined ? [] : [field])],
      error,
    })),
  ),
  ...required.flatMap((name, index) =>
    Object.hasOwn(properties, name) ? [] : [{ path: ["required", index], error: `there is no question '${name}'` }],
  ),
];

/** Parses an entered number: '12', '-3.5'. */
const numberOf = (text: string): number | undefined =>
  /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
};

const isTicked = (answer: string | number | boolean | undefined): boolean => answer === true || answer === "true";

/**
 * Answers as submitted and stored: trimmed, numbers converted, checkboxes as booleans. Empty values, choices that are
 * no longer offered and unknown questions are dropped.
 */
export const cleanAnswers = (fields: readonly SurveyField[], answers: EnteredAnswers): SurveyAnswers => {
  const cleaned: SurveyAnswers = {};
  for (const field of fields) {
    const answer = ownAnswer(answers, field.name);
    if (field.kind === "checkbox") {
      cleaned[field.name] = isTicked(answer);
      continue;
    }
    const typed = String(answer ?? "");
    // A choice must equal the seller's text exactly.
    const text = field.options.length > 0 ? typed.trim() : plainText(typed);
    if (text === "" || (field.options.length > 0 && !field.options.includes(text))) continue;
    cleaned[field.name] = field.kind === "number" ? (numberOf(text) ?? text) : text;
  }
  return cleaned;
};

const ownAnswer = (answers: EnteredAnswers, name: string): EnteredAnswers[string] =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;

export type SurveyProblem = {
  readonly question: string;
  readonly message:
    | "required"
    | "too_long"
    | "not_email"
    | "not_date"
    | "not_number"
    | "not_whole"
    | "too_small"
    | "too_large"
    | "not_option"
    | "unknown";
};

/** Validates answers, in the order of the form. A choice that is no longer offered counts as empty. */
export const answerProblems = (fields: readonly SurveyField[], answers: EnteredAnswers): readonly SurveyProblem[] => {
  const cleaned = cleanAnswers(fields, answers);
  return fields.flatMap((field) => {
    const message = problemOf(field, ownAnswer(cleaned, field.name));
    return message ? [{ question: field.name, message }] : [];
  });
};

const problemOf = (
  { kind, required, minimum, maximum, isWhole }: SurveyField,
  answer: string | number | boolean | undefined,
): SurveyProblem["message"] | undefined => {
  if (answer === undefined || answer === false) return required ? "required" : undefined;
  if (kind === "number") {
    if (typeof answer !== "number") return "not_number";
    if (isWhole && !Number.isInteger(answer)) return "not_whole";
    if (minimum !== undefined && answer < minimum) return "too_small";
    return maximum !== undefined && answer > maximum ? "too_large" : undefined;
  }
  const text = String(answer);
  if (text.length > maxAnswerLength) return "too_long";
  if (kind === "email") return isEmail(text) ? undefined : "not_email";
  return kind === "date" && !isDay(text) ? "not_date" : undefined;
};

export type SurveyResult = { readonly answers: SurveyAnswers } | { readonly problems: readonly SurveyProblem[] };

/**
 * Validates the answers of a request. Unknown questions and choices are errors; answers to questions of other
 * contexts are dropped. Valid answers are returned cleaned.
 */
export const checkSurvey = (
  spec: SurveySpec,
  current: readonly SurveyContext[],
  answers: SurveyAnswers,
): SurveyResult => checkFields(spec, surveyFields(spec, current), answers);

/** `checkSurvey` for some of the questions. */
export const checkFields = (spec: SurveySpec, fields: readonly SurveyField[], answers: SurveyAnswers): SurveyResult => {
  const wrong = Object.keys(answers).flatMap((question): SurveyProblem[] => {
    if (!Object.hasOwn(spec.properties, question)) return [{ question, message: "unknown" }];
    const { options = [] } = fields.find(({ name }) => name === question) ?? {};
    const text = String(answers[question]).trim();
    return options.length > 0 && text !== "" && !options.includes(text) ? [{ question, message: "not_option" }] : [];
  });
  const problems = [...wrong, ...answerProblems(fields, answers)].filter(
    ({ question }, index, all) => all.findIndex((other) => other.question === question) === index,
  );
  return problems.length > 0 ? { problems } : { answers: cleanAnswers(fields, answers) };
};
