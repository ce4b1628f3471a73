import type { Translator } from "../seller/seller.tsx";
import type { sharedStrings } from "../text/shared.strings.ts";

/** What is said about a request that failed without a refusal: that there is no network, if the browser knows that. */
export const failureText = (shared: Translator<typeof sharedStrings>): string =>
  shared(navigator.onLine ? "error.generic" : "error.offline");
