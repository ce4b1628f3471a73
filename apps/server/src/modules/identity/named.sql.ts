import { statement, type Wire } from "../../db/statement.ts";
import type { Ask } from "../../http/ask.ts";

type Db = Pick<Ask, "db" | "seller">;
const shown = ["id", "first_name", "last_name", "email", "additional_info"] as const;

export type Typed = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly additional_info: Readonly<Record<string, unknown>>;
};

export const insertNamed = (
  { db, seller }: Db,
  { id, named_by_id, additional_info, ...typed }: Typed & { readonly id: string; readonly named_by_id: string },
) =>
  db
    .insertInto("identity")
    .values({
      seller_id: seller.id,
      id,
      kind: "guest",
      named_by_id,
      ...typed,
      additional_info: JSON.stringify(additional_info),
    })
    .execute();

type NamedRow = {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly additional_info: unknown;
};

/** On a wire, so that it can be done in the transaction of what they are taken for. */
export const takeNamedRow = async (
  wire: Wire,
  seller_id: string,
  { id, named_by_id }: { readonly id: string; readonly named_by_id: string },
): Promise<NamedRow | undefined> => {
  const [row] = await statement<NamedRow>(
    wire,
    `update identity set taken_at = app_now()
     where seller_id = $1 and id = $2 and named_by_id = $3 and kind = 'guest' and taken_at is null
     returning ${shown.join(", ")}`,
    [seller_id, id, named_by_id],
  );
  return row;
};
