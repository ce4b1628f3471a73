import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { MembersOnlyProps } from "../members/MembersOnly.tsx";
import type { ReserveFormProps } from "./reserveFormProps.ts";

/** Forms that few visitors need; each is loaded on demand. */
export const lazyQuantityFirstForm: LazyComponent<{ readonly QuantityFirstForm: ComponentType<ReserveFormProps> }> =
  lazyComponent(["src/features/reserve/form/QuantityFirstForm.tsx"], () => import("./QuantityFirstForm.tsx"));

export const lazyOneTicketForm: LazyComponent<{ readonly OneTicketForm: ComponentType<ReserveFormProps> }> =
  lazyComponent(["src/features/reserve/form/OneTicketForm.tsx"], () => import("./OneTicketForm.tsx"));

export const lazyMembersOnly: LazyComponent<{ readonly MembersOnly: ComponentType<MembersOnlyProps> }> = lazyComponent(
  ["src/features/reserve/members/MembersOnly.tsx"],
  () => import("../members/MembersOnly.tsx"),
);
