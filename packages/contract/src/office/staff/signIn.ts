import * as z from "zod/mini";
import { emailPattern } from "../../emailPattern.ts";
import { staffRoles } from "./permissions.ts";
import { Nothing, staffEndpoint } from "./staffEndpoint.ts";

/** Lengths of a staff password, in characters. */
export const staffPasswordLengths = { min: 12, max: 254 } as const;

/** An address that staff type, in lower case. */
export const StaffEmail = z.pipe(
  z.string().check(z.trim(), z.maxLength(254), z.regex(emailPattern)),
  z.transform((text) => text.toLowerCase()),
);
/**
 * An address that may be there already, from before there was one rule for addresses: that of an account which signs in, or
 * one that a form sends along unchanged. The server checks a changed one by the rule.
 */
export const KnownEmail = z.pipe(
  z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\]+$/)),
  z.transform((text) => text.toLowerCase()),
);
/** As typed: the server checks it and says what is wrong. */
const NewPassword = z.string().check(z.maxLength(1000));
/** The secret of a link: 32 random bytes, base64url. */
const LinkToken = z.string().check(z.regex(/^[\w-]{43}$/));
/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const FactorCode = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase()),
);
const PersonName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
export const StaffRoleName = z.enum(staffRoles);

/** What the sign-in screen shows. `demo`: the accounts of the demo sellers, outside production only. */
export const signInOptions = staffEndpoint({
  name: "signInOptions",
  method: "GET",
  path: "/sign_in_options",
  summary: "Read what the sign-in screen offers",
  can: "anyone",
  audits: null,
  reply: z.object({
    demo: z.array(
      z.object({ email: z.string(), password: z.string(), role: StaffRoleName, seller: z.string(), slug: z.string() }),
    ),
  }),
});

/**
 * Signs in and sets the cookie. `code_needed`: the password is right, and the account has a second factor; repeat the call
 * with a code. `passkey_needed`: the same, but the account has only passkeys; sign in with one, or send a recovery code.
 */
export const signIn = staffEndpoint({
  name: "signIn",
  method: "POST",
  path: "/sign_in",
  summary: "Sign in",
  can: "anyone",
  audits: "staff.signed_in",
  body: z.strictObject({
    email: KnownEmail,
    password: z.string().check(z.maxLength(1000)),
    code: z.optional(FactorCode),
  }),
  reply: z.object({ state: z.enum(["signed_in", "code_needed", "passkey_needed"]) }),
});

export const signOut = staffEndpoint({
  name: "signOut",
  method: "POST",
  path: "/sign_out",
  summary: "End this sign-in",
  can: "signed_in",
  needsFactor: false,
  audits: "staff.signed_out",
  reply: Nothing,
});

/** The reply and its timing are the same for known and unknown addresses. */
export const forgotStaffPassword = staffEndpoint({
  name: "forgotStaffPassword",
  method: "POST",
  path: "/forgot_password",
  summary: "Send a link to choose a new password",
  can: "anyone",
  audits: "staff.password_link_sent",
  body: z.strictObject({ email: KnownEmail }),
  reply: Nothing,
});

/** Ends all sign-ins. The second factor stays. */
export const chooseNewPassword = staffEndpoint({
  name: "chooseNewPassword",
  method: "POST",
  path: "/new_password",
  summary: "Choose a new password with the link of an e-mail",
  can: "anyone",
  audits: "staff.password_changed",
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  reply: Nothing,
});

/** A POST, so that the link's secret is not part of an address. */
export const openInvitation = staffEndpoint({
  name: "openInvitation",
  method: "POST",
  path: "/invitation/open",
  summary: "Read an invitation",
  can: "anyone",
  audits: null,
  body: z.strictObject({ token: LinkToken }),
  reply: z.object({
    email: z.string(),
    /** Null for an operator's account. */
    seller: z.nullable(z.object({ slug: z.string(), name: z.string() })),
    roles: z.array(StaffRoleName),
    /** The address already has an account: its owner signs in and joins. */
    has_account: z.boolean(),
  }),
});

/** Creates the account and signs in. The next step is to set up a second factor. */
export const acceptInvitation = staffEndpoint({
  name: "acceptInvitation",
  method: "POST",
  path: "/invitation/accept",
  summary: "Create an account with an invitation",
  can: "anyone",
  audits: "staff.joined",
  body: z.strictObject({ token: LinkToken, name: PersonName, password: NewPassword }),
  reply: Nothing,
});

/** Adds the roles of an invitation to the signed-in account, which must have the invited address. */
export const joinSeller = staffEndpoint({
  name: "joinSeller",
  method: "POST",
  path: "/invitation/join",
  summary: "Accept an invitation with an account",
  can: "signed_in",
  audits: "staff.joined",
  body: z.strictObject({ token: LinkToken }),
  reply: Nothing,
});
