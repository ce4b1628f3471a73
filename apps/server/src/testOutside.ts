import { addressBooks } from "./outside/addressBooks.ts";
import { captchas } from "./outside/captchas.ts";
import { gateways } from "./outside/gateways.ts";
import { loginsElsewhere } from "./outside/loginsElsewhere.ts";
import type { Outside } from "./outside/outside.ts";
import { wallets } from "./outside/wallets.ts";
import type { Connections } from "./db/connect.ts";

const sign = (text: string): string => `signed ${text}`;

/** Who is asked about a buyer, for servers of tests: what needs no keys is there, nobody else is. */
export const noKeysKept = {
  addressesOf: addressBooks(async () => undefined),
  captchaOf: captchas(async () => undefined, { origin: "http://localhost", sign }),
  walletsOf: wallets(async () => undefined, "http://localhost"),
  ...loginsElsewhere(async () => undefined),
};

/** The outside of jobs and use cases that a test calls itself: the test gateway and gift cards, and nobody who sends mail. */
export const outsideOf = ({ connections }: { readonly connections: Pick<Connections, "of"> }): Outside => ({
  ...noKeysKept,
  sign: () => "x".repeat(43),
  gatewayOf: gateways({ databaseOf: (id) => connections.of(id), origin: "http://localhost" }, { test: true }),
  mail: undefined,
  origin: "http://localhost",
});
