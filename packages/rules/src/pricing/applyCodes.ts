import type { RefusalCode } from "@foyer/contract/errors.ts";
import { triggeredRules, type CheckoutRule } from "./checkoutRules.ts";
import {
  normalizeCode,
  invalidityOf,
  isCodeCurrent,
  isCodeUsedUp,
  type CodesInput,
  type CodeSnapshot,
} from "./codes.ts";
import type { Minor } from "../values/money.ts";
import {
  applyDiscounts,
  isDiscountActive,
  type Discount,
  type DiscountedPrices,
  type DiscountedTicket,
} from "./discounts.ts";

/**
 * A code in a cart. It consumes a use only while it has an effect (`is_applied`): while it lowers a price or lifts a
 * rule.
 */
export type CodeInCart = CodeSnapshot & { readonly is_applied: boolean };

/** What codes can affect, and the buyer's eligibility. */
export type CodeContext = {
  readonly now: Temporal.Instant;
  readonly rules: readonly CheckoutRule[];
  /** In the seller's order, which is the order of application. */
  readonly discounts: readonly Discount[];
  /** What a percentage takes off is a multiple of it (`sellerAmountStep`). */
  readonly step: Minor;
  /** Discounts that already apply to this cart: they continue even after their period has ended. */
  readonly activeDiscounts: ReadonlySet<string>;
  /** Has this buyer a use left? Only called if the code itself has one. */
  readonly canUse: (code: CodeSnapshot) => boolean;
};

export type CodePricing = DiscountedPrices & {
  /** Ids of the codes that have an effect on this cart. */
  readonly is_applied: ReadonlySet<string>;
};

/** The code groups that this code opens: its own and those that its own activates. */
export const openedCodeGroups = ({
  code_group_id,
  activates,
}: Pick<CodeSnapshot, "code_group_id" | "activates">): readonly string[] => [code_group_id, ...activates];

/** The discount as limited by this code: a gift takes off no more than it is worth. */
export const openedBy = <D extends Discount>(
  discount: D,
  code: Pick<CodeSnapshot, "id" | "gift_worth"> | undefined,
): D =>
  code === undefined || code.gift_worth === undefined || code.gift_worth === null
    ? discount
    : { ...discount, budget: { id: code.id, amount: code.gift_worth } };

/** A code in effect stays valid; a waiting one needs a use and must be within its validity. */
export const canApplyCode = (code: CodeInCart, { now, canUse }: Pick<CodeContext, "now" | "canUse">): boolean =>
  !code.retired && (code.is_applied || (isCodeCurrent(code, now) && !isCodeUsedUp(code) && canUse(code)));

/** The prices of tickets with these codes, and the codes that lower a price or lift a rule. */
export const applyCodes = (
  tickets: readonly DiscountedTicket[],
  codes: readonly CodeInCart[],
  context: CodeContext,
): CodePricing => {
  const usable = codes.filter((code) => canApplyCode(code, context));
  // Each discount or rule uses the first code that opens it; a second code for it is not used.
  const codeFor = (groups: readonly string[]): CodeInCart | undefined =>
    usable.find((code) => openedCodeGroups(code).some((id) => groups.includes(id)));
  const inForce = context.discounts.flatMap((discount) => {
    const code = codeFor(discount.code_group_ids);
    const isOpen = discount.code_group_ids.length === 0 || code !== undefined;
    const isCurrent = context.activeDiscounts.has(discount.id) || isDiscountActive(discount, context.now);
    return isOpen && isCurrent ? [openedBy(discount, code)] : [];
  });
  const { prices, taken } = applyDiscounts(tickets, inForce, context.step);

  const needs = [
    ...inForce.flatMap(({ id, code_group_ids }) =>
      taken.has(id) && code_group_ids.length > 0 ? [code_group_ids] : [],
    ),
    ...triggeredRules(context.rules, tickets).flatMap(({ code_group_id }) => (code_group_id ? [[code_group_id]] : [])),
  ];
  const is_applied = new Set(needs.flatMap((groups) => codeFor(groups)?.id ?? []));
  return { prices, taken, is_applied };
};

/**
 * Would the code lower a price of this cart if there were no other discounts? Then it lost to one that is better for the
 * buyer.
 */
const isOutranked = (
  tickets: readonly DiscountedTicket[],
  code: CodeSnapshot,
  { discounts, now, step }: Pick<CodeContext, "discounts" | "now" | "step">,
): boolean => {
  const open = openedCodeGroups(code);
  return discounts.some(
    (discount) =>
      discount.code_group_ids.some((id) => open.includes(id)) &&
      isDiscountActive(discount, now) &&
      applyDiscounts(tickets, [discount], step).taken.size > 0,
  );
};

