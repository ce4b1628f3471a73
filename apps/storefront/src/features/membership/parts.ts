import type { ComponentType } from "react";
import { lazyPart, type LazyPart } from "../../shared/lazyPart.ts";
import type { MembershipFormProps } from "./MembershipForm.tsx";

/** The form that sells memberships: on the few pages that do. */
export const membershipPart: LazyPart<{ readonly MembershipForm: ComponentType<MembershipFormProps> }> = lazyPart(
  ["src/features/membership/MembershipForm.tsx"],
  () => import("./MembershipForm.tsx"),
);
