import type { Configuration } from "@foyer/contract/seller.ts";
import { autoRenewAsk } from "@foyer/rules/renewals.ts";

/** A renewal by itself needs a saved way to pay, and the till takes none yet: until then nobody is asked. */
const tillTakesIt = (): boolean => false;

export const autoRenewOffered = (configuration: Configuration): ReturnType<typeof autoRenewAsk> =>
  tillTakesIt() ? autoRenewAsk(configuration) : "never";