/** `extra.code` is the code as typed; `extra.reason` says more where the buyer may know it. */
export type CodeRejection = { readonly code: RefusalCode; readonly extra: Record<string, unknown> };
type CheckedCodes =
  /** `also`: another code of the same request that fails for a different reason. */
  | { readonly rejection: CodeRejection; readonly second?: CodeRejection }
  /** All codes of the cart, in the order in which they were added. */
  | { readonly codes: readonly CodeInCart[] };

type CodeCheck = {
  readonly tickets: readonly DiscountedTicket[];
  readonly inCart: readonly CodeInCart[];
  readonly known: ReadonlyMap<string, CodeSnapshot>;
  readonly context: CodeContext;
};

/**
 * The codes of the cart after this request, or why it is refused. Unknown, foreign and withdrawn codes get the same answer;
 * for a code that was typed in full, the answer can say that it has expired or is not valid yet.
 */
export const checkCodes = (request: CodesInput, check: CodeCheck): CheckedCodes => {
  const { inCart, known } = check;
  const entry = codeEntry(
    inCart.filter(({ id }) => !request.removedIds?.includes(id)),
    check,
  );
  const needsBenefit = request.benefit !== "optional";
  const problems: CodeRejection[] = [];
  const optionalCodes: string[] = [];
  for (const text of request.codes) {
    const zipCode = known.has(normalizeCode(text)) ? undefined : request.zipPromoCodes?.get(normalizeCode(text));
    const refused = zipCode === undefined ? entry.enter(text, needsBenefit) : undefined;
    if (zipCode !== undefined) optionalCodes.push(zipCode);
    if (refused && !(refused.code === "duplicate_code" && request.onDuplicate !== "refused")) problems.push(refused);
  }
  // A code can lose its effect to a later one that is better and cannot be combined with it.
  if (needsBenefit && problems.length === 0 && request.codes.length > 1) {
    const present = new Set([...inCart.map(({ id }) => id), ...entry.withEffect()]);
    const unused = request.codes
      .map((text) => ({ text, code: known.get(normalizeCode(text)) }))
      .find(({ code }) => isMissing(code, present));
    if (unused?.code) problems.push(rejectUseless(unused.text, unused.code, check));
  }
  const rejected = firstRejection(problems);
  if (rejected) return rejected;

  for (const text of [...optionalCodes, ...request.preloaded]) entry.enter(text, true);
  return { codes: entry.codes() };
};

/** The codes of a cart to which more are added one by one. */
const codeEntry = (kept: readonly CodeInCart[], check: CodeCheck) => {
  const { tickets, known, context } = check;
  let codes = kept;
  const withEffect = () => applyCodes(tickets, codes, context).is_applied;
  return {
    codes: () => codes,
    withEffect,
    /** Adds a code, or returns why it cannot. */
    enter: (text: string, needsBenefit: boolean): CodeRejection | undefined => {
      const code = known.get(normalizeCode(text));
      if (!code || !isCodeCurrent(code, context.now))
        return reject("code_not_found", text, code && invalidityOf(code, context.now));
      if (codes.some(({ id }) => id === code.id)) return reject("duplicate_code", text);
      if (isCodeUsedUp(code) || !context.canUse(code)) return reject("code_exhausted", text);
      const before = codes;
      codes = [...codes, { ...code, is_applied: false }];
      if (!needsBenefit || withEffect().has(code.id)) return undefined;
      codes = before;
      return rejectUseless(text, code, check);
    },
  };
};

const reject = (code: RefusalCode, text: string, more: Record<string, unknown> = {}): CodeRejection => ({
  code,
  extra: { code: text.trim(), ...more },
});

const rejectUseless = (text: string, code: CodeSnapshot, { tickets, context }: CodeCheck): CodeRejection =>
  reject("no_code_benefit", text, isOutranked(tickets, code, context) ? { reason: "not_combinable" } : {});

const isMissing = (code: CodeSnapshot | undefined, present: ReadonlySet<string>): boolean =>
  code !== undefined && !present.has(code.id);

/** A duplicate is reported first, together with another problem if there is one. */
const firstRejection = (
  problems: readonly CodeRejection[],
): Extract<CheckedCodes, { rejection: unknown }> | undefined => {
  const duplicate = problems.find(({ code }) => code === "duplicate_code");
  const other = problems.find(({ code }) => code !== "duplicate_code");
  if (!duplicate) return other && { rejection: other };
  return other ? { rejection: duplicate, second: other } : { rejection: duplicate };
};
