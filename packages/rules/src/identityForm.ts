import { plainText } from "./plainText.ts";

/** A field of an identity form: what it is called, whether it must be filled, how it is checked. */
export type IdentityField = {
  readonly name: string;
  readonly kind: "text" | "email" | "phone" | "zip" | "checkbox" | "select";
  readonly required: boolean;
  readonly maxLength: number;
  /** Must hold the same as this field; the message is then '{field}MustMatch'. */
  readonly sameAs?: { readonly field: string; readonly ignoreCase: boolean };
};

/** Asked of a guest when nothing else is configured (document 2 §5.1), with the e-mail typed twice. */
export const defaultIdentityFields: readonly IdentityField[] = [
  { name: "first_name", kind: "text", required: true, maxLength: 50 },
  { name: "last_name", kind: "text", required: true, maxLength: 50 },
  { name: "email", kind: "email", required: true, maxLength: 254 },
  {
    name: "email_confirm",
    kind: "email",
    required: true,
    maxLength: 254,
    sameAs: { field: "email", ignoreCase: true },
  },
];

export type Problem = {
  readonly field: string;
  readonly message: "required" | "too_long" | "not_email" | "not_zip" | `${string}MustMatch`;
};

/** One @, something on both sides, no spaces, a domain of labels: what a mail server would accept without quoting. */
const email =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;
export const isEmail = (text: string): boolean =>
  email.test(text) && !text.includes("..") && !text.startsWith(".") && !text.includes(".@");

/** Letters or digits with one optional space or hyphen, 4 to 10 characters. */
export const isZip = (text: string): boolean =>
  text.length >= 4 && text.length <= 10 && /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)?$/.test(text);

export type Answers = Readonly<Record<string, string | boolean | undefined>>;

/** Text is made plain, a checkbox becomes a boolean; a field that only repeats another is not sent. */
export const trimmedAnswers = (fields: readonly IdentityField[], answers: Answers): Record<string, string | boolean> =>
  Object.fromEntries(
    fields
      .filter((field) => !field.sameAs)
      .map(
        (field) =>
          [
            field.name,
            field.kind === "checkbox" ? answers[field.name] === true : plainText(String(answers[field.name] ?? "")),
          ] as const,
      )
      .filter(([, value]) => value !== ""),
  );

const problemOf = (field: IdentityField, answers: Answers): Problem["message"] | undefined => {
  const given = answers[field.name];
  if (field.kind === "checkbox") return field.required && given !== true ? "required" : undefined;
  const text = plainText(String(given ?? ""));
  if (text === "") return field.required ? "required" : undefined;
  if (text.length > field.maxLength) return "too_long";
  if (field.kind === "email" && !isEmail(text)) return "not_email";
  if (field.kind === "zip" && !isZip(text)) return "not_zip";
  if (!field.sameAs) return undefined;
  const other = plainText(String(answers[field.sameAs.field] ?? ""));
  const same = field.sameAs.ignoreCase ? other.toLowerCase() === text.toLowerCase() : other === text;
  return same ? undefined : `${field.sameAs.field}MustMatch`;
};

/** What is wrong with the answers, in the order of the form. */
export const identityProblems = (fields: readonly IdentityField[], answers: Answers): Problem[] =>
  fields.flatMap((field) => {
    const message = problemOf(field, answers);
    return message ? [{ field: field.name, message }] : [];
  });
