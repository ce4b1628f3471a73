import { addressLookupRegistry } from "../../src/providers/addresses/addressLookupRegistry.ts";
import { captchaRegistry } from "../../src/providers/captcha/captchaRegistry.ts";
import { gatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import { ssoRegistry } from "../../src/providers/sso/ssoRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import { walletRegistry } from "../../src/providers/wallet/walletRegistry.ts";
import type { Connections } from "../../src/db/connections.ts";

const sign = (text: string): string => `signed ${text}`;

/** Providers for tests: only those that need no keys. */
export const keylessProviders = {
  findAddressLookup: addressLookupRegistry(async () => undefined),
  findCaptcha: captchaRegistry(async () => undefined, { sign }),
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
  mail: undefined,
  origin: "http://localhost",
});
