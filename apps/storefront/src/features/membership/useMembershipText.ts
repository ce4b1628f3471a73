import { useText, type Translator } from "../../shared/seller/seller.tsx";
import { membershipStrings } from "./membership.strings.ts";

export type MembershipTexts = Translator<typeof membershipStrings>;
export const useMembershipText = (): MembershipTexts => useText(membershipStrings);
