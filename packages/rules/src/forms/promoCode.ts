import type { promoCodeLimits } from "@foyer/contract/shop/codes.ts";

/** Signs of a promo code; the contract's own numbers, by their type. */
export const promoCodeLengths: typeof promoCodeLimits = { min: 2, max: 35 };

/** What is wrong with a code before anybody is asked; spaces around it do not count. */
export const promoCodeProblem = (typed: string): "required" | "short" | "long" | undefined => {
  const { length } = typed.trim();
  if (length === 0) return "required";
  if (length < promoCodeLengths.min) return "short";
  return length > promoCodeLengths.max ? "long" : undefined;
};

/** One "no" of the server, as far as codes go. */
export type CodeRefusal = { readonly code: string; readonly description: string };
/** Where a code is given: along with tickets or a membership, an unknown one is a matter of those. */
export type CodeSource = "cart" | "reserve" | "membership";

/** What a visitor may well run into with a code (document 2 §8.3): said beside it. */
const visitorFacingCodes: ReadonlySet<string> = new Set([
  "code_exhausted",
  "code_not_found",
  "additional_info_validation_failed",
  "validation_failed",
  "invalid_citypass",
  "citypass_failure",
  "no_code_benefit",
]);

/** Is it said to the visitor, or is it somebody else's to deal with? */
export const isVisitorFacing = ({ code }: Pick<CodeRefusal, "code">, source: CodeSource): boolean =>
  visitorFacingCodes.has(code) && (code !== "code_not_found" || source === "cart");

/**
 * What the refusals of one attempt come to: a code that is there already is no error, unless a second refusal says
 * what is; what is not the visitor's business is passed on.
 */
export const codeOutcome = <Refusal extends Pick<CodeRefusal, "code">>(
  [first, second]: readonly [Refusal, ...Refusal[]],
  source: CodeSource,
): { readonly kind: "already" | "said" | "unhandled"; readonly refusal: Refusal } => {
  const refusal = first.code === "duplicate_code" && second ? second : first;
  if (refusal.code === "duplicate_code") return { kind: "already", refusal };
  return { kind: isVisitorFacing(refusal, source) ? "said" : "unhandled", refusal };
};

/** '{message}.' */
const withFullStop = (text: string): string => (/[.!?…。]$/u.test(text) ? text : `${text}.`);

/** Why a code will not do: the seller's own words for this refusal, else the server's, else that it is not valid. */
export const codeMessage = (
  { code, description }: CodeRefusal,
  {
    own,
    invalid,
  }: {
    /** Words that the seller has of their own, by key. */
    readonly own: Readonly<Record<string, string>>;
    /** '"{code}" is not a valid promo code.' */
    readonly invalid: string;
  },
): string => {
  const sellerText = own[`promo.error.${code}`] ?? own[`promo.${code}`];
  if (sellerText !== undefined) return sellerText;
  const message = description.trim();
  return message === "" ? invalid : withFullStop(message);
};

/** Codes that another one may well make good (requirements OPEN-70). */
const retryableCodes: ReadonlySet<string> = new Set(["code_not_found", "code_exhausted", "no_code_benefit"]);
export const canTryAnotherCode = ({ code }: Pick<CodeRefusal, "code">): boolean => retryableCodes.has(code);
