import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { newId } from "../../../db/newId.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { saveNewVisitors } from "../sessions/saveNewVisitors.ts";
import { insertGuestIdentity, claimGuestIdentityRow, type GuestDetails } from "./guestIdentity.sql.ts";

type ClaimedRow = NonNullable<Awaited<ReturnType<typeof claimGuestIdentityRow>>>;

const toIdentityInput = ({ first_name, last_name, email, additional_info }: ClaimedRow): IdentityInput => ({
  first_name: first_name ?? "",
  last_name: last_name ?? "",
  email: email ?? "",
  additional_info: additional_info as NonNullable<IdentityInput["additional_info"]>,
});

/**
 * Keeps a person whom the visitor named: a giftee, or a purchaser whose address is another's account. The id is good with
 * this visitor alone, and stands for no more than what they typed themselves (T70).
 */
export const saveGuestIdentity = async (ctx: RequestContext, details: GuestDetails): Promise<string> => {
  const visitor = ctx.ensureVisitor();
  const id = newId();
  await transact(ctx, async (ctx) => {
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    await insertGuestIdentity(ctx, { ...details, id, named_by_id: visitor.identity_id });
  });
  return id;
};

/** Whom the visitor named by this id, once, in the transaction of `wire`; undefined for everybody else's. */
export const claimGuestIdentity = async (
  db: Pipeline,
  { seller, visitor }: Pick<RequestContext, "seller" | "visitor">,
  id: string,
): Promise<IdentityInput | undefined> => {
  const row = visitor
    ? await claimGuestIdentityRow(db, seller.id, { id, named_by_id: visitor.identity_id })
    : undefined;
  return row && toIdentityInput(row);
};
