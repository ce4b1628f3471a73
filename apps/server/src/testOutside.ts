import { addressBooks } from "./outside/addressBooks.ts";
import { captchas } from "./outside/captchas.ts";

const sign = (text: string): string => `signed ${text}`;

/** Who is asked about a buyer, for servers of tests: what needs no keys is there, nobody else is. */
export const noKeysKept = {
  addressesOf: addressBooks(async () => undefined),
  captchaOf: captchas(async () => undefined, { origin: "http://localhost", sign }),
};
