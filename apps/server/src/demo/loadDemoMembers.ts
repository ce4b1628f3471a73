import { demoMembers, demoPassword } from "@foyer/demo/members.ts";
import { findSellerBySlug } from "../http/sellerFinder.ts";
import type { Connections } from "../db/connections.ts";
import { newId } from "../db/newId.ts";
import { settleAll } from "../db/settleAll.ts";
import { transact } from "../db/transact.ts";
import { hasDemo } from "./demo.sql.ts";
import { hashPassword } from "../modules/identity/password/hashPassword.ts";
import {
  addUser,
  findUserByEmail,
  markEmailVerified,
  saveUserDetails,
  storePassword,
} from "../modules/identity/users/users.ts";

/**
 * Creates the demo's users, and at each start sets a password for users without one. Does nothing in a database without
 * the demo.
 */
export const loadDemoMembers = async (connections: Connections): Promise<void> => {
  const acrossSellers = connections.acrossSellers();
  if (!(await hasDemo(acrossSellers))) return;
  await settleAll(demoMembers.map((member) => loadDemoMember(connections, member)));
};

const loadDemoMember = async (
  connections: Connections,
  { seller: slug, zip_code, ...person }: (typeof demoMembers)[number],
): Promise<void> => {
  const seller = await findSellerBySlug(connections.acrossSellers(), slug);
  if (!seller) return;
  const shop = { db: connections.forSeller(seller.id), seller };
  const existing = await findUserByEmail(shop, person.email);
  if (existing?.password != null) return;
  const password = await hashPassword(demoPassword);
  await transact(shop, async (shop) => {
    const id = existing?.id ?? newId();
    if (!existing && !(await addUser(shop, { ...person, id, password, additional_info: {} }))) return;
    if (existing) await storePassword(shop, id, password, { verifiesEmail: true });
    await markEmailVerified(shop, id, person.email);
    await saveUserDetails(shop, id, { kept: { zip_code }, cleared: [], answers: undefined, emptied: [] });
  });
};
