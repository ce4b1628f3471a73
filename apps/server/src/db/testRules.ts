import type { Insertable } from "kysely";
import type { Database } from "./connect.ts";
import { newId } from "./newId.ts";
import type { CheckoutRuleTable, CodeGroupTable, CodeTable, DiscountTable } from "./schemaCodes.ts";

type At = { readonly seller_id: string };
type RuleWishes = Partial<Pick<Insertable<CheckoutRuleTable>, "description" | "blocks" | "code_group_id">> & {
  /** In the words of rules/checkoutRules.ts. */
  readonly conditions: readonly object[];
};
type CodeWishes = Partial<Pick<Insertable<CodeTable>, "valid_from" | "valid_to" | "max_uses" | "retired">>;

/** A group of codes; each is written as `codes` says, with what is wished of it. */
export const makeCodes = async (
  db: Database,
  { seller_id }: At,
  codes: Readonly<Record<string, CodeWishes>>,
  group: Partial<Pick<Insertable<CodeGroupTable>, "max_uses" | "max_uses_each" | "activates">> = {},
): Promise<{ readonly id: string; readonly codes: Readonly<Record<string, string>> }> => {
  const id = newId();
  await db
    .insertInto("code_group")
    .values({ seller_id, id, key: id, name: "Friends", description: "For friends of the house", ...group })
    .execute();
  const made: Record<string, string> = {};
  for (const [code, wishes] of Object.entries(codes)) {
    made[code] = newId();
    await db
      .insertInto("code")
      .values({ ...wishes, seller_id, id: made[code], code_group_id: id, code, folded: code.toLowerCase() })
      .execute();
  }
  return { id, codes: made };
};

/** A rule of the seller's; it blocks reserving unless told otherwise. */
export const makeRule = async (
  db: Database,
  { seller_id }: At,
  { conditions, ...rule }: RuleWishes,
): Promise<string> => {
  const id = newId();
  const blocks = { description: "Not like this.", blocks: "reserve" as const, code_group_id: null };
  await db
    .insertInto("checkout_rule")
    .values({
      ...blocks,
      ...rule,
      seller_id,
      id,
      event_template_id: null,
      key: id,
      conditions: JSON.stringify(conditions),
    })
    .execute();
  return id;
};

type DiscountWishes = Partial<
  Omit<Insertable<DiscountTable>, "seller_id" | "id" | "key" | "benefit" | "scopes" | "code_group_ids">
> & {
  /** In the words of rules/discounts.ts. */
  readonly benefit: object;
  readonly scopes?: readonly object[];
  /** None: everybody has it. */
  readonly code_group_ids?: readonly string[];
};

/** What the seller takes off: of each ticket, together with others, unless told otherwise. */
export const makeDiscount = async (
  db: Database,
  { seller_id }: At,
  { benefit, scopes = [], code_group_ids = [], ...wishes }: DiscountWishes,
): Promise<string> => {
  const id = newId();
  await db
    .insertInto("discount")
    .values({
      name: "Less",
      description: "Because it is you",
      per: "ticket",
      stacking: "with_others",
      ...wishes,
      seller_id,
      id,
      key: id,
      code_group_ids: [...code_group_ids],
      benefit: JSON.stringify(benefit),
      scopes: JSON.stringify(scopes),
    })
    .execute();
  return id;
};
