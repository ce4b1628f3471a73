import type { Cart } from "@foyer/contract/cart.ts";
import { descriptions } from "@foyer/contract/descriptions.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import type { CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import { opensOf, type CodeInCart } from "@foyer/rules/codesAtWork.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { CartDiscount, CodeRow } from "../codes/code.ts";
import type { NamedRule } from "../codes/codeDesk.ts";

type Mod = Cart["cart_mods"][number];
type CodeOfCart = CodeRow & CodeInCart;

/** What the cart of a seller goes by. */
export type Ruled = {
  readonly codes: readonly CodeOfCart[];
  readonly rules: readonly NamedRule[];
  /** What is taken off, in the order in which it is. */
  readonly discounts: readonly CartDiscount[];
};

const nothing = { discount: "0", blocking_checkout: false } as const;

/**
 * What is at work on a cart (docs/decisions/014): discounts with what they take off, codes that let something through,
 * codes that wait because there is nothing here for them, and rules that want a code.
 */
export const modsOf = (
  seller: Seller,
  { codes, discounts }: Ruled,
  blocking: readonly (CheckoutRule & Pick<NamedRule, "group_key" | "group_name">)[],
  own: boolean,
): Mod[] => {
  const shown = (some: readonly CodeOfCart[]) => (own ? some.map(({ id, code }) => ({ id, code })) : []);
  const working = codes.filter(({ at_work }) => at_work);
  const opens = (code: CodeOfCart, groups: readonly string[]) => opensOf(code).some((id) => groups.includes(id));
  const lowers = (code: CodeOfCart) => discounts.some(({ code_group_ids }) => opens(code, code_group_ids));
  return [
    ...discounts.map(({ id, name, description, amount, code_group_ids, group_keys }): Mod => ({
      ...nothing,
      id,
      name,
      codes: shown(working.filter((code) => opens(code, code_group_ids))),
      activating_code_groups: [...group_keys],
      discount: toWire(amount, seller.default_currency_code),
      description,
      resource: "discount",
      resource_id: id,
    })),
    ...working
      .filter((code) => !lowers(code))
      .map((code): Mod => ({
        ...nothing,
        id: code.id,
        name: code.group_name,
        codes: shown([code]),
        activating_code_groups: [code.group_key],
        description: code.group_description,
        resource: "code_group",
        resource_id: code.code_group_id,
      })),
    ...codes
      .filter(({ at_work }) => !at_work)
      .map((code): Mod => ({
        ...nothing,
        id: code.id,
        name: code.group_name,
        codes: shown([code]),
        activating_code_groups: [code.group_key],
        description: seller.strings["error.no_code_benefit"] ?? descriptions.no_code_benefit,
        resource: "code",
        resource_id: code.id,
      })),
    ...blocking.flatMap(({ id, description, group_key, group_name }): Mod[] =>
      group_key === null || group_name === null
        ? []
        : [
            {
              ...nothing,
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
