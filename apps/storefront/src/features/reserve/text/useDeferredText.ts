import { useText, type Translator } from "../../../shared/seller/seller.tsx";
import { deferredReserveStrings } from "./deferred.strings.ts";

/** The words of a part that is fetched when it is needed. */
export const useDeferredText = (): Translator<typeof deferredReserveStrings> => useText(deferredReserveStrings);
