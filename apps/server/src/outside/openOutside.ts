import type { Connections } from "../db/connect.ts";
import type { Settings } from "../settings.ts";
import { addressBooks } from "./addressBooks.ts";
import { captchas } from "./captchas.ts";
import { gateways } from "./gateways.ts";
import { loginsElsewhere } from "./loginsElsewhere.ts";
import { smtpTransport } from "./mail/mail.ts";
import type { Outside } from "./outside.ts";
import { readStripeKeys } from "./payments/stripeKeys.ts";
import type { StripeSetup } from "./payments/stripeClient.ts";
import { readProviderKeys, type KeyFinder } from "./providerKeys.ts";
import { signer } from "./secret.ts";
import { sealerOf } from "./secrets.ts";
import { wallets } from "./wallets.ts";

/** The world beyond our walls as the settings describe it: for the server, and for whoever works at its side by command line. */
export const openOutside = async (
  settings: Settings,
  connections: Connections,
): Promise<{ readonly outside: Outside; readonly stripe: StripeSetup }> => {
  const origin = settings.BASE_URL;
  const sealer = sealerOf(settings);
  const stripe = {
    keysOf: (sellerId: string) => readStripeKeys(connections.of(sellerId), sealer, sellerId),
    base: settings.STRIPE_URL,
  };
  const keysOf: KeyFinder = (sellerId, provider) =>
    readProviderKeys(connections.of(sellerId), sealer, sellerId, provider);
  const sign = await signer(connections.acrossSellers());
  const outside = {
    sign,
    addressesOf: addressBooks(keysOf, { base: settings.LOQATE_URL }),
    captchaOf: captchas(keysOf, { origin, sign }),
    walletsOf: wallets(keysOf, origin),
    ...loginsElsewhere(keysOf, { isDevelopment: settings.NODE_ENV !== "production" }),
    gatewayOf: gateways(
      { databaseOf: (id) => connections.of(id), origin, stripe },
      { test: settings.NODE_ENV !== "production" || settings.ALLOW_TEST_GATEWAY },
    ),
    mail: settings.SMTP_URL && settings.MAIL_FROM ? smtpTransport(settings.SMTP_URL, settings.MAIL_FROM) : undefined,
    origin,
  };
  return { outside, stripe };
};
