import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { countryCode } from "../values/countries.ts";
import { isEmail } from "../values/email.ts";
import type { IdentityField } from "./identityFields.ts";
import { plainText } from "../values/plainText.ts";
import { answerProblems, cleanAnswers, type SurveyField, type SurveyProblem } from "./survey.ts";

export type IdentityProblem = {
  readonly field: string;
  readonly message:
    | SurveyProblem["message"]
    | "not_name"
    | "not_zip"
    | "not_phone"
    | "not_from_list"
    | "self"
    | `${string}MustMatch`;
};

/** Letters or digits with one optional space or hyphen, 4 to 10 characters. */
export const isZip = (text: string): boolean =>
  text.length >= 4 && text.length <= 10 && /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)?$/.test(text);

/** A name that mail programs would make a link of is an advertisement that travels in our mails. */
const linkPattern =
  /:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|link|click|app|dev)\b/i;
export const isName = (text: string): boolean => !linkPattern.test(text);

/** Answers as they stand in a form. */
export type IdentityAnswers = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a rule cannot know by itself: whether a number is a telephone's, in a country of two letters. */
export type IdentityChecks = { readonly isPhone: (number: string, country: string) => boolean };

const answerTo = (answers: IdentityAnswers, name: string): IdentityAnswers[string] =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;

/** One line: what goes into a column goes onto labels and into mails. */
const singleLine = (answer: IdentityAnswers[string]): string => plainText(String(answer ?? "")).replace(/\s+/g, " ");

const toSurveyField = (field: IdentityField): SurveyField => ({
  ...field,
  kind: field.kind as SurveyField["kind"],
  title: "",
});

const standardValue = (field: IdentityField, answers: IdentityAnswers): string | boolean => {
  const given = answerTo(answers, field.name);
  if (field.kind === "checkbox") return given === true || given === "true";
  const text = singleLine(given);
  if (field.kind === "country") return (countryCode(text) ?? "").toUpperCase();
  return field.options.length > 0 && !field.options.includes(text) ? "" : text;
};

/** Does a field travel? One that is locked, or only repeats another, does not. */
const isSubmitted = ({ isLocked, sameAs }: IdentityField): boolean => !isLocked && !sameAs;

/**
 * Answers as they are sent and kept: text trimmed and made plain, a checkbox yes or no; what is empty, locked, a
 * repetition, no longer offered or not asked is left out. Custom fields are among `additional_info`.
 */
export const identityFromAnswers = (fields: readonly IdentityField[], answers: IdentityAnswers): IdentityInput => {
  const asked = fields.filter(isSubmitted);
  const own = asked
    .filter(({ isStandard }) => isStandard)
    .map((field) => [field.name, standardValue(field, answers)] as const)
    .filter(([, value]) => value !== "");
  const custom = cleanAnswers(asked.filter(({ isStandard }) => !isStandard).map(toSurveyField), answers);
  return {
    first_name: "",
    last_name: "",
    email: "",
    ...Object.fromEntries(own),
    ...(Object.keys(custom).length > 0 && { additional_info: custom }),
  };
};

/** Answers of a form whose fields have changed: choices that are not offered any more are forgotten. */
export const pruneAnswers = (fields: readonly IdentityField[], answers: IdentityAnswers): IdentityAnswers => {
  const gone = fields.filter(
    ({ name, options }) =>
      options.length > 0 && answers[name] !== undefined && !options.includes(String(answers[name])),
  );
  if (gone.length === 0) return answers;
  const names = new Set(gone.map(({ name }) => name));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !names.has(name)));
};

/** What tells a donor from others of their name: the house and its post code. */
const donorFields: readonly string[] = ["address", "zip_code"];
const nameFields: readonly string[] = ["first_name", "last_name"];

const standardProblem = (
  field: IdentityField,
  answers: IdentityAnswers,
  country: string,
  { isPhone }: IdentityChecks,
): IdentityProblem["message"] | undefined => {
  const value = standardValue(field, answers);
  if (value === "" || value === false) return field.required ? "required" : undefined;
  if (value === true) return undefined;
  if (value.length > field.maxLength) return "too_long";
  if (nameFields.includes(field.name) && !isName(value)) return "not_name";
  switch (field.kind) {
    case "email":
      return isEmail(value) ? undefined : "not_email";
    case "zip":
      return isZip(value) ? undefined : "not_zip";
    case "phone":
      return isPhone(value, country) ? undefined : "not_phone";
    default:
      return undefined;
  }
};

const repeatProblem = (
  { name, sameAs }: IdentityField,
  answers: IdentityAnswers,
): IdentityProblem["message"] | undefined => {
  if (!sameAs) return undefined;
  const [text, other] = [singleLine(answerTo(answers, name)), singleLine(answerTo(answers, sameAs.field))];
  const same = sameAs.ignoreCase ? other.toLowerCase() === text.toLowerCase() : other === text;
  return same ? undefined : `${sameAs.field}MustMatch`;
};

/**
 * What is wrong with the answers, in the order of the form. `country`: where a phone number without its country's code
 * is from, unless the answers name one.
 */
export const identityProblems = (
  fields: readonly IdentityField[],
  answers: IdentityAnswers,
  { country, ...knowing }: IdentityChecks & { readonly country: string },
): readonly IdentityProblem[] => {
  const home = countryCode(singleLine(answerTo(answers, "country")))?.toUpperCase() ?? country;
  // A declaration to the tax office names where its donor lives.
  const declares =
    answerTo(answers, "gift_aid_eligible") === true && fields.some(({ name }) => name === "gift_aid_eligible");
  const isAsked = (field: IdentityField): IdentityField =>
    declares && !field.isImplicit && donorFields.includes(field.name) ? { ...field, required: true } : field;
  return fields.map(isAsked).flatMap((field) => {
    if (field.isLocked) return [];
    const own = field.isStandard
      ? standardProblem(field, answers, home, knowing)
      : answerProblems([toSurveyField(field)], answers)[0]?.message;
    const message = own ?? repeatProblem(field, answers);
    return message ? [{ field: field.name, message }] : [];
  });
};
