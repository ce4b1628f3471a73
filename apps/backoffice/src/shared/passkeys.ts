import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginPasskeyStepUp,
  signInWithPasskey,
  type Assertion,
} from "@foyer/contract/office/staff/passkeys.ts";
import { stepUp } from "@foyer/contract/office/staff/staffAccount.ts";
import { callOffice, CallError } from "./call.ts";

/** Whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** The browser says only that it failed: the user cancelled, or there is no passkey. */
const asked = async <T>(work: Promise<T>, description: string): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(422, { _code: "passkey_cancelled", _description: description });
  }
};

const sign = async (options: unknown): Promise<Assertion> => {
  const { id, rawId, type, response } = await asked(
    startAuthentication({ optionsJSON: options as never }),
    "No passkey was used. Try again, or use another way.",
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
};

export const enterWithPasskey = async (): Promise<void> => {
  const assertion = await sign(await callOffice(beginPasskeySignIn, {}));
  await callOffice(signInWithPasskey, { assertion });
};

export const stepUpWithPasskey = async (): Promise<void> => {
  const assertion = await sign(await callOffice(beginPasskeyStepUp, {}));
  await callOffice(stepUp, { assertion });
};

/** Adds a passkey of this browser or of a connected security key. Returns recovery codes for the first second factor. */
export const createPasskey = async (name?: string): Promise<readonly string[]> => {
  const options = await callOffice(beginPasskey, {});
  const { id, rawId, type, response } = await asked(
    startRegistration({ optionsJSON: options as never }),
    "No passkey was added. Try again, or use another device.",
  );
  const { clientDataJSON, attestationObject, transports } = response;
  const { recovery_codes } = await callOffice(addPasskey, {
    ...(name !== undefined && name !== "" && { name }),
    registration: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  });
  return recovery_codes;
};
