import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** The first cart of a visitor's session. */
export const firstCartOf = async (
  pipeline: Pipeline,
  seller_id: string,
  identity_id: string,
): Promise<string | undefined> => {
  const [cart] = await statement<{ id: string }>(
    pipeline,
    `select id from cart where seller_id = $1 and identity_id = $2 order by created_at, id limit 1`,
    [seller_id, identity_id],
  );
  return cart?.id;
};
