import type { RefusalCode } from "@foyer/contract/refusal.ts";
import { rulesInForce, type CheckoutRule } from "./checkoutRules.ts";
import { foldCode, isCurrent, isUsedUp, type CodesGiven, type ShelfCode } from "./codes.ts";
import { discounted, isOffered, type Discount, type Discounted, type DiscountedTicket } from "./discounts.ts";

/** A code that a cart has. It uses one of its uses only while it is at work: while it lowers a price or lifts a rule. */
export type CodeInCart = ShelfCode & { readonly at_work: boolean };

/** What codes can be good for, and who has them. */
export type CodeDesk = {
  readonly now: Temporal.Instant;
  readonly rules: readonly CheckoutRule[];
  /** In the seller's order. */
  readonly discounts: readonly Discount[];
  /** Discounts that were at work on this cart before: what was shown goes on, though its time is over by now. */
  readonly before: ReadonlySet<string>;
  /** Has this buyer a use left, where the code itself has one? */
  readonly mayUse: (code: ShelfCode) => boolean;
};

export type Settled = Discounted & {
  /** Codes by id that do something in this cart. */
  readonly at_work: ReadonlySet<string>;
};

/** Groups whose discounts and rules this code opens: its own, and those that its own activates. */
export const opensOf = ({
  code_group_id,
  activates,
}: Pick<ShelfCode, "code_group_id" | "activates">): readonly string[] => [code_group_id, ...activates];

/** One that was at work goes on; one that waits needs a use, and a moment at which it could be entered. */
export const canWork = (code: CodeInCart, { now, mayUse }: Pick<CodeDesk, "now" | "mayUse">): boolean =>
  !code.retired && (code.at_work || (isCurrent(code, now) && !isUsedUp(code) && mayUse(code)));

/** What these tickets cost with these codes in the cart, and which of the codes have a part in that or lift a rule. */
export const settleCodes = (
  tickets: readonly DiscountedTicket[],
  codes: readonly CodeInCart[],
  desk: CodeDesk,
): Settled => {
  const able = codes.filter((code) => canWork(code, desk));
  const open = new Set(able.flatMap(opensOf));
  const inForce = desk.discounts.filter(
    (discount) =>
      (discount.code_group_ids.length === 0 || discount.code_group_ids.some((id) => open.has(id))) &&
      (desk.before.has(discount.id) || isOffered(discount, desk.now)),
  );
  const { prices, taken } = discounted(tickets, inForce);

  // Each thing that needs a code has the first that would do: a second one for the same thing is not used.
  const needs = [
    ...inForce.flatMap(({ id, code_group_ids }) =>
      taken.has(id) && code_group_ids.length > 0 ? [code_group_ids] : [],
    ),
    ...rulesInForce(desk.rules, tickets).flatMap(({ code_group_id }) => (code_group_id ? [[code_group_id]] : [])),
  ];
  const at_work = new Set(
    needs.flatMap((groups) => able.find((code) => opensOf(code).some((id) => groups.includes(id)))?.id ?? []),
  );
  return { prices, taken, at_work };
};

export type CodeNo = { readonly code: RefusalCode; readonly extra: Record<string, unknown> };
type Judged =
  /** `also`: another code of the same request fails for a reason of its own. */
  | { readonly no: CodeNo; readonly also?: CodeNo }
  /** All codes of the cart, in the order in which they came. */
  | { readonly codes: readonly CodeInCart[] };

/**
 * Which codes the cart has then. A code that is unknown, another seller's, not yet or no longer valid gets one and the
 * same answer.
 */
export const judgeCodes = (
  given: CodesGiven,
  {
    tickets,
    has,
    known,
    desk,
  }: {
    readonly tickets: readonly DiscountedTicket[];
    readonly has: readonly CodeInCart[];
    readonly known: ReadonlyMap<string, ShelfCode>;
    readonly desk: CodeDesk;
  },
): Judged => {
  const off = new Set(given.off);
  let codes = has.filter(({ id }) => !off.has(id));
  const isGood = (id: string): boolean => settleCodes(tickets, codes, desk).at_work.has(id);
  const enter = (text: string, needsBenefit: boolean): RefusalCode | undefined => {
    const code = known.get(foldCode(text));
    if (!code || !isCurrent(code, desk.now)) return "code_not_found";
    if (codes.some(({ id }) => id === code.id)) return "duplicate_code";
    if (isUsedUp(code) || !desk.mayUse(code)) return "code_exhausted";
    const before = codes;
    codes = [...codes, { ...code, at_work: false }];
    if (!needsBenefit || isGood(code.id)) return undefined;
    codes = before;
    return "no_code_benefit";
  };

  const needsBenefit = given.benefit !== "optional";
  const problems: CodeNo[] = [];
  const silent: string[] = [];
  for (const text of given.codes) {
    const standIn = known.has(foldCode(text)) ? undefined : given.standIns?.get(foldCode(text));
    const refused = standIn === undefined ? enter(text, needsBenefit) : undefined;
    if (standIn !== undefined) silent.push(standIn);
    if (refused && !(refused === "duplicate_code" && given.again !== "refused"))
      problems.push({ code: refused, extra: { code: text.trim() } });
  }
  // One may have been good for something until another came that is better and stands alone.
  if (needsBenefit && problems.length === 0 && given.codes.length > 1) {
    const { at_work } = settleCodes(tickets, codes, desk);
    const idle = given.codes.find((text) => {
      const id = known.get(foldCode(text))?.id;
      return id !== undefined && !has.some((code) => code.id === id) && !at_work.has(id);
    });
    if (idle !== undefined) problems.push({ code: "no_code_benefit", extra: { code: idle.trim() } });
  }
  const twice = problems.find(({ code }) => code === "duplicate_code");
  const other = problems.find(({ code }) => code !== "duplicate_code");
  const no = twice ?? other;
  if (no) return twice && other ? { no, also: other } : { no };

  for (const text of [...silent, ...given.preloaded]) enter(text, true);
  return { codes };
};
