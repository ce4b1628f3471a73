import type { Instant } from "@foyer/contract/basics.ts";
import type { Minor } from "../values/money.ts";
import { isWithinPeriod } from "../dates/period.ts";

/** A seller's code, read under lock. */
export type CodeSnapshot = {
  readonly id: string;
  readonly code_group_id: string;
  /** Further code groups that its own group activates, directly or indirectly. */
  readonly activates: readonly string[];
  /** The code as `normalizeCode` returns it. */
  readonly normalized: string;
  readonly valid_from: Instant | null;
  readonly valid_to: Instant | null;
  /** Maximum number of uses; -1: unlimited. */
  readonly max_uses: number;
  readonly used: number;
  readonly retired: boolean;
  /** For a gift: the maximum that its discounts take off, in minor units. Null or absent for every other code. */
  readonly gift_worth?: Minor | null;
};

/** Normalises a code for comparison: case, surrounding spaces, Unicode form, and invisible characters copied along. */
export const normalizeCode = (code: string): string =>
  code
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();

type CodeValidity = Pick<CodeSnapshot, "valid_from" | "valid_to" | "retired">;

/** Is the code valid now? The start is inclusive, the end exclusive. */
export const isCodeCurrent = ({ valid_from, valid_to, retired }: CodeValidity, now: Temporal.Instant): boolean =>
  !retired && isWithinPeriod(valid_from, valid_to, now);

/** Why a seller's code is not valid now; undefined if it is valid or was withdrawn. */
export const invalidityOf = (
  code: CodeValidity,
  now: Temporal.Instant,
): { readonly reason: "expired" } | { readonly reason: "not_yet_valid"; readonly valid_from: Instant } | undefined => {
  const { valid_from, valid_to, retired } = code;
  if (retired || isCodeCurrent(code, now)) return undefined;
  if (valid_to !== null && Temporal.Instant.compare(now, valid_to) >= 0) return { reason: "expired" };
  return valid_from === null ? undefined : { reason: "not_yet_valid", valid_from };
};

export const isCodeUsedUp = ({ max_uses, used }: Pick<CodeSnapshot, "max_uses" | "used">): boolean =>
  max_uses >= 0 && used >= max_uses;

export type CodesInput = {
  /** Typed codes. Each needs an effect, or the whole request is refused. */
  readonly codes: readonly string[];
  /** Codes from a link: added if they have an effect, else ignored silently. */
  readonly preloaded: readonly string[];
  /** `optional`: a code without effect stays in the cart until it has one. Default `required`. */
  readonly benefit?: "required" | "optional";
  /** What happens to a code that is already in the cart. Default `ignored`. */
  readonly onDuplicate?: "ignored" | "refused";
  /** Ids of codes to remove from the cart. */
  readonly removedIds?: readonly string[];
  /** Typed postcodes, normalised, with the promo code that belongs to each (zipCodes.ts). */
  readonly zipPromoCodes?: ReadonlyMap<string, string>;
};
