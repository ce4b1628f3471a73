import { statement, type Pipeline } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;
const returnedColumns = ["id", "first_name", "last_name", "email", "additional_info"] as const;

export type GuestDetails = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly additional_info: Readonly<Record<string, unknown>>;
};

export const insertGuestIdentity = (
  { db, seller }: Db,
  {
    id,
    named_by_id,
    additional_info,
    ...details
  }: GuestDetails & { readonly id: string; readonly named_by_id: string },
) =>
  db
    .insertInto("identity")
    .values({
      seller_id: seller.id,
      id,
      kind: "guest",
      named_by_id,
      ...details,
      additional_info: JSON.stringify(additional_info),
    })
    .execute();

type GuestIdentityRow = {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly additional_info: unknown;
};

/** Marks a guest identity as taken and returns it; undefined if it is another visitor's or was taken before. */
export const claimGuestIdentityRow = async (
  db: Pipeline,
  seller_id: string,
  { id, named_by_id }: { readonly id: string; readonly named_by_id: string },
): Promise<GuestIdentityRow | undefined> => {
  const [row] = await statement<GuestIdentityRow>(
    db,
    `update identity set taken_at = app_now()
     where seller_id = $1 and id = $2 and named_by_id = $3 and kind = 'guest' and taken_at is null
     returning ${returnedColumns.join(", ")}`,
    [seller_id, id, named_by_id],
  );
  return row;
};
