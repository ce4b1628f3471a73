import type { Translator } from "../seller/seller.tsx";
import type { sharedStrings } from "../text/shared.strings.ts";

/**
 * What is said about a request that failed without a refusal: that there is no network, if the browser knows that, and
 * `otherwise` if not. A server knows nothing about it.
 */
export const failureText = (
  shared: Translator<typeof sharedStrings>,
  otherwise: string = shared("error.generic"),
): string => (navigator.onLine === false ? shared("error.offline") : otherwise);
