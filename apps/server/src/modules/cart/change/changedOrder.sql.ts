import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import { statement, type Pipeline } from "../../../db/statement.ts";

/** An order, as far as changes of it are decided. */
export type ChangedOrderRow = {
  readonly id: string;
  readonly order_number: number;
  readonly cart_id: string;
  readonly currency: string;
  /** The purchaser. */
  readonly identity_id: string;
  readonly owner_identity_id: string;
  /** By event; null for orders from before they were kept. */
  readonly change_policies: Readonly<Record<string, ChangePolicy>> | null;
};

export const readChangedOrderRow = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<ChangedOrderRow | undefined> => {
  const [row] = await statement<ChangedOrderRow>(
    pipeline,
    `select id, order_number, cart_id, currency, identity_id, owner_identity_id, change_policies
     from ticket_order where seller_id = $1 and id = $2`,
    [seller_id, order_id],
  );
  return row;
};
