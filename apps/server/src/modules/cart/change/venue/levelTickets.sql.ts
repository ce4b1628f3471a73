import { statement, type Pipeline } from "../../../../db/statements/statement.ts";

export type LevelTicket = {
  readonly id: string;
  /** The ticket's price, and its value for the rest of the term. In minor units. */
  readonly price: number;
  readonly worth: number;
  /** The membership whose level changes. */
  readonly changes_id: string;
  /** The end of its term. */
  readonly until: string;
};

/** Stores with held tickets which memberships they change. */
export const nameChangedMemberships = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly LevelTicket[],
): Promise<void> => {
  await statement(
    pipeline,
    `update ticket t set handler_data = n.handler_data
     from unnest($2::uuid[], $3::jsonb[]) as n (id, handler_data)
     where t.seller_id = $1 and t.id = n.id and t.state in ('held', 'in_cart')`,
    [
      seller_id,
      tickets.map(({ id }) => id),
      tickets.map(({ changes_id, worth, until }) => JSON.stringify({ action: "buy", changes_id, worth, until })),
    ],
  );
};
