import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { CheckoutRule } from "@foyer/rules/pricing/checkoutRules.ts";
import { openedCodeGroups, type CodeInCart, type CodeRejection } from "@foyer/rules/pricing/applyCodes.ts";
import { invalidityOf, isCodeUsedUp } from "@foyer/rules/pricing/codes.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { CartDiscount, CodeRow } from "../../codes/code.ts";
import type { NamedRule } from "../../codes/codeContext.ts";
import { describeRefusedCode } from "../../codes/describeRefusedCode.ts";

type Mod = Cart["cart_mods"][number];
type AppliedCode = CodeRow & CodeInCart;

/** The codes, rules and discounts that apply to a cart. */
export type AppliedRules = {
  readonly codes: readonly AppliedCode[];
  readonly rules: readonly NamedRule[];
  /** In the order in which they apply. */
  readonly discounts: readonly CartDiscount[];
};

const noDiscount = { discount: "0", blocking_checkout: false } as const;

type BlockingRule = CheckoutRule & Pick<NamedRule, "group_key" | "group_name">;
type Viewed = { readonly isOwner: boolean; /** The cart changes an order. */ readonly isChange: boolean };
type ModContext = AppliedRules & Viewed & { readonly seller: Seller };

/**
 * The modifications of a cart: discounts with their amounts, codes that unlock something, waiting codes without effect,
 * and rules that ask for a code. See docs/decisions/014.
 */
export const presentCartMods = (
  seller: Seller,
  applied: AppliedRules,
  blocking: readonly BlockingRule[],
  viewed: Viewed,
): Mod[] => {
  const context = { ...applied, ...viewed, seller };
  return [
    ...discountMods(context),
    ...unlockingCodeMods(context),
    ...waitingCodeMods(context),
    ...blocking.flatMap(blockingRuleMods),
  ];
};

const appliesTo = (code: AppliedCode, group_ids: readonly string[]): boolean =>
  openedCodeGroups(code).some((id) => group_ids.includes(id));

/** Only the owner sees the codes themselves. */
const visibleCodes = (codes: readonly AppliedCode[], { isOwner }: Pick<ModContext, "isOwner">): Mod["codes"] =>
  isOwner ? codes.map(({ id, code }) => ({ id, code })) : [];

const discountMods = (context: ModContext): Mod[] =>
  context.discounts.map(({ id, name, description, amount, code_group_ids, group_keys }) => ({
    ...noDiscount,
    id,
    name,
    codes: visibleCodes(
      context.codes.filter((code) => code.is_applied && appliesTo(code, code_group_ids)),
      context,
    ),
    activating_code_groups: [...group_keys],
    discount: toDecimal(amount, context.seller.default_currency_code),
    description,
    resource: "discount",
    resource_id: id,
  }));

/** Applied codes without a discount: they lift a rule. */
const unlockingCodeMods = (context: ModContext): Mod[] =>
  context.codes
    .filter(
      (code) => code.is_applied && !context.discounts.some(({ code_group_ids }) => appliesTo(code, code_group_ids)),
    )
    .map((code) => ({
      ...codeMod(code, context),
      description: code.group_description,
      resource: "code_group",
      resource_id: code.code_group_id,
    }));

/** Why a code cannot work again, whatever the cart contains; undefined for one that only waits for other contents. */
const refusalOfWaiting = (code: AppliedCode): CodeRejection | undefined => {
  const invalidity = invalidityOf(code, Temporal.Instant.from(code.now));
  if (code.retired || invalidity) return { code: "code_not_found", extra: { ...invalidity } };
  return isCodeUsedUp(code) ? { code: "code_exhausted", extra: {} } : undefined;
};

/** Used both for codes that apply to nothing in the cart, and for codes that a better discount makes ineffective. */
const waitingCode = "This code has no effect on your cart at the moment.";
const waitingCodeOfChange = "This code has no effect on your change at the moment.";

const describeWaitingCode = (code: AppliedCode, { seller, isChange }: ModContext): string => {
  const { strings } = seller;
  const refused = refusalOfWaiting(code);
  if (refused) {
    const { text, description } = describeRefusedCode(seller, refused, { isChange: false });
    return text ?? description ?? strings[`error.${refused.code}`] ?? refusalDescriptions[refused.code];
  }
  return (
    (isChange ? strings["error.no_code_benefit.change"] : undefined) ??
    strings["error.no_code_benefit"] ??
    (isChange ? waitingCodeOfChange : waitingCode)
  );
};

const waitingCodeMods = (context: ModContext): Mod[] =>
  context.codes
    .filter(({ is_applied }) => !is_applied)
    .map((code) => ({
      ...codeMod(code, context),
      description: describeWaitingCode(code, context),
      resource: "code",
      resource_id: code.id,
    }));

const codeMod = (code: AppliedCode, context: ModContext) => ({
  ...noDiscount,
  id: code.id,
  name: code.group_name,
  codes: visibleCodes([code], context),
  activating_code_groups: [code.group_key],
});

/** A rule that no code can lift is not a modification. */
const blockingRuleMods = ({ id, description, group_key, group_name }: BlockingRule): Mod[] =>
  group_key === null || group_name === null
    ? []
    : [
        {
          ...noDiscount,
          id,
          name: group_name,
          codes: [],
          activating_code_groups: [group_key],
          blocking_checkout: true,
          description,
          resource: "checkout_rule",
          resource_id: id,
        },
      ];
