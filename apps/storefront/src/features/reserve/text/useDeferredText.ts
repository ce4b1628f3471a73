import { useText, type Translator } from "../../../shared/seller/seller.tsx";
import { deferredReserveStrings } from "./deferred.strings.ts";

/** Texts of parts that are loaded on demand. */
export const useDeferredText = (): Translator<typeof deferredReserveStrings> => useText(deferredReserveStrings);
