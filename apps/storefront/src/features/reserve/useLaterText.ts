import { useText, type Texts } from "../../shared/seller.tsx";
import { laterStrings } from "./later.strings.ts";

/** The words of a part that is fetched when it is needed. */
export const useLaterText = (): Texts<typeof laterStrings> => useText(laterStrings);
