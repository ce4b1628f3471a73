import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { findSellerBySlug } from "../../http/sellerFinder.ts";
import { grantsEverywhere } from "../../modules/staff/grants.ts";
import { invitingSeller } from "../../modules/staff/invitations.ts";
import type { StaffMailer } from "../../modules/staff/staffEmails.ts";

type MailContext = Pick<OfficeContext, "db" | "origin">;

/**
 * The seller in whose name an account gets its e-mails: the first one where it has a role, or else one that invites it. An
 * operator without a role gets no e-mails; their links come from the command line.
 */
export const accountMailer = async (
  { db, origin }: MailContext,
  staff_id: string,
): Promise<StaffMailer | undefined> => {
  const [first] = (await grantsEverywhere(db, staff_id)).filter(({ active }) => active);
  const slug = first?.slug ?? (await invitingSeller(db, staff_id));
  const seller = slug === undefined ? undefined : await findSellerBySlug(db, slug);
  return seller && { db, seller, origin };
};
