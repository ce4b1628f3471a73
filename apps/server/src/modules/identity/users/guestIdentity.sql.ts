import { hasEmail } from "../../../db/emailIs.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;
const returnedColumns = ["id", "first_name", "last_name", "email", "additional_info"] as const;

export type GuestDetails = {
  readonly first_name: string;
  readonly last_name: string;
  /** Null for a person without an address, whom staff name. */
  readonly email: string | null;
  readonly additional_info: Readonly<Record<string, unknown>>;
};

export const insertGuestIdentity = (
  { db, seller }: Db,
  {
    id,
    created_by_identity_id,
    additional_info,
    ...details
  }: GuestDetails & { readonly id: string; readonly created_by_identity_id: string | null },
) =>
  db
    .insertInto("identity")
    .values({
      seller_id: seller.id,
      id,
      kind: "guest",
      created_by_identity_id,
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
  { id, created_by_identity_id }: { readonly id: string; readonly created_by_identity_id: string },
): Promise<GuestIdentityRow | undefined> => {
  const [row] = await statement<GuestIdentityRow>(
    db,
    `update identity set claimed_at = app_now()
     where seller_id = $1 and id = $2 and created_by_identity_id = $3 and kind = 'guest' and claimed_at is null
     returning ${returnedColumns.join(", ")}`,
    [seller_id, id, created_by_identity_id],
  );
  return row;
};

export type GuestRow = Pick<GuestIdentityRow, "id" | "first_name" | "last_name" | "email">;

/** The latest guest who has bought with this address, if any. `email` is in lower case. */
export const guestBuyerByEmail = ({ db, seller }: Db, email: string): Promise<GuestRow | undefined> =>
  db
    .selectFrom("identity as i")
    .innerJoin("ticket_order as o", (join) =>
      join.onRef("o.seller_id", "=", "i.seller_id").onRef("o.identity_id", "=", "i.id"),
    )
    .select(["i.id", "i.first_name", "i.last_name", "i.email"])
    .where("i.seller_id", "=", seller.id)
    .where("i.kind", "=", "guest")
    .where("i.email", "is not", null)
    .where(hasEmail("i.email", email))
    .orderBy("o.created_at", "desc")
    .limit(1)
    .executeTakeFirst();

export const guestById = ({ db, seller }: Db, id: string): Promise<GuestRow | undefined> =>
  db
    .selectFrom("identity")
    .select(["id", "first_name", "last_name", "email"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("kind", "=", "guest")
    .executeTakeFirst();
