import { useSeller } from "../../../shared/seller/seller.tsx";
import { hasWholeLogin } from "../loginMethod.ts";
import { useLoginStrength } from "./loginStrength.ts";

/** Whether the visitor has the most complete login that the seller offers, so that there is no other to ask for. */
export const useHasWholeLogin = (): boolean => {
  const { configuration } = useSeller();
  return hasWholeLogin(useLoginStrength(), configuration);
};
