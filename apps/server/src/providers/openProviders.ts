import type { Connections } from "../db/connections.ts";
import type { Settings } from "../settings.ts";
import { addressLookupRegistry } from "./addresses/addressLookupRegistry.ts";
import { captchaRegistry } from "./captcha/captchaRegistry.ts";
import type { GatewayDeps } from "./payments/gatewayDefinition.ts";
import { gatewayFinder, keyTrial, previewGatewayFinder } from "./payments/gatewayRegistry.ts";
import { ssoRegistry } from "./sso/ssoRegistry.ts";
import { mailSourceOf, senderChecker } from "./mail/sender/checkSender.ts";
import { systemDns } from "./mail/sender/dnsReader.ts";
import { smtpTransport } from "./mail/mailTransport.ts";
import type { Providers } from "./providers.ts";
import type { KeyFinder } from "./providerKeys.ts";
import { serviceKeyTrial } from "./serviceKeyTrial.ts";
import { readStoredKeys, serviceKeysOf } from "./storedKeys.sql.ts";
import { resealKeys } from "./resealKeys.sql.ts";
import { createSigner } from "./signer.sql.ts";
import { createSealer, type Sealer } from "./sealer.ts";
import { walletEndpoints, walletRegistry } from "./wallet/walletRegistry.ts";

/** Opens the providers that the settings describe, for the server and the command line. */
export const openProviders = async (
  settings: Settings,
  connections: Connections,
): Promise<{ readonly providers: Providers; readonly gateways: GatewayDeps; readonly sealer: Sealer }> => {
  const sealer = createSealer(settings);
  const gateways: GatewayDeps = {
    databaseOf: (sellerId) => connections.forSeller(sellerId),
    sealer,
    endpoints: { stripe: { baseUrl: settings.STRIPE_URL } },
  };
  const keysOf: KeyFinder = (sellerId, provider) =>
    readStoredKeys(connections.forSeller(sellerId), sealer, serviceKeysOf(sellerId, provider));
  const isSealed = settings.SECRETS_KEY !== undefined;
  const sign = await createSigner(connections.acrossSellers(), { sealer, isSealed });
  if (settings.SECRETS_KEY_PREVIOUS !== undefined) await resealKeys(connections.acrossSellers(), sealer);
  const providers: Providers = {
    sign,
    findAddressLookup: addressLookupRegistry(keysOf, { baseUrl: settings.LOQATE_URL }),
    findCaptcha: captchaRegistry(keysOf, { sign, baseUrl: settings.CAPTCHA_URL }),
    findWallets: walletRegistry(keysOf, settings.NODE_ENV === "production" ? walletEndpoints : undefined),
    ...ssoRegistry(keysOf, { isDevelopment: settings.NODE_ENV !== "production" }),
    tryGatewayKeys: keyTrial(gateways),
    tryServiceKeys: serviceKeyTrial({
      loqate: { baseUrl: settings.LOQATE_URL },
      captcha: { baseUrl: settings.CAPTCHA_URL },
      oidc: { isDevelopment: settings.NODE_ENV !== "production" },
    }),
    findGateway: gatewayFinder(gateways, {
      test: settings.NODE_ENV !== "production" || settings.ALLOW_TEST_GATEWAY,
    }),
    findPreviewGateway: previewGatewayFinder(gateways),
    checkSender: senderChecker(systemDns(), mailSourceOf(settings)),
    mail: settings.SMTP_URL && settings.MAIL_FROM ? smtpTransport(settings.SMTP_URL, settings.MAIL_FROM) : undefined,
    origin: settings.BASE_URL,
    webhookOrigin: settings.BASE_URL,
  };
  return { providers, gateways, sealer };
};
