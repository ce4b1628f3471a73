import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../shared/loading/lazyComponent.ts";

/** What the listing says to whoever is logged in. */
export const lazyMemberPrompts: LazyComponent<{
  readonly MemberGreeting: ComponentType;
  readonly MembershipPrompt: ComponentType;
}> = lazyComponent(["src/features/listing/MemberPrompts.tsx"], () => import("./MemberPrompts.tsx"));
