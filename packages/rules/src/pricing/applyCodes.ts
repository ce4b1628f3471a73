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

/** A code that a cart has. It uses one of its uses only while it is at work: while it lowers a price or lifts a rule. */
export type CodeInCart = CodeSnapshot & { readonly at_work: boolean };

/** What codes can be good for, and who has them. */
export type CodeContext = {
  readonly now: Temporal.Instant;
  readonly rules: readonly CheckoutRule[];
  /** In the seller's order. */
  readonly discounts: readonly Discount[];
  /** Discounts that were at work on this cart before: what was shown goes on, though its time is over by now. */
  readonly activeDiscounts: ReadonlySet<string>;
  /** Has this buyer a use left, where the code itself has one? */
  readonly canUse: (code: CodeSnapshot) => boolean;
};

export type CodePricing = DiscountedPrices & {
  /** Codes by id that do something in this cart. */
  readonly at_work: ReadonlySet<string>;
};

/** Groups whose discounts and rules this code opens: its own, and those that its own activates. */
export const openedCodeGroups = ({
  code_group_id,
  activates,
}: Pick<CodeSnapshot, "code_group_id" | "activates">): readonly string[] => [code_group_id, ...activates];

/** One that was at work goes on; one that waits needs a use, and a moment at which it could be entered. */
export const canApplyCode = (code: CodeInCart, { now, canUse }: Pick<CodeContext, "now" | "canUse">): boolean =>
  !code.retired && (code.at_work || (isCodeCurrent(code, now) && !isCodeUsedUp(code) && canUse(code)));

/** What these tickets cost with these codes in the cart, and which of the codes have a part in that or lift a rule. */
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

  // Each thing that needs a code has the first that would do: a second one for the same thing is not used.
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
  /** `also`: another code of the same request fails for a reason of its own. */
  | { readonly rejection: CodeRejection; readonly also?: CodeRejection }
  /** All codes of the cart, in the order in which they came. */
  | { readonly codes: readonly CodeInCart[] };

/**
 * Which codes the cart has then. A code that is unknown, another seller's, not yet or no longer valid gets one and the
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
  // One may have been good for something until another came that is better and stands alone.
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
