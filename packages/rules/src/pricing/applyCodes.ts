import type { RefusalCode } from "@foyer/contract/errors.ts";
import { triggeredRules, type CheckoutRule } from "./checkoutRules.ts";
import { normalizeCode, isCodeCurrent, isCodeUsedUp, type CodesInput, type CodeSnapshot } from "./codes.ts";
import {
  applyDiscounts,
  isDiscountActive,
  type Discount,
  type DiscountedPrices,
  type DiscountedTicket,
} from "./discounts.ts";

/**
 * A code in a cart. It consumes a use only while it has an effect (`at_work`): while it lowers a price or lifts a
 * rule.
 */
export type CodeInCart = CodeSnapshot & { readonly at_work: boolean };

/** What codes can affect, and the buyer's eligibility. */
export type CodeContext = {
  readonly now: Temporal.Instant;
  readonly rules: readonly CheckoutRule[];
  /** In the seller's order, which is the order of application. */
  readonly discounts: readonly Discount[];
  /** Discounts that already apply to this cart: they continue although their period has ended. */
  readonly activeDiscounts: ReadonlySet<string>;
  /** Has this buyer a use left? Only called if the code itself has one. */
  readonly canUse: (code: CodeSnapshot) => boolean;
};

export type CodePricing = DiscountedPrices & {
  /** Ids of the codes that have an effect on this cart. */
  readonly at_work: ReadonlySet<string>;
};

/** The code groups that this code opens: its own and those that its own activates. */
export const openedCodeGroups = ({
  code_group_id,
  activates,
}: Pick<CodeSnapshot, "code_group_id" | "activates">): readonly string[] => [code_group_id, ...activates];

/** A code in effect stays valid; a waiting one needs a use and must be within its validity. */
export const canApplyCode = (code: CodeInCart, { now, canUse }: Pick<CodeContext, "now" | "canUse">): boolean =>
  !code.retired && (code.at_work || (isCodeCurrent(code, now) && !isCodeUsedUp(code) && canUse(code)));

/** The prices of tickets with these codes, and the codes that lower a price or lift a rule. */
export const applyCodes = (
  tickets: readonly DiscountedTicket[],
  codes: readonly CodeInCart[],
  context: CodeContext,
): CodePricing => {
  const usable = codes.filter((code) => canApplyCode(code, context));
  const open = new Set(usable.flatMap(openedCodeGroups));
  const inForce = context.discounts.filter(
    (discount) =>
      (discount.code_group_ids.length === 0 || discount.code_group_ids.some((id) => open.has(id))) &&
      (context.activeDiscounts.has(discount.id) || isDiscountActive(discount, context.now)),
  );
  const { prices, taken } = applyDiscounts(tickets, inForce);

  // Each discount or rule uses the first code that opens it; a second code for the same is not used.
  const needs = [
    ...inForce.flatMap(({ id, code_group_ids }) =>
      taken.has(id) && code_group_ids.length > 0 ? [code_group_ids] : [],
    ),
    ...triggeredRules(context.rules, tickets).flatMap(({ code_group_id }) => (code_group_id ? [[code_group_id]] : [])),
  ];
  const at_work = new Set(
    needs.flatMap(
      (groups) => usable.find((code) => openedCodeGroups(code).some((id) => groups.includes(id)))?.id ?? [],
    ),
  );
  return { prices, taken, at_work };
};

export type CodeRejection = { readonly code: RefusalCode; readonly extra: Record<string, unknown> };
type CheckedCodes =
  /** `also`: another code of the same request that fails for a different reason. */
  | { readonly rejection: CodeRejection; readonly also?: CodeRejection }
  /** All codes of the cart, in the order in which they were added. */
  | { readonly codes: readonly CodeInCart[] };

/**
 * The codes of the cart after this request, or why it is refused. Unknown, foreign, future and expired codes get the
 * same answer.
 */
export const checkCodes = (
  given: CodesInput,
  {
    tickets,
    has,
    known,
    desk,
  }: {
    readonly tickets: readonly DiscountedTicket[];
    readonly has: readonly CodeInCart[];
    readonly known: ReadonlyMap<string, CodeSnapshot>;
    readonly desk: CodeContext;
  },
): CheckedCodes => {
  const removed = new Set(given.removedIds);
  let codes = has.filter(({ id }) => !removed.has(id));
  const isGood = (id: string): boolean => applyCodes(tickets, codes, desk).at_work.has(id);
  const enter = (text: string, needsBenefit: boolean): RefusalCode | undefined => {
    const code = known.get(normalizeCode(text));
    if (!code || !isCodeCurrent(code, desk.now)) return "code_not_found";
    if (codes.some(({ id }) => id === code.id)) return "duplicate_code";
    if (isCodeUsedUp(code) || !desk.canUse(code)) return "code_exhausted";
    const before = codes;
    codes = [...codes, { ...code, at_work: false }];
    if (!needsBenefit || isGood(code.id)) return undefined;
    codes = before;
    return "no_code_benefit";
  };

  const needsBenefit = given.benefit !== "optional";
  const problems: CodeRejection[] = [];
  const optionalCodes: string[] = [];
  for (const text of given.codes) {
    const zipCode = known.has(normalizeCode(text)) ? undefined : given.zipPromoCodes?.get(normalizeCode(text));
    const refused = zipCode === undefined ? enter(text, needsBenefit) : undefined;
    if (zipCode !== undefined) optionalCodes.push(zipCode);
    if (refused && !(refused === "duplicate_code" && given.onDuplicate !== "refused"))
      problems.push({ code: refused, extra: { code: text.trim() } });
  }
  // A code may lose its effect to a later one that is better and cannot be combined.
  if (needsBenefit && problems.length === 0 && given.codes.length > 1) {
    const { at_work } = applyCodes(tickets, codes, desk);
    const unused = given.codes.find((text) => {
      const id = known.get(normalizeCode(text))?.id;
      return id !== undefined && !has.some((code) => code.id === id) && !at_work.has(id);
    });
    if (unused !== undefined) problems.push({ code: "no_code_benefit", extra: { code: unused.trim() } });
  }
  const duplicate = problems.find(({ code }) => code === "duplicate_code");
  const other = problems.find(({ code }) => code !== "duplicate_code");
  const rejection = duplicate ?? other;
  if (rejection) return duplicate && other ? { rejection, also: other } : { rejection };

  for (const text of [...optionalCodes, ...given.preloaded]) enter(text, true);
  return { codes };
};
