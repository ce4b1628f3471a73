import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";

/** The part of the listing for visitors who are logged in. */
export const lazyMemberPrompts: LazyComponent<{
  readonly MemberGreeting: ComponentType;
  readonly MembershipPrompt: ComponentType;
}> = lazyComponent(["src/features/listing/MemberPrompts.tsx"], () => import("./MemberPrompts.tsx"));
