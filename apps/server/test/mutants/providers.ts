import type { Mutant } from "./mutant.ts";

const ledger = "apps/server/src/providers/payments/giftcard/ledger.sql.ts";
const ledgerTest = "apps/server/src/providers/payments/giftcard/giftCardGateway.test.ts";
const jwtVerifier = "apps/server/src/providers/sso/jwtVerifier.ts";
const signedTokenTest = "apps/server/src/modules/account/sso/signedToken.test.ts";
const refusesBadTokens = "an invalid token is refused without details";

export const providersMutants: readonly Mutant[] = [
  {
    name: "currency_without_parts",
    protects: "money",
    file: "packages/rules/src/values/currency.ts",
    changes: [{ from: " XAF XOF XPF", to: "" }],
    killedBy: {
      file: "packages/rules/src/checkout/stripeAmount.test.ts",
      test: "an entered amount of 1200 XPF is 1200 for Stripe",
    },
  },
  {
    name: "ledger_balance",
    protects: "money",
    file: ledger,
    changes: [
      { from: " and a.balance + $3::bigint >= 0 returning w.id", to: " returning w.id" },
      {
        from: "where seller_id = $1 and id = $2 and balance + $3::bigint >= 0",
        to: "where seller_id = $1 and id = $2",
      },
    ],
    killedBy: { file: ledgerTest, test: "authorizing accepts the whole balance and refuses a cent more" },
  },
  {
    name: "ledger_account_lock",
    protects: "money",
    file: ledger,
    changes: [{ from: "    .forUpdate()\n    .executeTakeFirstOrThrow();", to: "    .executeTakeFirstOrThrow();" }],
    killedBy: {
      file: ledgerTest,
      test: "concurrent payments locks the card while it is charged, so that nobody deactivates it in between",
    },
  },
  {
    name: "ledger_payment_lock",
    protects: "money",
    file: ledger,
    changes: [{ from: "    .forUpdate()\n    .executeTakeFirst();", to: "    .executeTakeFirst();" }],
    killedBy: {
      file: ledgerTest,
      test: "concurrent payments releases a payment once when it is voided twice at the same moment",
    },
  },
  {
    name: "ledger_once_for_each_ticket",
    protects: "money",
    file: ledger,
    changes: [{ from: "on conflict on constraint ledger_account_of_its_ticket do nothing", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/giftcards/issueGiftCards.test.ts",
      test: "issuing many times at once makes one gift card",
    },
  },
  {
    name: "stripe_card_captured_by_hand",
    protects: "money",
    file: "apps/server/src/providers/payments/stripe/captureOptions.ts",
    changes: [{ from: '  "card",\n', to: "" }],
    killedBy: {
      file: "apps/server/src/providers/payments/stripe/stripeGateway.test.ts",
      test: "authorizing money of a card is taken at once only where it cannot be reserved",
    },
  },
  {
    name: "stripe_debit_captured_by_itself",
    protects: "money",
    file: "apps/server/src/providers/payments/stripe/intents.ts",
    changes: [
      {
        from: "        automatic_payment_methods: {",
        to: '        capture_method: "manual",\n        automatic_payment_methods: {',
      },
    ],
    killedBy: {
      file: "apps/server/src/providers/payments/stripe/stripeGateway.test.ts",
      test: "authorizing money of a US debit is taken at once only where it cannot be reserved",
    },
  },
  {
    name: "stripe_saved_method_is_card",
    protects: "money",
    file: "apps/server/src/providers/payments/stripe/savedMethods.ts",
    changes: [
      {
        from: '    setup_future_usage: "off_session",\n    allowed_payment_method_types,\n',
        to: '    setup_future_usage: "off_session",\n',
      },
    ],
    killedBy: {
      file: "apps/server/src/providers/payments/stripe/stripeGateway.test.ts",
      test: "authorizing a payment that saves or charges a saved method accepts cards only",
    },
  },
  {
    name: "saved_method_of_its_owner",
    protects: "money",
    file: "apps/server/src/modules/checkout/payment/savedMethods.sql.ts",
    changes: [{ from: '    .where("identity_id", "=", identity_id)\n', to: "" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/payment/paySavedMethod.test.ts",
      test: "the saved card of somebody else is not found",
    },
  },
  {
    name: "saved_method_in_own_cart",
    protects: "money",
    file: "apps/server/src/modules/checkout/payment/savedMethods.ts",
    changes: [{ from: 'access !== "owner" || ', to: "" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/payment/paySavedMethod.test.ts",
      test: "a saved card does not pay a cart that is opened by its link",
    },
  },
  {
    name: "stripe_intent_matches",
    protects: "money",
    file: "apps/server/src/providers/payments/stripe/intents.ts",
    changes: [
      {
        from: "  if (!isOurs) throw new Error(`Stripe returned another intent for payment ${stored.payment_id}`);\n",
        to: "",
      },
    ],
    killedBy: {
      file: "apps/server/src/providers/payments/stripe/stripeGateway.test.ts",
      test: "an intent that does not match its payment is refused an intent with another amount is refused",
    },
  },
  {
    name: "jwt_algorithm",
    protects: "access",
    file: jwtVerifier,
    changes: [{ from: "        algorithms: [keys.algorithm],\n", to: "" }],
    killedBy: { file: signedTokenTest, test: `${refusesBadTokens} a token with another algorithm of the same key` },
  },
  {
    name: "jwt_issuer",
    protects: "access",
    file: jwtVerifier,
    changes: [{ from: "        issuer: keys.issuer,\n", to: "" }],
    killedBy: { file: signedTokenTest, test: `${refusesBadTokens} a token with another issuer` },
  },
  {
    name: "jwt_audience",
    protects: "access",
    file: jwtVerifier,
    changes: [{ from: "        audience,\n", to: "" }],
    killedBy: { file: signedTokenTest, test: `${refusesBadTokens} a token with another shop's audience` },
  },
  {
    name: "jwt_lifetime",
    protects: "access",
    file: jwtVerifier,
    changes: [
      {
        from: '      if (exp - iat > signedLogin.seconds) throw new SsoFailure("lives_too_long");\n',
        to: "",
      },
    ],
    killedBy: { file: signedTokenTest, test: `${refusesBadTokens} a token with a lifetime of a day` },
  },
  {
    name: "oidc_signature",
    protects: "access",
    file: "apps/server/src/providers/sso/discovery.ts",
    changes: [{ from: "        client.enableNonRepudiationChecks,\n", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/account/sso/oidc.test.ts",
      test: "a callback is refused, with a redirect to the callback page, with a token that has a stranger's signature",
    },
  },
];
