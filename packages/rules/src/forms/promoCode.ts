import type { promoCodeLimits } from "@foyer/contract/shop/cartChange.ts";

/**
 * Lengths of a promo code, in characters. The type ties them to the contract's numbers without importing its schemas.
 */
export const promoCodeLengths: typeof promoCodeLimits = { min: 2, max: 35 };

/** The query parameter of a page that holds a promo code: a link with it adds the code to the visitor's cart. */
export const promoParameter = "promo";

/** Validates a typed code before it is sent; surrounding spaces are ignored. */
export const promoCodeProblem = (typed: string): "required" | "short" | "long" | undefined => {
  const { length } = typed.trim();
  if (length === 0) return "required";
  if (length < promoCodeLengths.min) return "short";
  return length > promoCodeLengths.max ? "long" : undefined;
};

/** An error of the server about a code. */
export type CodeRefusal = { readonly code: string; readonly description: string };
/** Where a code is entered. With tickets or a membership, an unknown code is an error of the reservation. */
export type CodeSource = "cart" | "reserve" | "membership";

/** Errors that a visitor can cause with a code: shown beside it. */
const visitorFacingCodes: ReadonlySet<string> = new Set([
  "code_exhausted",
  "code_not_found",
  "additional_info_validation_failed",
  "validation_failed",
  "invalid_citypass",
  "citypass_failure",
  "no_code_benefit",
]);

/** Is the error shown to the visitor beside the code? */
export const isVisitorFacing = ({ code }: Pick<CodeRefusal, "code">, source: CodeSource): boolean =>
  visitorFacingCodes.has(code) && (code !== "code_not_found" || source === "cart");

/**
 * The outcome of one attempt. A code that is already applied is not an error, unless a second refusal is. Errors that do
 * not concern the visitor are unhandled.
 */
export const codeOutcome = <Refusal extends Pick<CodeRefusal, "code">>(
  [first, second]: readonly [Refusal, ...Refusal[]],
  source: CodeSource,
): { readonly kind: "already" | "refused" | "unhandled"; readonly refusal: Refusal } => {
  const refusal = first.code === "duplicate_code" && second ? second : first;
  if (refusal.code === "duplicate_code") return { kind: "already", refusal };
  return { kind: isVisitorFacing(refusal, source) ? "refused" : "unhandled", refusal };
};

/** Adds a full stop if there is no final punctuation. */
const withFullStop = (text: string): string => (/[.!?…。]$/u.test(text) ? text : `${text}.`);

/** The message for a refused code: the seller's text for this error, else the server's, else a general one. */
export const codeMessage = (
  { code, description }: CodeRefusal,
  {
    own,
    invalid,
  }: {
    /** The seller's own strings, by key. */
    readonly own: Readonly<Record<string, string>>;
    /** The general message: '"{code}" is not a valid promo code.' */
    readonly invalid: string;
  },
): string => {
  const sellerText = own[`promo.error.${code}`] ?? own[`promo.${code}`];
  if (sellerText !== undefined) return sellerText;
  const message = description.trim();
  return message === "" ? invalid : withFullStop(message);
};

/** Errors after which another code may work. */
const retryableCodes: ReadonlySet<string> = new Set(["code_not_found", "code_exhausted", "no_code_benefit"]);
export const canTryAnotherCode = ({ code }: Pick<CodeRefusal, "code">): boolean => retryableCodes.has(code);
