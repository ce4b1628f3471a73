import type { Insertable } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import type { CheckoutRuleTable, CodeGroupTable, CodeTable, DiscountTable } from "../../src/db/schema/codes.ts";

type SellerKey = { readonly seller_id: string };
type RuleOverrides = Partial<Pick<Insertable<CheckoutRuleTable>, "description" | "blocks" | "code_group_id">> & {
  /** In the format of packages/rules (checkout rules). */
  readonly conditions: readonly object[];
};
type CodeOverrides = Partial<
  Pick<Insertable<CodeTable>, "valid_from" | "valid_to" | "max_uses" | "retired" | "paused_at" | "is_gift">
>;

/** A code group with `codes`, each with its overrides. */
export const createCodes = async (
  db: Database,
  { seller_id }: SellerKey,
  codes: Readonly<Record<string, CodeOverrides>>,
  group: Partial<Pick<Insertable<CodeGroupTable>, "max_uses" | "max_uses_each" | "activates">> = {},
): Promise<{ readonly id: string; readonly codes: Readonly<Record<string, string>> }> => {
  const id = newId();
  await db
    .insertInto("code_group")
    .values({ seller_id, id, key: id, name: "Friends", description: "For friends of the museum", ...group })
    .execute();
  const codeIds: Record<string, string> = {};
  for (const [code, overrides] of Object.entries(codes)) {
    codeIds[code] = newId();
    await db
      .insertInto("code")
      .values({ ...overrides, seller_id, id: codeIds[code], code_group_id: id, code, normalized: code.toLowerCase() })
      .execute();
  }
  return { id, codes: codeIds };
};

/** A checkout rule; by default it blocks reserving. */
export const createCheckoutRule = async (
  db: Database,
  { seller_id }: SellerKey,
  { conditions, ...rule }: RuleOverrides,
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

type DiscountOverrides = Partial<
  Omit<Insertable<DiscountTable>, "seller_id" | "id" | "key" | "benefit" | "scopes" | "code_group_ids">
> & {
  /** In the format of packages/rules (discounts). */
  readonly benefit: object;
  readonly scopes?: readonly object[];
  /** Empty if the discount applies to everyone. */
  readonly code_group_ids?: readonly string[];
};

/** A discount; by default on each ticket and combinable. */
export const createDiscount = async (
  db: Database,
  { seller_id }: SellerKey,
  { benefit, scopes = [], code_group_ids = [], ...overrides }: DiscountOverrides,
): Promise<string> => {
  const id = newId();
  await db
    .insertInto("discount")
    .values({
      name: "Less",
      description: "Because it is you",
      per: "ticket",
      stacking: "with_others",
      ...overrides,
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
