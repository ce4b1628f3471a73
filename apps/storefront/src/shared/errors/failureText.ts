import type { Translator } from "../seller/seller.tsx";
import type { sharedStrings } from "../text/shared.strings.ts";

/**
 * The text about a request that failed without a refusal: that there is no network, if the browser knows that, otherwise
 * `otherwise`. A server does not know about the network.
 */
export const failureText = (
  shared: Translator<typeof sharedStrings>,
  otherwise: string = shared("error.generic"),
): string => (navigator.onLine === false ? shared("error.offline") : otherwise);
