import type { CodeState } from "@foyer/contract/office/catalogue/codes.ts";
import { Tag, type TagProps } from "@foyer/ui/feedback/Tag.tsx";
import { codeStateNames } from "./codeQueries.ts";

const tones: Readonly<Record<CodeState, TagProps["tone"]>> = {
  active: "success",
  retired: "neutral",
  paused: "warning",
  expired: "neutral",
  not_yet_valid: "neutral",
  used_up: "neutral",
};

export function CodeStateTag({ state }: { readonly state: CodeState }) {
  return <Tag tone={tones[state] ?? "neutral"}>{codeStateNames[state]}</Tag>;
}
