import { wasLastCallLost } from "../../api/call.ts";
import type { Translator } from "../seller/seller.tsx";
import type { sharedStrings } from "../text/shared.strings.ts";

/**
 * The text about a request that failed without a refusal: that there is no network, if the browser knows that, otherwise
 * `otherwise`, and without it that the shop was not reached, if no answer came. A server does not know about the network.
 */
export const failureText = (shared: Translator<typeof sharedStrings>, otherwise?: string): string => {
  if (navigator.onLine === false) return shared("error.offline");
  if (otherwise !== undefined) return otherwise;
  return shared(navigator.onLine === true && wasLastCallLost() ? "error.unreachable" : "error.generic");
};
