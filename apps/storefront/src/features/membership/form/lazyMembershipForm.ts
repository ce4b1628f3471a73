import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { MembershipFormProps } from "./MembershipForm.tsx";

/** The form that sells memberships: on the few pages that do. */
export const lazyMembershipForm: LazyComponent<{ readonly MembershipForm: ComponentType<MembershipFormProps> }> =
  lazyComponent(["src/features/membership/form/MembershipForm.tsx"], () => import("./MembershipForm.tsx"));
