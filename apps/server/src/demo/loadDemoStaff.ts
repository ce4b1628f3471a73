import { demoStaff, demoStaffPassword } from "@foyer/demo/staff.ts";
import { findSellerBySlug } from "../http/sellerFinder.ts";
import type { Connections } from "../db/connections.ts";
import { newId } from "../db/newId.ts";
import { transact } from "../db/transact.ts";
import { hashPassword } from "../modules/identity/password/hashPassword.ts";
import { demoEmails, insertAccount } from "../modules/staff/accounts.ts";
import { insertGrants } from "../modules/staff/grants.ts";
import { hasDemo } from "./demo.sql.ts";

/**
 * Creates one account per role at each demo seller. Never called in production, where such an account could not sign in
 * either. Does nothing in a database without the demo.
 */
export const loadDemoStaff = async (connections: Connections): Promise<void> => {
  const acrossSellers = connections.acrossSellers();
  if (!(await hasDemo(acrossSellers))) return;
  const existing = await demoEmails(acrossSellers);
  const missing = demoStaff.filter(({ email }) => !existing.has(email));
  if (missing.length === 0) return;
  // One hash for all accounts: the password is public, on the first page.
  const password = await hashPassword(demoStaffPassword);
  for (const { email, name, role, slug } of missing) {
    const seller = await findSellerBySlug(acrossSellers, slug);
    if (!seller) continue;
    await transact({ db: connections.forSeller(seller.id), seller }, async (shop) => {
      const id = await insertAccount(shop.db, { id: newId(), email, name, password, is_demo: true });
      if (id !== undefined) await insertGrants(shop, id, [role], null);
    });
  }
};
