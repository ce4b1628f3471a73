import { demoMembers, demoPassword } from "@foyer/demo/members.ts";
import { readSeller } from "./http/sellers.ts";
import type { Connections } from "./db/connect.ts";
import { newId } from "./db/newId.ts";
import { transact } from "./db/transact.ts";
import { hashPassword } from "./modules/identity/password.ts";
import { addUser, findUserByEmail, proveEmail, saveDetails, setPassword } from "./modules/identity/users.ts";

/**
 * The people of the demo, where the demo sellers are: made once, and with a password again whenever the shop opens and they
 * have none. Nothing happens in a house whose sellers are somebody's own, whatever they are called.
 */
export const loadDemoMembers = async (connections: Connections): Promise<void> => {
  const everywhere = connections.acrossSellers();
  const demo = await everywhere.selectFrom("house_note").select("name").where("name", "=", "demo").executeTakeFirst();
  if (!demo) return;
  for (const { seller: slug, zip_code, ...person } of demoMembers) {
    const seller = await readSeller(everywhere, slug);
    if (!seller) continue;
    const shop = { db: connections.of(seller.id), seller };
    const known = await findUserByEmail(shop, person.email);
    if (known?.password != null) continue;
    const password = await hashPassword(demoPassword);
    await transact(shop, async (shop) => {
      const id = known?.id ?? newId();
      if (!known && !(await addUser(shop, { ...person, id, password, additional_info: {} }))) return;
      if (known) await setPassword(shop, id, password, { proves: true });
      await proveEmail(shop, id, person.email);
      await saveDetails(shop, id, { kept: { zip_code }, cleared: [], answers: undefined });
    });
  }
};
