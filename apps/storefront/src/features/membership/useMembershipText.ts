import { useText, type Texts } from "../../shared/seller.tsx";
import { membershipStrings } from "./membership.strings.ts";

export type MembershipTexts = Texts<typeof membershipStrings>;
export const useMembershipText = (): MembershipTexts => useText(membershipStrings);
