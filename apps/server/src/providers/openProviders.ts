import type { Connections } from "../db/connections.ts";
import type { Settings } from "../settings.ts";
import { addressLookupRegistry } from "./addresses/addressLookupRegistry.ts";
import { captchaRegistry } from "./captcha/captchaRegistry.ts";
import { gatewayRegistry } from "./payments/gatewayRegistry.ts";
import { ssoRegistry } from "./sso/ssoRegistry.ts";
import { smtpTransport } from "./mail/mailTransport.ts";
import type { Providers } from "./providers.ts";
import { readStripeKeys } from "./payments/stripe/stripeKeys.ts";
import type { StripeOptions } from "./payments/stripe/stripeClient.ts";
import { readProviderKeys, type KeyFinder } from "./providerKeys.ts";
import { createSigner } from "./signer.ts";
import { createSealer } from "./sealer.ts";
import { walletRegistry } from "./wallet/walletRegistry.ts";

/** The world beyond our walls as the settings describe it: for the server, and for whoever works at its side by command line. */
export const openProviders = async (
  settings: Settings,
  connections: Connections,
): Promise<{ readonly providers: Providers; readonly stripe: StripeOptions }> => {
  const origin = settings.BASE_URL;
  const sealer = createSealer(settings);
  const stripe = {
    keysOf: (sellerId: string) => readStripeKeys(connections.forSeller(sellerId), sealer, sellerId),
    baseUrl: settings.STRIPE_URL,
  };
  const keysOf: KeyFinder = (sellerId, provider) =>
    readProviderKeys(connections.forSeller(sellerId), sealer, sellerId, provider);
  const sign = await createSigner(connections.acrossSellers());
  const providers: Providers = {
    sign,
    findAddressLookup: addressLookupRegistry(keysOf, { baseUrl: settings.LOQATE_URL }),
    findCaptcha: captchaRegistry(keysOf, { origin, sign }),
    findWallets: walletRegistry(keysOf, origin),
    ...ssoRegistry(keysOf, { isDevelopment: settings.NODE_ENV !== "production" }),
    findGateway: gatewayRegistry(
      { databaseOf: (id) => connections.forSeller(id), origin, stripe },
      { test: settings.NODE_ENV !== "production" || settings.ALLOW_TEST_GATEWAY },
    ),
    mail: settings.SMTP_URL && settings.MAIL_FROM ? smtpTransport(settings.SMTP_URL, settings.MAIL_FROM) : undefined,
    origin,
  };
  return { providers, stripe };
};
