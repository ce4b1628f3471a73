import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "./staffEndpoint.ts";

/** The maximum number of passkeys per account. */
export const maxPasskeys = 20;

export const PasskeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** Bytes as the browser sends them: base64url without padding. */
const Bytes = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]+$/));
/** At most 1,023 bytes. */
const CredentialId = z.string().check(z.maxLength(1364), z.regex(/^[\w-]+$/));
const Transports = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10));

/** A passkey as its owner sees it. */
export const PasskeyRow = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  used_at: z.nullable(Instant),
});
export type PasskeyRow = z.infer<typeof PasskeyRow>;

const Descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.optional(z.array(z.string())),
});

/** The browser's instructions to create a passkey; the names are those of WebAuthn. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  timeout: z.number(),
  attestation: z.string(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
});

/**
 * The browser's instructions to sign in. Without `allowCredentials`, any passkey that it has for this address is accepted.
 */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.string(),
  allowCredentials: z.optional(z.array(Descriptor)),
});

/** The created passkey. Further fields that the browser sends are ignored. */
export const PasskeyRegistration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.optional(Transports) }),
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;

/** The browser's signed reply. */
export const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.optional(z.nullable(Bytes)),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

export const beginPasskeySignIn = staffEndpoint({
  name: "beginPasskeySignIn",
  method: "POST",
  path: "/sign_in/passkey/begin",
  summary: "Begin to sign in with a passkey",
  can: "anyone",
  audits: null,
  reply: RequestOptions,
});

/** Signs in and sets the cookie. A passkey that verified its user counts as both factors. */
export const signInWithPasskey = staffEndpoint({
  name: "signInWithPasskey",
  method: "POST",
  path: "/sign_in/passkey",
  summary: "Sign in with a passkey",
  can: "anyone",
  audits: "staff.signed_in",
  body: z.strictObject({ assertion: Assertion }),
  reply: Nothing,
});

/** Keeps no reply: each challenge is used once, and sent again, another one is issued. */
export const beginPasskeyStepUp = staffEndpoint({
  name: "beginPasskeyStepUp",
  method: "POST",
  path: "/step_up/passkey/begin",
  summary: "Begin to show a passkey again",
  can: "signed_in",
  keepsReply: false,
  audits: null,
  reply: RequestOptions,
});

/** Needs step-up if the account already has a second factor. Keeps no reply, as above. */
export const beginPasskey = staffEndpoint({
  name: "beginPasskey",
  method: "POST",
  path: "/me/passkeys/begin",
  summary: "Begin to add a passkey",
  can: "signed_in",
  keepsReply: false,
  needsFactor: false,
  audits: null,
  reply: CreationOptions,
});

/**
 * `name` defaults to the browser's name. Adding the first second factor returns ten recovery codes and ends all other
 * sign-ins. Keeps no reply: the first one replaces the sign-in's token, and its challenge is used once.
 */
export const addPasskey = staffEndpoint({
  name: "addPasskey",
  method: "POST",
  path: "/me/passkeys",
  summary: "Add a passkey",
  can: "signed_in",
  keepsReply: false,
  needsFactor: false,
  audits: "staff.passkey_added",
  body: z.strictObject({ name: z.optional(PasskeyName), registration: PasskeyRegistration }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

const ofPasskey = z.strictObject({ passkey_id: Id });

export const renamePasskey = staffEndpoint({
  name: "renamePasskey",
  method: "POST",
  path: "/me/passkeys/:passkey_id/rename",
  summary: "Rename a passkey",
  can: "signed_in",
  audits: "staff.passkey_renamed",
  params: ofPasskey,
  body: z.strictObject({ name: PasskeyName }),
  reply: Nothing,
});

/** Refused for the last second factor. Ends all other sign-ins. */
export const removePasskey = staffEndpoint({
  name: "removePasskey",
  method: "POST",
  path: "/me/passkeys/:passkey_id/remove",
  summary: "Remove a passkey",
  can: "signed_in",
  stepUp: true,
  audits: "staff.passkey_removed",
  params: ofPasskey,
  reply: Nothing,
});

/** Refused for the last second factor. Ends all other sign-ins. */
export const removeAuthenticatorApp = staffEndpoint({
  name: "removeAuthenticatorApp",
  method: "POST",
  path: "/me/second_factor/remove",
  summary: "Remove the authenticator app",
  can: "signed_in",
  stepUp: true,
  audits: "staff.second_factor_removed",
  reply: Nothing,
});
