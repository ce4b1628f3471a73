import type { RequestContext } from "../../../http/requestContext.ts";

/** Finds a user by member number or card code (`number` is normalised). Renewals keep the number and the person. */
export const userOfMemberNumber = ({ db, seller }: Pick<RequestContext, "db" | "seller">, number: string) =>
  db
    .selectFrom("membership as m")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "m.seller_id").onRef("i.id", "=", "m.identity_id"),
    )
    .select(["m.identity_id", "m.holder_name"])
    .where("m.seller_id", "=", seller.id)
    .where((eb) => eb.or([eb("m.member_number", "=", number), eb("m.scan_code", "=", number)]))
    .where("m.state", "=", "active")
    .where("i.kind", "=", "user")
    .orderBy("m.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
