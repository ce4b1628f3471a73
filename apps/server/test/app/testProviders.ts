import { addressLookupRegistry } from "../../src/providers/addresses/addressLookupRegistry.ts";
import { captchaRegistry } from "../../src/providers/captcha/captchaRegistry.ts";
import { gatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import { ssoRegistry } from "../../src/providers/sso/ssoRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import { walletRegistry } from "../../src/providers/wallet/walletRegistry.ts";
import type { Connections } from "../../src/db/connections.ts";

const sign = (text: string): string => `signed ${text}`;

/** Who is asked about a buyer, for servers of tests: what needs no keys is there, nobody else is. */
export const keylessProviders = {
  findAddressLookup: addressLookupRegistry(async () => undefined),
  findCaptcha: captchaRegistry(async () => undefined, { origin: "http://localhost", sign }),
  findWallets: walletRegistry(async () => undefined, "http://localhost"),
  ...ssoRegistry(async () => undefined),
};

/** The outside of jobs and use cases that a test calls itself: the test gateway and gift cards, and nobody who sends mail. */
export const testProviders = ({
  connections,
}: {
  readonly connections: Pick<Connections, "forSeller">;
}): Providers => ({
  ...keylessProviders,
  sign: () => "x".repeat(43),
  findGateway: gatewayFinder(
    { databaseOf: (id) => connections.forSeller(id), origin: "http://localhost" },
    { test: true },
  ),
  mail: undefined,
  origin: "http://localhost",
});
