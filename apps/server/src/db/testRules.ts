import type { Insertable } from "kysely";
import type { Database } from "./connect.ts";
import { newId } from "./newId.ts";
import type { CheckoutRuleTable, CodeTable } from "./schemaCodes.ts";

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
): Promise<{ readonly id: string; readonly codes: Readonly<Record<string, string>> }> => {
  const id = newId();
  await db
    .insertInto("code_group")
    .values({ seller_id, id, key: id, name: "Friends", description: "For friends of the house" })
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
