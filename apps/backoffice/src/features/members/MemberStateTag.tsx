import type { MemberState } from "@foyer/contract/office/members/memberList.ts";
import { Tag, type TagProps } from "@foyer/ui/feedback/Tag.tsx";
import { memberStateNames } from "./memberQueries.ts";

const tones: Readonly<Record<MemberState, TagProps["tone"]>> = {
  active: "success",
  ended: "neutral",
  cancelled: "warning",
};

export function MemberStateTag({ state }: { readonly state: MemberState }) {
  return <Tag tone={tones[state] ?? "neutral"}>{memberStateNames[state]}</Tag>;
}
