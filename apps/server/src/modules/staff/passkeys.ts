import { createHash } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Assertion, PasskeyRegistration } from "@foyer/contract/office/staff/passkeys.ts";
import { newId } from "../../db/newId.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import {
  findPasskey,
  insertChallenge,
  passkeysOf,
  raiseCounter,
  spendChallenge,
  type ChallengePurpose,
  type StoredPasskey,
} from "./passkeys.sql.ts";

export { deletePasskeyOf, insertPasskey, passkeysOf, renamePasskeyOf } from "./passkeys.sql.ts";

type PasskeyContext = Pick<OfficeContext, "db" | "origin" | "log">;
type Person = { readonly id: string; readonly email: string; readonly name: string };
/**
 * Who has to answer a challenge, and for what purpose. `staff_id` is null when somebody signs in, because the person is
 * not known yet.
 */
type Asked = { readonly purpose: ChallengePurpose; readonly staff_id: string | null };

/** The relying party is the host of the back office. Its passkeys work at no other address. */
const relyingParty = ({ origin }: PasskeyContext) => ({ id: new URL(origin).hostname, origin: new URL(origin).origin });

/** EdDSA, ES256 and RS256, by their COSE numbers. Every authenticator supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The requirements for every answer, whether it creates a passkey or uses one. */
const expected = (ctx: PasskeyContext) => {
  const { id, origin } = relyingParty(ctx);
  return { expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
};

const hashOf = (challenge: string): Buffer => createHash("sha256").update(`staff challenge ${challenge}`).digest();
const descriptorOf = ({ credential_id, transports }: Pick<StoredPasskey, "credential_id" | "transports">) => ({
  id: credential_id.toString("base64url"),
  transports: [...transports],
});

/** The options for creating a passkey in the browser. Passkeys that the account already has are excluded. */
export const beginRegistration = async (ctx: PasskeyContext, { id: staff_id, email, name }: Person) => {
  const own = await passkeysOf(ctx.db, staff_id);
  const options = await generateRegistrationOptions({
    rpName: "Foyer back office",
    rpID: relyingParty(ctx).id,
    userID: new Uint8Array(Buffer.from(staff_id)),
    userName: email,
    userDisplayName: name,
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: own.map(descriptorOf),
    // Signing in begins without an address, so the passkey has to identify its owner.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(ctx, options.challenge, { purpose: "registration", staff_id });
  return options;
};

/**
 * The options for signing a challenge in the browser: with one of the account's passkeys, or with any passkey if the
 * person is not known yet.
 */
export const beginAssertion = async (ctx: PasskeyContext, asked: Asked) => {
  const own = asked.staff_id === null ? undefined : await passkeysOf(ctx.db, asked.staff_id);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: "required",
    ...(own && { allowCredentials: own.map(descriptorOf) }),
  });
  await keepChallenge(ctx, options.challenge, asked);
  return options;
};

const keepChallenge = ({ db }: PasskeyContext, challenge: string, asked: Asked) =>
  insertChallenge(db, { ...asked, challenge_hash: hashOf(challenge) });

/**
 * The challenge of an answer, which uses it up, whether right or wrong. Null if there is no such challenge for this
 * purpose.
 */
const spendChallengeOf = async (
  { db }: PasskeyContext,
  clientDataJSON: string,
  { purpose, staff_id }: Asked,
): Promise<string | null> => {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  return (await spendChallenge(db, hashOf(challenge), purpose, staff_id)) ? challenge : null;
};

const challengeIn = (clientDataJSON: string): string | null => {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
};

/** The passkey that a browser created, to be stored; null if it is not accepted. */
export const readRegistration = async (
  ctx: PasskeyContext,
  staff_id: string,
  { id, rawId, type, response }: PasskeyRegistration,
): Promise<(Omit<StoredPasskey, "name"> & { readonly counter: number }) | null> => {
  const expectedChallenge = await spendChallengeOf(ctx, response.clientDataJSON, { purpose: "registration", staff_id });
  if (expectedChallenge === null) return null;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const result = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge,
    supportedAlgorithmIDs,
    ...expected(ctx),
  }).catch(refusedBecause(ctx));
  if (!result?.verified) return null;
  const { credential } = result.registrationInfo;
  return {
    id: newId(),
    staff_id,
    credential_id: Buffer.from(credential.id, "base64url"),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
  };
};

/**
 * Returns the owner of the passkey that signed the challenge, and records its use. Null if it is not accepted for any
 * reason. If the person is known, the passkey has to be theirs.
 */
export const acceptAssertion = async (
  ctx: PasskeyContext,
  asked: Asked,
  { id, rawId, type, response }: Assertion,
): Promise<string | null> => {
  const expectedChallenge = await spendChallengeOf(ctx, response.clientDataJSON, asked);
  if (expectedChallenge === null) return null;
  const passkey = await findPasskey(ctx.db, Buffer.from(id, "base64url"));
  if (!passkey || (asked.staff_id !== null && passkey.staff_id !== asked.staff_id)) return null;
  const { userHandle, ...signed } = response;
  if (userHandle != null && Buffer.from(userHandle, "base64url").toString() !== passkey.staff_id) return null;
  const result = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: signed },
    expectedChallenge,
    // The counter is compared when it is written, so that two simultaneous answers cannot both pass.
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    ...expected(ctx),
  }).catch(refusedBecause(ctx));
  if (!result?.verified) return null;
  return (await raiseCounter(ctx.db, passkey.id, result.authenticationInfo.newCounter)) ? passkey.staff_id : null;
};

/** The library throws the problem that it finds. It is logged, but the sender is told nothing. */
const refusedBecause =
  ({ log }: PasskeyContext) =>
  (error: unknown): undefined => {
    const err = error instanceof Error ? error.message : String(error);
    log.info({ event: "staff_passkey_refused", err }, "a passkey was refused");
  };
