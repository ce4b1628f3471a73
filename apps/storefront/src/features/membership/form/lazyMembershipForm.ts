import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { MembershipFormProps } from "./MembershipForm.tsx";

/** The membership form, loaded only on the few event pages that sell memberships. */
export const lazyMembershipForm: LazyComponent<{ readonly MembershipForm: ComponentType<MembershipFormProps> }> =
  lazyComponent(["src/features/membership/form/MembershipForm.tsx"], () => import("./MembershipForm.tsx"));
