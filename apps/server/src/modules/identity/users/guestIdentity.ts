import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { newId } from "../../../db/newId.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { saveNewVisitors } from "../sessions/saveNewVisitors.ts";
import {
  claimGuestIdentityRow,
  guestBuyerByEmail,
  guestById,
  insertGuestIdentity,
  type GuestDetails,
  type GuestRow,
} from "./guestIdentity.sql.ts";

type ClaimedRow = NonNullable<Awaited<ReturnType<typeof claimGuestIdentityRow>>>;

const toIdentityInput = ({ first_name, last_name, email, additional_info }: ClaimedRow): IdentityInput => ({
  first_name: first_name ?? "",
  last_name: last_name ?? "",
  email: email ?? "",
  additional_info: additional_info as NonNullable<IdentityInput["additional_info"]>,
});

/**
 * Stores a person whom the visitor named: a gift recipient, or a purchaser whose address belongs to an account. Only this
 * visitor can use the id, and it stands only for the typed details.
 */
export const saveGuestIdentity = async (ctx: RequestContext, details: GuestDetails): Promise<string> => {
  const visitor = ctx.ensureVisitor();
  const id = newId();
  await transact(ctx, async (ctx) => {
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    await insertGuestIdentity(ctx, { ...details, id, created_by_identity_id: visitor.identity_id });
  });
  return id;
};

/** Stores a guest whom staff name. Nobody can use the id for a purchase of their own. */
export const saveNamedGuest = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  details: Omit<GuestDetails, "additional_info">,
): Promise<string> => {
  const id = newId();
  await insertGuestIdentity(ctx, { ...details, additional_info: {}, id, created_by_identity_id: null });
  return id;
};

/** Claims the person whom the visitor named by this id. It works once; undefined for another visitor's id. */
export const claimGuestIdentity = async (
  db: Pipeline,
  { seller, visitor }: Pick<RequestContext, "seller" | "visitor">,
  id: string,
): Promise<IdentityInput | undefined> => {
  const row = visitor
    ? await claimGuestIdentityRow(db, seller.id, { id, created_by_identity_id: visitor.identity_id })
    : undefined;
  return row && toIdentityInput(row);
};

/** The last guest who bought with this address, if any. */
export const findGuestBuyer = (
  ctx: Pick<RequestContext, "db" | "seller">,
  email: string,
): Promise<GuestRow | undefined> => guestBuyerByEmail(ctx, normalizeEmail(email));

export const findGuest = (ctx: Pick<RequestContext, "db" | "seller">, id: string): Promise<GuestRow | undefined> =>
  guestById(ctx, id);
