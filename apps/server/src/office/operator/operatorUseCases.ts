import { previewSuffix, reservedSlugs } from "@foyer/contract/reservedSlugs.ts";
import {
  operatorPageSize,
  type createSeller,
  type inviteFirstOwner,
  type listSellers,
  type resumeSeller,
  type suspendSeller,
} from "@foyer/contract/office/staff/operator.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import { findSellerBySlug } from "../../http/sellerFinder.ts";
import type { AccountContext } from "../../http/staff/staffContext.ts";
import { auditAsOperator, changing } from "../../modules/audit/audit.ts";
import { lockOwners } from "../../modules/staff/grants.ts";
import { invite } from "../../modules/staff/invitations.ts";
import { requireNotJustInvited } from "../../modules/staff/requireNotJustInvited.ts";
import { queueInvitation } from "../../modules/staff/staffEmails.ts";
import { findSellers, insertSeller, lockSeller, sellerCursor, setSellerSuspended } from "./sellers.sql.ts";

export const listAllSellers = async (
  { db }: AccountContext,
  { q, sort: text = "slug", after }: StaffReceived<typeof listSellers>,
): Promise<StaffReply<typeof listSellers>> => {
  const sort = parseSort(text);
  const found = await findSellers(db, { q, sort, after, limit: operatorPageSize + 1 });
  const sellers = found.slice(0, operatorPageSize);
  const last = sellers.at(-1);
  return { sellers, next: found.length > operatorPageSize && last ? sellerCursor(sort, last) : null };
};

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};
const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

const invalid = (field: string): Refused =>
  new Refused({ code: "validation_failed", context: "staff", extra: { fields: [field] } });
const slugTaken = (): Refused => new Refused({ code: "slug_taken", context: "staff", extra: { fields: ["slug"] } });

/** Creates a seller without a catalogue. Its owner imports one, and configures everything else. */
export const createNewSeller = async (
  ctx: AccountContext,
  { slug, name, currency, timezone }: StaffReceived<typeof createSeller>,
): Promise<Nothing> => {
  if (reservedSlugs.has(slug) || previewSuffix.test(slug)) throw slugTaken();
  if (!isCurrency(currency)) throw invalid("currency");
  if (!isTimeZone(timezone)) throw invalid("timezone");
  const id = newId();
  return changing(ctx, async (ctx) => {
    if (!(await insertSeller(ctx.db, { id, slug, name, currency, timezone }))) throw slugTaken();
    await auditAsOperator(ctx, id, {
      action: "seller.created",
      entity: { kind: "seller", id },
      after: { slug, name, currency, timezone },
    });
    return {};
  });
};

/** Only while there is no owner: otherwise an operator could invite an owner of any seller and so gain access. */
export const inviteOwner = async (
  ctx: AccountContext,
  { slug, email }: StaffReceived<typeof inviteFirstOwner>,
): Promise<Nothing> => {
  const seller = await findSellerBySlug(ctx.db, slug);
  if (!seller || seller.preview_until !== undefined) throw new Refused({ code: "not_found", context: "staff" });
  return changing(ctx, async (ctx) => {
    await requireSeller(ctx, slug);
    if ((await lockOwners({ db: ctx.db, seller })).length > 0)
      throw new Refused({ code: "owner_exists", context: "staff" });
    await requireNotJustInvited(ctx.db, { invited_to: seller.id, email });
    const invited = { invited_to: seller.id, email, roles: ["owner"] as const, invited_by: ctx.staff.id };
    const { invitation, token } = await invite(ctx.db, invited);
    await queueInvitation(
      { db: ctx.db, seller, origin: ctx.origin },
      {
        to_address: email,
        id: invitation.id,
        token,
        roles: ["owner"],
        times: invitation.times_sent,
        by: ctx.staff.name,
      },
    );
    await auditAsOperator(ctx, seller.id, {
      action: "staff.invited",
      entity: { kind: "invitation", id: invitation.id },
      after: { roles: ["owner"] },
      personal: { after: { email } },
    });
    return {};
  });
};

const requireSeller = async (ctx: AccountContext, slug: string) => {
  const seller = await lockSeller(ctx.db, slug);
  if (!seller) throw new Refused({ code: "not_found", context: "staff" });
  return seller;
};

/** Succeeds for a seller that is suspended already. */
export const suspendOneSeller = (
  ctx: AccountContext,
  { slug, reason }: StaffReceived<typeof suspendSeller>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { id, name, suspended_at } = await requireSeller(ctx, slug);
    if (suspended_at === null) await setSellerSuspended(ctx.db, id, true);
    await auditAsOperator(ctx, id, {
      action: "seller.suspended",
      entity: { kind: "seller", id },
      after: { name },
      reason,
    });
    return {};
  });

export const resumeOneSeller = (ctx: AccountContext, { slug }: StaffReceived<typeof resumeSeller>): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { id, name } = await requireSeller(ctx, slug);
    await setSellerSuspended(ctx.db, id, false);
    await auditAsOperator(ctx, id, { action: "seller.resumed", entity: { kind: "seller", id }, after: { name } });
    return {};
  });
