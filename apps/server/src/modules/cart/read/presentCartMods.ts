import type { Cart } from "@foyer/contract/shop/cart.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { CheckoutRule } from "@foyer/rules/pricing/checkoutRules.ts";
import { openedCodeGroups, type CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { CartDiscount, CodeRow } from "../../codes/code.ts";
import type { NamedRule } from "../../codes/codeContext.ts";

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

/**
 * The modifications of a cart: discounts with their amounts, codes that unlock something, waiting codes without effect,
 * and rules that ask for a code. See docs/decisions/014.
 */
export const presentCartMods = (
  seller: Seller,
  { codes, discounts }: AppliedRules,
  blocking: readonly (CheckoutRule & Pick<NamedRule, "group_key" | "group_name">)[],
  isOwner: boolean,
): Mod[] => {
  const visibleCodes = (some: readonly AppliedCode[]) => (isOwner ? some.map(({ id, code }) => ({ id, code })) : []);
  const working = codes.filter(({ at_work }) => at_work);
  const appliesTo = (code: AppliedCode, groups: readonly string[]) =>
    openedCodeGroups(code).some((id) => groups.includes(id));
  const hasDiscount = (code: AppliedCode) => discounts.some(({ code_group_ids }) => appliesTo(code, code_group_ids));
  return [
    ...discounts.map(({ id, name, description, amount, code_group_ids, group_keys }): Mod => ({
      ...noDiscount,
      id,
      name,
      codes: visibleCodes(working.filter((code) => appliesTo(code, code_group_ids))),
      activating_code_groups: [...group_keys],
      discount: toDecimal(amount, seller.default_currency_code),
      description,
      resource: "discount",
      resource_id: id,
    })),
    ...working
      .filter((code) => !hasDiscount(code))
      .map((code): Mod => ({
        ...noDiscount,
        id: code.id,
        name: code.group_name,
        codes: visibleCodes([code]),
        activating_code_groups: [code.group_key],
        description: code.group_description,
        resource: "code_group",
        resource_id: code.code_group_id,
      })),
    ...codes
      .filter(({ at_work }) => !at_work)
      .map((code): Mod => ({
        ...noDiscount,
        id: code.id,
        name: code.group_name,
        codes: visibleCodes([code]),
        activating_code_groups: [code.group_key],
        description: seller.strings["error.no_code_benefit"] ?? refusalDescriptions.no_code_benefit,
        resource: "code",
        resource_id: code.id,
      })),
    ...blocking.flatMap(({ id, description, group_key, group_name }): Mod[] =>
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
          ],
    ),
  ];
};
