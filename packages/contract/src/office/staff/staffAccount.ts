import * as z from "zod/mini";
import { Id, Instant, rows } from "../../basics.ts";
import { permissions } from "./permissions.ts";
import { Assertion, PasskeyRow } from "./passkeys.ts";
import { FactorCode, StaffRoleName } from "./signIn.ts";
import { Nothing, staffEndpoint } from "./staffEndpoint.ts";

/** The reader's own account, and their permissions at each seller. */
export const readMe = staffEndpoint({
  name: "readMe",
  method: "GET",
  path: "/me",
  summary: "Read the account that is signed in",
  can: "signed_in",
  needsFactor: false,
  audits: null,
  reply: z.object({
    id: Id,
    email: z.string(),
    name: z.string(),
    is_operator: z.boolean(),
    second_factor: z.object({
      /** When an authenticator app was set up; null if there is none. */
      totp_since: z.nullable(Instant),
      /** Oldest first. */
      passkeys: z.array(PasskeyRow),
      recovery_codes_left: z.number(),
      /** In production: without a second factor, the only thing the account can do is set one up. */
      is_required: z.boolean(),
    }),
    /** The number of minutes without use after which this sign-in ends. */
    idle_minutes: z.int(),
    /** Until when calls that need step-up are possible. */
    proved_until: z.nullable(Instant),
    sellers: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        timezone: z.string(),
        roles: z.array(StaffRoleName),
        permissions: z.array(z.enum(permissions as [(typeof permissions)[number]])),
        /** When the operator's visit ends; null for the seller's own staff. */
        visit_until: z.nullable(Instant),
      }),
    ),
  }),
});

/**
 * Takes a code or a passkey, or the password of an account without either, which is possible only outside production. Keeps
 * no reply: it has a password or a code, and replaces the sign-in's token.
 */
export const stepUp = staffEndpoint({
  name: "stepUp",
  method: "POST",
  path: "/step_up",
  summary: "Show the second factor again",
  can: "signed_in",
  keepsReply: false,
  audits: "staff.stepped_up",
  body: z.strictObject({
    code: z.optional(FactorCode),
    assertion: z.optional(Assertion),
    password: z.optional(z.string().check(z.maxLength(1000))),
  }),
  reply: z.object({ proved_until: Instant }),
});

/** Ends all other sign-ins. Keeps no reply, since it has passwords; sent again, the current one is wrong. */
export const changePassword = staffEndpoint({
  name: "changePassword",
  method: "POST",
  path: "/me/password",
  summary: "Change the password",
  can: "signed_in",
  keepsReply: false,
  audits: "staff.password_changed",
  body: z.strictObject({
    current: z.string().check(z.maxLength(1000)),
    password: z.string().check(z.maxLength(1000)),
  }),
  reply: Nothing,
});

/**
 * Generates the secret of a second factor, which takes effect once a code has confirmed it. Replacing an existing one needs
 * step-up. An earlier unconfirmed secret becomes invalid.
 */
export const beginSecondFactor = staffEndpoint({
  name: "beginSecondFactor",
  method: "POST",
  path: "/me/second_factor",
  summary: "Begin to set up an authenticator app",
  can: "signed_in",
  sealsReply: true,
  needsFactor: false,
  audits: null,
  reply: z.object({
    /** Base32, for typing in. */
    secret: z.string(),
    /** An `otpauth://` address, for a QR code. */
    uri: z.string(),
  }),
});

/**
 * Confirming the first second factor returns ten recovery codes, which are shown only once. Ends all other sign-ins. Keeps
 * no reply: it replaces the sign-in's token, and a code works once.
 */
export const confirmSecondFactor = staffEndpoint({
  name: "confirmSecondFactor",
  method: "POST",
  path: "/me/second_factor/confirm",
  summary: "Confirm an authenticator app with a code",
  can: "signed_in",
  keepsReply: false,
  needsFactor: false,
  audits: "staff.second_factor_set",
  body: z.strictObject({ code: FactorCode }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

/** Generates ten new codes and invalidates the old ones. */
export const makeRecoveryCodes = staffEndpoint({
  name: "makeRecoveryCodes",
  method: "POST",
  path: "/me/recovery_codes",
  summary: "Create new recovery codes",
  can: "signed_in",
  stepUp: true,
  sealsReply: true,
  audits: "staff.recovery_codes_made",
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

export const SignInRow = z.object({
  id: Id,
  browser: z.string(),
  /** The country of the sign-in, as two letters of ISO 3166; null if unknown. */
  country: z.nullable(z.string()),
  created_at: Instant,
  seen_at: Instant,
  is_this_one: z.boolean(),
});
export type SignInRow = z.infer<typeof SignInRow>;

export const listSignIns = staffEndpoint({
  name: "listSignIns",
  method: "GET",
  path: "/me/sign_ins",
  summary: "List the sign-ins of the account",
  can: "signed_in",
  audits: null,
  reply: rows(SignInRow),
});

/** The sign-in is refused at its next call, on every server. */
export const endSignIn = staffEndpoint({
  name: "endSignIn",
  method: "POST",
  path: "/me/sign_ins/:sign_in_id/end",
  summary: "End one sign-in of the account",
  can: "signed_in",
  audits: "staff.sign_in_ended",
  params: z.strictObject({ sign_in_id: Id }),
  reply: Nothing,
});

export const endOtherSignIns = staffEndpoint({
  name: "endOtherSignIns",
  method: "POST",
  path: "/me/sign_ins/end_others",
  summary: "End all other sign-ins of the account",
  can: "signed_in",
  audits: "staff.sign_in_ended",
  reply: Nothing,
});
