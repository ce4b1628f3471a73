import { statement, type Pipeline } from "../../db/statements/statement.ts";
import type { CodeRow } from "./code.ts";
import { codeColumns } from "./codes.sql.ts";

/** A code as it is now. `by_office`: staff have created or changed it, so the catalogue's import leaves it alone. */
export type StoredCode = CodeRow & { readonly by_office: boolean };

export const storedCodeRows = (
  pipeline: Pipeline,
  seller_id: string,
  normalized: readonly string[],
): Promise<StoredCode[]> =>
  statement(
    pipeline,
    `select ${codeColumns}, k.by_office from code k
     join code_group g on g.seller_id = k.seller_id and g.id = k.code_group_id
     where k.seller_id = $1 and k.normalized = any($2::text[])`,
    [seller_id, normalized],
  );

/** The carts and orders that use the codes of each group. */
export const codeGroupUseRows = (
  pipeline: Pipeline,
  seller_id: string,
): Promise<{ readonly key: string; readonly used: number }[]> =>
  statement(pipeline, `select key, used from code_group where seller_id = $1 and used > 0`, [seller_id]);
