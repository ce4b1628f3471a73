import { sql } from "kysely";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Action } from "./action.ts";
import type { SimulatedShop } from "./simulatedShop.ts";

/** In every nth seed, the shop has invoices with a tax of its own. */
export const invoiceSeedInterval = 2;
/** In every nth seed, its ticket types name taxes. */
const taxSeedInterval = 3;

const taxes: readonly (TicketTax | null)[] = [
  { name: "VAT", percent: 20 },
  { name: "VAT", percent: 6.9 },
  { name: "City tax, 'old'", percent: 0.125 },
  { name: "VAT", percent: 0 },
  null,
];

export const namesTaxes = (seed: number): boolean => seed % taxSeedInterval === 1;

/** Each type gets another tax. Gift cards and donations get one too, which must have no effect. */
export const changeTaxes: Action = async ({ db, shop, random, trace }: SimulatedShop) => {
  const types = await db
    .selectFrom("ticket_type")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .orderBy("id")
    .execute();
  for (const { id } of types) {
    const tax = random.pick(taxes) ?? null;
    await sql`update ticket_type set tax = ${tax && JSON.stringify(tax)}::jsonb where seller_id = ${shop.seller_id} and id = ${id}`.execute(
      db,
    );
  }
  trace.push("the taxes change");
};

export const taxActions = [[1, changeTaxes]] as const;
