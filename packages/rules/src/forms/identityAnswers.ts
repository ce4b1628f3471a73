import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { countryCode } from "../values/countries.ts";
import { isEmail } from "../values/email.ts";
import type { IdentityField } from "./identityFields.ts";
import { plainText } from "../values/text/plainText.ts";
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

/** A postcode: 4 to 10 letters or digits with one optional space or hyphen. */
export const isZip = (text: string): boolean =>
  text.length >= 4 && text.length <= 10 && /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)?$/.test(text);

/** A link in a name would turn our e-mails into advertisements. */
const linkPattern =
  /:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|link|click|app|dev)\b/i;
export const isName = (text: string): boolean => !linkPattern.test(text);

/** Answers as entered in a form, by field name. */
export type IdentityAnswers = Readonly<Record<string, string | number | boolean | undefined>>;

/** Validates a phone number, given a country of two letters. Passed in because it needs a library. */
export type IdentityChecks = { readonly isPhone: (number: string, country: string) => boolean };

const answerFor = (answers: IdentityAnswers, name: string): IdentityAnswers[string] =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;

/** Stored values are single lines, because they appear on labels and in e-mails. */
const singleLine = (answer: IdentityAnswers[string]): string => plainText(String(answer ?? "")).replace(/\s+/g, " ");

const toSurveyField = (field: IdentityField): SurveyField => ({
  ...field,
  kind: field.kind as SurveyField["kind"],
  title: "",
});

const standardValue = (field: IdentityField, answers: IdentityAnswers): string | boolean => {
  const given = answerFor(answers, field.name);
  if (field.kind === "checkbox") return given === true || given === "true";
  const text = singleLine(given);
  if (field.kind === "country") return (countryCode(text) ?? "").toUpperCase();
  return field.options.length > 0 && !field.options.includes(text) ? "" : text;
};

/** Is the field submitted? Locked and repeated fields are not. */
const isSubmitted = ({ isLocked, sameAs }: IdentityField): boolean => !isLocked && !sameAs;

/**
 * Answers as submitted and stored: plain trimmed text, checkboxes as booleans. Empty, locked, repeated, no longer
 * offered and unknown values are dropped. Custom fields are in `additional_info`.
 */
export const identityFromAnswers = (fields: readonly IdentityField[], answers: IdentityAnswers): IdentityInput => {
  const submitted = fields.filter(isSubmitted);
  const own = submitted
    .filter(({ isStandard }) => isStandard)
    .map((field) => [field.name, standardValue(field, answers)] as const)
    .filter(([, value]) => value !== "");
  const custom = cleanAnswers(submitted.filter(({ isStandard }) => !isStandard).map(toSurveyField), answers);
  return {
    first_name: "",
    last_name: "",
    email: "",
    ...Object.fromEntries(own),
    ...(Object.keys(custom).length > 0 && { additional_info: custom }),
  };
};

/** The submitted answers, with '' for known values that were cleared: a value that is left out stays unchanged. */
export const withEmptied = (
  identity: IdentityInput,
  fields: readonly IdentityField[],
  known: IdentityAnswers,
): IdentityInput => {
  const emptied = (isStandard: boolean, given: object) =>
    fields
      .filter((field) => field.isStandard === isStandard && isSubmitted(field) && field.kind !== "checkbox")
      .filter(({ name }) => !Object.hasOwn(given, name) && singleLine(answerFor(known, name)) !== "")
      .map(({ name }) => [name, ""] as const);
  const { additional_info = {} } = identity;
  const questions = emptied(false, additional_info);
  return {
    ...identity,
    ...Object.fromEntries(emptied(true, identity)),
    ...(questions.length > 0 && { additional_info: { ...additional_info, ...Object.fromEntries(questions) } }),
  };
};

/** Removes answers that the changed fields no longer offer. */
export const pruneAnswers = (fields: readonly IdentityField[], answers: IdentityAnswers): IdentityAnswers => {
  const outdated = fields.filter(
    ({ name, options }) =>
      options.length > 0 && answers[name] !== undefined && !options.includes(String(answers[name])),
  );
  if (outdated.length === 0) return answers;
  const names = new Set(outdated.map(({ name }) => name));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !names.has(name)));
};

/** Gift Aid declarations identify donors by house and postcode. */
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
  const [text, other] = [singleLine(answerFor(answers, name)), singleLine(answerFor(answers, sameAs.field))];
  const same = sameAs.ignoreCase ? other.toLowerCase() === text.toLowerCase() : other === text;
  return same ? undefined : `${sameAs.field}MustMatch`;
};

/**
 * Validates answers, in the order of the form. `country` applies to phone numbers without a country code, unless the
 * answers name a country.
 */
export const identityProblems = (
  fields: readonly IdentityField[],
  answers: IdentityAnswers,
  { country, ...checks }: IdentityChecks & { readonly country: string },
): readonly IdentityProblem[] => {
  const ownCountry = countryCode(singleLine(answerFor(answers, "country")))?.toUpperCase() ?? country;
  // A Gift Aid declaration has to state the donor's address.
  const declaresGiftAid =
    answerFor(answers, "gift_aid_eligible") === true && fields.some(({ name }) => name === "gift_aid_eligible");
  const requireDonorAddress = (field: IdentityField): IdentityField =>
    declaresGiftAid && !field.isImplicit && donorFields.includes(field.name) ? { ...field, required: true } : field;
  return fields.map(requireDonorAddress).flatMap((field) => {
    if (field.isLocked) return [];
    const own = field.isStandard
      ? standardProblem(field, answers, ownCountry, checks)
      : answerProblems([toSurveyField(field)], answers)[0]?.message;
    const message = own ?? repeatProblem(field, answers);
    return message ? [{ field: field.name, message }] : [];
  });
};
