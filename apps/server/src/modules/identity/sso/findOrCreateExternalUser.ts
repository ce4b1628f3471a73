import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { pause } from "../../../db/faultPoints.ts";
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
import { confirmEmailOwner, findUserByEmail, isPlaceholderAddress, assignEmail } from "../users/users.ts";

/**
 * The user of an external login, found by issuer and subject. A first login is linked to the user with the same e-mail
 * address if the issuer has verified the address and no other subject of that issuer is linked to that user; otherwise a
 * new user is created. `externalIdentity.email` is null unless verified.
 */
export const findOrCreateExternalUser = (
  ctx: RequestContext,
  externalIdentity: ExternalIdentity,
): Promise<{ readonly id: string }> =>
  transact(ctx, async (ctx) => {
    await lockExternalSubject(ctx, externalIdentity);
    const email =
      externalIdentity.email !== null && !isPlaceholderAddress(ctx, externalIdentity.email)
        ? normalizeEmail(externalIdentity.email)
        : null;
    const known = await userOfExternalSubject(ctx, externalIdentity);
    await pause("external_identity_read");
    if (known) {
      if (known.email === null && email !== null) await assignEmail(ctx, known.id, email);
      return { id: known.id };
    }
    const id =
      (email !== null && (await claimUserByEmail(ctx, externalIdentity.issuer, email))) ||
      (await createExternalUser(ctx, externalIdentity, email));
    await linkExternalSubject(ctx, externalIdentity, id);
    ctx.log.info({ event: "external_identity_linked", user: id }, "external login linked to a user");
    return { id };
  });

/** The user with this address, confirmed as its owner; undefined if there is none or they are already linked. */
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
  // The address belongs to another user, so this user gets none and is asked for one.
  if (!(await insertExternalUser(ctx, { ...externalIdentity, id, email })))
    await insertExternalUser(ctx, { ...externalIdentity, id, email: null });
  return id;
};
