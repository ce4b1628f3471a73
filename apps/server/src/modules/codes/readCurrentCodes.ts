import type { Pipeline } from "../../db/statements/statement.ts";
import { codeGroupUseRows, storedCodeRows, type StoredCode } from "./codesAsTheyStand.sql.ts";

export type StoredCodes = {
  readonly codes: readonly StoredCode[];
  /** The number of carts and orders that use the codes of a group, by the group's key. */
  readonly groupUses: ReadonlyMap<string, number>;
};

/** Codes by normalised text as they are now, with the uses of every group. Takes no locks, so it is only for reading. */
export const readCurrentCodes = async (
  pipeline: Pipeline,
  seller_id: string,
  normalized: readonly string[],
): Promise<StoredCodes> => {
  const codes = normalized.length > 0 ? await storedCodeRows(pipeline, seller_id, normalized) : [];
  const uses = await codeGroupUseRows(pipeline, seller_id);
  return { codes, groupUses: new Map(uses.map(({ key, used }) => [key, used])) };
};
