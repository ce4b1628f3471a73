import { foldEmail } from "@foyer/rules/loginNames.ts";
import { guardStands, pause } from "../../db/faults.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import type { Outsider } from "../../outside/sso/sso.ts";
import { insertOutsider, isKnownTo, linkSubject, lockSubject, userOfSubject } from "./outsiders.sql.ts";
import { enterByEmail, findUserByEmail, isStandIn, setEmail } from "./users.ts";

/**
 * The user that somebody is who logged in elsewhere: by issuer and subject, and by nothing else once they are known. Who
 * comes for the first time may be the user of an address, where the issuer says that it was proved to be theirs and nobody
 * of that issuer is that user yet; else they are new. An address without that word is not kept: a letter will prove it.
 */
export const userOfOutsider = (ask: Ask, outsider: Outsider): Promise<{ readonly id: string }> =>
  transact(ask, async (ask) => {
    if (guardStands("outsider_lock")) await lockSubject(ask, outsider);
    const email = outsider.email !== null && !isStandIn(ask, outsider.email) ? foldEmail(outsider.email) : null;
    const known = await userOfSubject(ask, outsider);
    await pause("outsider_looked_up");
    if (known) {
      if (known.email === null && email !== null) await setEmail(ask, known.id, email);
      return { id: known.id };
    }
    const id =
      (email !== null && (await userOfProvedEmail(ask, outsider.issuer, email))) ||
      (await addOutsider(ask, outsider, email));
    await linkSubject(ask, outsider, id);
    ask.log.info({ event: "outsider_linked", user: id }, "somebody logs in elsewhere from now on");
    return { id };
  });

/**
 * Who has this address here. Whoever registered under it and never showed that it is theirs is out of it from now on, as
 * with a purchase for it (pre-hijacking).
 */
const userOfProvedEmail = async (ask: Ask, issuer: string, email: string): Promise<string | undefined> => {
  const found = await findUserByEmail(ask, email);
  if (!found || (await isKnownTo(ask, found.id, issuer))) return undefined;
  await enterByEmail(ask, found.id, email);
  return found.id;
};

const addOutsider = async (ask: Ask, outsider: Outsider, email: string | null): Promise<string> => {
  const id = newId();
  // The address is another's: this one has none, and is asked for one.
  if (!(await insertOutsider(ask, { ...outsider, id, email })))
    await insertOutsider(ask, { ...outsider, id, email: null });
  return id;
};
