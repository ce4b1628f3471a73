import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../../db/connections.ts";
import { findSellerBySlug } from "../../../http/sellerFinder.ts";
import { grantsEverywhere } from "../grants.ts";
import { invitingSeller, oldestSeller } from "../invitations.ts";
import type { StaffMailer } from "../staffEmails.ts";

/** `db` reaches all sellers. `origin` is the address of the back office. */
type MailContext = { readonly db: Database; readonly origin: string };

const findSeller = async (db: Database, slug: string | undefined): Promise<Seller | undefined> =>
  slug === undefined ? undefined : findSellerBySlug(db, slug);

/**
 * The seller in whose name an account gets links that open it: the first one where it has a role, or else one that invites
 * it. An operator without a role gets them from the command line.
 */
export const accountMailer = async (
  { db, origin }: MailContext,
  staff_id: string,
): Promise<StaffMailer | undefined> => {
  const [first] = (await grantsEverywhere(db, staff_id)).filter(({ active }) => active);
  const seller = await findSeller(db, first?.slug ?? (await invitingSeller(db, staff_id)));
  return seller && { db, seller, origin };
};

/**
 * Who tells an account what happened to it: the same seller, or one that has suspended the person. An account without any,
 * such as an operator's, is told in the name of the installation; the e-mail is a row of the oldest seller, which does not
 * see it (decision 088). Undefined as long as there is no seller.
 */
export const noticeMailer = async (ctx: MailContext, staff_id: string): Promise<StaffMailer | undefined> => {
  const mailer = await accountMailer(ctx, staff_id);
  if (mailer) return mailer;
  const { db, origin } = ctx;
  const [suspended] = await grantsEverywhere(db, staff_id);
  const seller = await findSeller(db, suspended?.slug);
  if (seller) return { db, seller, origin };
  const oldest = await findSeller(db, await oldestSeller(db));
  return oldest && { db, origin, seller: asInstallation(oldest), isOfInstallation: true };
};

/** Neither the seller's name, looks and words nor its sender address. */
const asInstallation = (seller: Seller): Seller => ({
  ...seller,
  host: undefined,
  name: "Foyer",
  locale: "en",
  meta: {},
  theme: {},
  strings: {},
  configuration: {},
});
