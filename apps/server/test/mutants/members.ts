import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";
const loginRaces = `${modules}/account/login/login.race.test.ts`;
const otpLogin = `${modules}/account/login/otpLogin.test.ts`;
const oidc = `${modules}/account/sso/oidc.test.ts`;
const signedToken = `${modules}/account/sso/signedToken.test.ts`;

/** Guards of logging in, of accounts and of memberships. */
export const membersMutants: readonly Mutant[] = [
  {
    name: "login_attempts_lock",
    protects: "access",
    file: `${modules}/identity/attempts/loginAttempts.ts`,
    changes: [
      {
        from: "    await lockAttempts(ctx, attempt);\n    const decision",
        to: "    const decision",
      },
    ],
    killedBy: { file: loginRaces, test: "evaluates five of twenty concurrent guesses at a password without a captcha" },
  },
  {
    name: "quota_lock",
    protects: "access",
    file: `${modules}/identity/attempts/loginAttempts.ts`,
    changes: [{ from: "    await lockAttempts(tx, attempt);\n", to: "" }],
    killedBy: {
      file: `${modules}/account/resend/resendOrderEmails.test.ts`,
      test: "a request by e-mail address is allowed three times in twelve concurrent requests",
    },
  },
  {
    name: "captcha_once",
    protects: "access",
    file: `${modules}/identity/captcha/requireCaptcha.ts`,
    changes: [
      {
        from: "if (!(await insertSpentAnswer(ctx, verification)))",
        to: "if (!(await insertSpentAnswer(ctx, verification)) && false)",
      },
    ],
    killedBy: {
      file: `${modules}/identity/captcha/requireCaptcha.test.ts`,
      test: "the built-in captcha accepts an answer for one payment only",
    },
  },
  {
    name: "otp_attempts",
    protects: "access",
    file: `${modules}/identity/tokens/oneTimeTokens.sql.ts`,
    changes: [{ from: "    .where(sql<boolean>`attempts < ${maxAttempts}`)\n", to: "" }],
    killedBy: { file: loginRaces, test: "evaluates three of a hundred concurrent guesses at a code" },
  },
  {
    // Checked when an attempt is counted and when the token is used: each check suffices alone.
    name: "otp_usable",
    protects: "access",
    file: `${modules}/identity/tokens/oneTimeTokens.sql.ts`,
    changes: [
      { from: "    .where(isUsable)\n    .where(sql<boolean>`ready_at", to: "    .where(sql<boolean>`ready_at" },
      { from: `    .where("uses", "=", 0)\n    .where(isUsable)\n`, to: "" },
    ],
    killedBy: {
      file: otpLogin,
      test: "a one-time code is bound to its request: it is refused after a newer request",
    },
  },
  {
    name: "token_ended_by_strangers",
    protects: "access",
    file: `${modules}/identity/tokens/oneTimeTokens.sql.ts`,
    changes: [{ from: 'eb("browser_hash", "=", requester.browser_hash)', to: 'eb("email", "=", email)' }],
    killedBy: {
      file: otpLogin,
      test: "a one-time code is not invalidated by a stranger's requests for the same address",
    },
  },
  {
    name: "quota_beyond_captcha",
    protects: "access",
    file: `${modules}/identity/attempts/loginAttempts.ts`,
    changes: [{ from: 'if (!isCaptchaSolved) await requireCaptcha(ctx, "login");', to: "" }],
    killedBy: {
      file: otpLogin,
      test: "a one-time code can be requested five times in an hour for one address, known or not, and then with a captcha",
    },
  },
  {
    name: "token_once",
    protects: "access",
    file: `${modules}/identity/tokens/oneTimeTokens.sql.ts`,
    changes: [{ from: `    .where("uses", "=", 0)\n    .where(isUsable)\n`, to: "" }],
    killedBy: { file: loginRaces, test: "sets one password from a reset link in two tabs" },
  },
  {
    name: "login_password_again",
    protects: "access",
    file: `${modules}/account/login/completeLogin.ts`,
    changes: [
      { from: "if (password !== undefined && (await lockPassword", to: "if (password === null && (await lockPassword" },
    ],
    killedBy: { file: loginRaces, test: "refuses a password that was changed while it was compared" },
  },
  {
    name: "unverified_user_login",
    protects: "access",
    file: `${modules}/identity/users/users.ts`,
    changes: [
      {
        from: "  if (user?.email_verified_at === null) await lockOutUnverifiedUsers(ctx.db, ctx.seller.id, [id]);\n",
        to: "  if (user === null) await lockOutUnverifiedUsers(ctx.db, ctx.seller.id, [id]);\n",
      },
    ],
    killedBy: {
      file: otpLogin,
      test: "a one-time code locks out an attacker who registered its address without verifying it",
    },
  },
  {
    name: "unverified_user_purchase",
    protects: "access",
    file: `${modules}/identity/users/ensureUsers.ts`,
    changes: [{ from: "if (unverified.length > 0) await", to: "if (unverified.length < 0) await" }],
    killedBy: {
      file: `${modules}/membership/issue/issueMemberships.test.ts`,
      test: "the account of a membership locks out an attacker who registered the address without verifying it",
    },
  },
  {
    name: "member_number_privacy",
    protects: "access",
    file: `${modules}/identity/loginFeatures.ts`,
    changes: [{ from: `  isLoginFeatureEnabled(ctx, "link") ||\n  (isLogin`, to: "  false &&\n  (isLogin" }],
    killedBy: {
      file: `${modules}/account/login/memberNumberPrivacy.test.ts`,
      test: "the number of a card in another person's account is hidden from a buyer with cards of their own",
    },
  },
  {
    name: "external_identity_lock",
    protects: "access",
    file: `${modules}/identity/sso/findOrCreateExternalUser.ts`,
    changes: [{ from: "    await lockExternalSubject(ctx, externalIdentity);\n", to: "" }],
    killedBy: {
      file: oidc,
      test: "logging in at the provider creates one user for concurrent first logins of one subject",
    },
  },
  {
    name: "sso_redirect_path",
    protects: "access",
    file: `${modules}/identity/sso/oauthState.ts`,
    changes: [{ from: `sameSitePath(redirect ?? null) ?? "/";`, to: `redirect ?? (sameSitePath(null) || "/");` }],
    killedBy: { file: oidc, test: "redirects never lead to //evil.example" },
  },
  {
    name: "oauth_state_browser",
    protects: "access",
    file: `${modules}/identity/sso/oauthState.sql.ts`,
    changes: [{ from: `    .where("browser_hash", "=", browser_hash)\n`, to: "" }],
    killedBy: {
      file: oidc,
      test: "a callback is refused, with a redirect to the callback page, from another browser than the one that started the login",
    },
  },
  {
    name: "oauth_state_once",
    protects: "access",
    file: `${modules}/identity/sso/oauthState.sql.ts`,
    changes: [
      {
        from: `    .where("purpose", "=", "login")\n    .where("used_at", "is", null)\n`,
        to: `    .where("purpose", "=", "login")\n`,
      },
    ],
    killedBy: {
      file: oidc,
      test: "a callback is refused, with a redirect to the callback page, a second time",
    },
  },
  {
    name: "oauth_state_expiry",
    protects: "access",
    file: `${modules}/identity/sso/oauthState.sql.ts`,
    changes: [
      {
        from: "    .where(sql<boolean>`expires_at > app_now()`)\n    .returning([",
        to: "    .returning([",
      },
    ],
    killedBy: {
      file: oidc,
      test: "a callback is refused, with a redirect to the callback page, after ten minutes",
    },
  },
  {
    name: "oauth_state_issuer",
    protects: "access",
    file: `${modules}/account/sso/signedTokenLogin.ts`,
    changes: [{ from: "if (oauthState?.issuer !== signer.issuer) throw", to: "if (!oauthState) throw" }],
    killedBy: {
      file: signedToken,
      test: "a signer that changes during a login refuses the new signer's token for a login that started at the old one",
    },
  },
  {
    name: "jwt_once",
    protects: "access",
    file: `${modules}/account/sso/signedTokenLogin.ts`,
    changes: [{ from: `jti: signed.jti }))) throw`, to: `jti: signed.jti })) && false) throw` }],
    killedBy: {
      file: signedToken,
      test: "an invalid token is refused without details if its id was used in another token",
    },
  },
  {
    name: "renewal_of_owner",
    protects: "access",
    file: `${modules}/membership/issue/issueMemberships.ts`,
    changes: [
      {
        from: "return isAutoRenewal || chain?.own.identity_id === owner_id ? chain : undefined;",
        to: "return isAutoRenewal || owner_id !== undefined ? chain : undefined;",
      },
    ],
    killedBy: {
      file: `${modules}/membership/cards/updateCardHolder.test.ts`,
      test: "transferring a card while its previous owner pays for the next term starts a new membership for them",
    },
  },
  {
    name: "card_of_account",
    protects: "access",
    file: `${modules}/membership/issue/buildMemberships.ts`,
    changes: [
      {
        from: "const reusedCard = last?.identity_id === identity_id ? last : undefined;",
        to: "const reusedCard = last;",
      },
    ],
    killedBy: {
      file: `${modules}/account/login/memberNumberPrivacy.test.ts`,
      test: "the number of a card in another person's account is a new one if the card had no account before",
    },
  },
  {
    name: "renewal_marked",
    protects: "money",
    file: `${modules}/membership/autoRenewal/scheduleAutoRenewals.ts`,
    changes: [{ from: "  if (following.length > 0) await markRenewed(db, seller.id, following);\n", to: "" }],
    killedBy: {
      file: `${modules}/renewals/cancel/cancelAutoRenewal.test.ts`,
      test: "the link in an old e-mail cancels the current term",
    },
  },
  {
    name: "resend_tells_customers",
    protects: "access",
    file: `${modules}/account/resend/resendOrderEmails.ts`,
    changes: [{ from: "found.length === 0 && !ctx.seller.configuration.strict_resend", to: "found.length === 0" }],
    killedBy: {
      file: `${modules}/account/resend/resendOrderEmails.test.ts`,
      test: "a request by e-mail address answers known and unknown addresses alike for a strict seller",
    },
  },
  {
    name: "resend_captcha",
    protects: "access",
    file: `${modules}/account/resend/resendOrderEmails.ts`,
    changes: [{ from: '  await requireCaptcha(ctx, "resend");\n', to: "" }],
    killedBy: {
      file: `${modules}/account/resend/resendOrderEmails.test.ts`,
      test: "a request by e-mail address requires the built-in captcha",
    },
  },
  {
    name: "reset_ends_sessions",
    protects: "access",
    file: `${modules}/account/login/passwordReset.ts`,
    changes: [{ from: "    await closeUserSessions(ctx, user.id);\n", to: "" }],
    killedBy: {
      file: `${modules}/account/login/passwordReset.test.ts`,
      test: "a link to set a password ends all sessions",
    },
  },
  {
    name: "card_transfer_ends_former_codes",
    protects: "access",
    file: `${modules}/membership/cards/updateCardHolder.ts`,
    changes: [{ from: "  if (isTransferred) {\n", to: "  if (isTransferred && email === null) {\n" }],
    killedBy: {
      file: `${modules}/membership/cards/updateCardHolder.test.ts`,
      test: "a transferred card's former codes admit nobody",
    },
  },
];
