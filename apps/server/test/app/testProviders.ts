import { addressLookupRegistry } from "../../src/providers/addresses/addressLookupRegistry.ts";
import { captchaRegistry } from "../../src/providers/captcha/captchaRegistry.ts";
import { gatewayFinder, previewGatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import { senderChecker } from "../../src/providers/mail/sender/checkSender.ts";
import { ssoRegistry } from "../../src/providers/sso/ssoRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import { walletRegistry } from "../../src/providers/wallet/walletRegistry.ts";
import type { Connections } from "../../src/db/connections.ts";

/** Signs the challenges of the built-in captcha. */
export const signCaptcha = (text: string): string => `signed ${text}`;

/** Providers for tests: only those that need no keys. */
export const keylessProviders = {
  findPreviewGateway: async () => undefined,
  tryGatewayKeys: async () => undefined,
  tryServiceKeys: async () => undefined,
  checkSender: senderChecker(
    { texts: async () => [], addresses: async () => [], mailHosts: async () => [] },
    { sendsFrom: [], dkimSelectors: [] },
  ),
  webhookOrigin: "http://localhost",
  findAddressLookup: addressLookupRegistry(async () => undefined),
  findCaptcha: captchaRegistry(async () => undefined, { sign: signCaptcha }),
  findWallets: walletRegistry(async () => undefined),
  ...ssoRegistry(async () => undefined),
};

/** Providers for jobs and use cases that a test calls directly: test gateway and gift cards, no mail server. */
export const testProviders = ({
  connections,
}: {
  readonly connections: Pick<Connections, "forSeller">;
}): Providers => ({
  ...keylessProviders,
  sign: () => "x".repeat(43),
  findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
  findPreviewGateway: previewGatewayFinder({ databaseOf: (id) => connections.forSeller(id) }),
  mail: undefined,
  origin: "http://localhost",
});
