import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { guardStands, pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { ExternalIdentity } from "../../../providers/sso/sso.ts";
import {
  insertExternalUser,
  hasLinkToIssuer,
  linkExternalSubject,
  lockExternalSubject,
  userOfExternalSubject,
} from "./externalIdentity.sql.ts";
import { confirmEmailOwner, findUserByEmail, isPlaceholderAddress, setEmail } from "../users/users.ts";

/**
 * The user that somebody is who logged in elsewhere: by issuer and subject, and by nothing else once they are known. Who
 * comes for the first time may be the user of an address, where the issuer says that it was proved to be theirs and nobody
 * of that issuer is that user yet; else they are new. An address without that word is not kept: a letter will prove it.
 */
export const findOrCreateExternalUser = (
  ctx: RequestContext,
  externalIdentity: ExternalIdentity,
): Promise<{ readonly id: string }> =>
  transact(ctx, async (ctx) => {
    if (guardStands("external_identity_lock")) await lockExternalSubject(ctx, externalIdentity);
    const email =
      externalIdentity.email !== null && !isPlaceholderAddress(ctx, externalIdentity.email)
        ? normalizeEmail(externalIdentity.email)
        : null;
    const known = await userOfExternalSubject(ctx, externalIdentity);
    await pause("external_identity_read");
    if (known) {
      if (known.email === null && email !== null) await setEmail(ctx, known.id, email);
      return { id: known.id };
    }
    const id =
      (email !== null && (await claimUserByEmail(ctx, externalIdentity.issuer, email))) ||
      (await createExternalUser(ctx, externalIdentity, email));
    await linkExternalSubject(ctx, externalIdentity, id);
    ctx.log.info({ event: "external_identity_linked", user: id }, "somebody logs in elsewhere from now on");
    return { id };
  });

/**
 * Who has this address here. Whoever registered under it and never showed that it is theirs is out of it from now on, as
 * with a purchase for it (pre-hijacking).
 */
const claimUserByEmail = async (ctx: RequestContext, issuer: string, email: string): Promise<string | undefined> => {
  const found = await findUserByEmail(ctx, email);
  if (!found || (await hasLinkToIssuer(ctx, found.id, issuer))) return undefined;
  await confirmEmailOwner(ctx, found.id, email);
  return found.id;
};

const createExternalUser = async (
  ctx: RequestContext,
  externalIdentity: ExternalIdentity,
  email: string | null,
): Promise<string> => {
  const id = newId();
  // The address is another's: this one has none, and is asked for one.
  if (!(await insertExternalUser(ctx, { ...externalIdentity, id, email })))
    await insertExternalUser(ctx, { ...externalIdentity, id, email: null });
  return id;
};
