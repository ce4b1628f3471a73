import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { MembersOnlyProps } from "../members/MembersOnly.tsx";
import type { ReserveFormProps } from "./ReserveForm.tsx";
import type { RenewalBannerProps } from "../members/LazyRenewalBanner.tsx";
import type { SessionStepProps } from "../date/SessionStep.tsx";
import type { TicketSelection, TicketOffer } from "../tickets/selectTickets.ts";
import type { TicketStepProps } from "../tickets/TicketStep.tsx";

/** What most visitors of an event page do not see at first: each comes when it is about to be shown. */
export const lazyQuantityFirstForm: LazyComponent<{ readonly QuantityFirstForm: ComponentType<ReserveFormProps> }> =
  lazyComponent(["src/features/reserve/form/QuantityFirstForm.tsx"], () => import("./QuantityFirstForm.tsx"));

export const lazyOneTicketForm: LazyComponent<{ readonly OneTicketForm: ComponentType<ReserveFormProps> }> =
  lazyComponent(["src/features/reserve/form/OneTicketForm.tsx"], () => import("./OneTicketForm.tsx"));

export const lazyMembersOnly: LazyComponent<{ readonly MembersOnly: ComponentType<MembersOnlyProps> }> = lazyComponent(
  ["src/features/reserve/members/MembersOnly.tsx"],
  () => import("../members/MembersOnly.tsx"),
);

export const lazyRenewalNotice: LazyComponent<{ readonly RenewalBanner: ComponentType<RenewalBannerProps> }> =
  lazyComponent(["src/features/reserve/members/RenewalBanner.tsx"], () => import("../members/RenewalBanner.tsx"));

/** Times and tickets: with a date chosen. */
export const lazyTicketSteps: LazyComponent<{
  readonly SessionStep: ComponentType<SessionStepProps>;
  readonly TicketStep: ComponentType<TicketStepProps>;
  readonly selectTickets: (offered: TicketOffer) => TicketSelection;
}> = lazyComponent(
  [
    "src/features/reserve/date/SessionStep.tsx",
    "src/features/reserve/tickets/TicketStep.tsx",
    "src/features/reserve/tickets/selectTickets.ts",
  ],
  async () => {
    const [session, tickets, { selectTickets }] = await Promise.all([
      import("../date/SessionStep.tsx"),
      import("../tickets/TicketStep.tsx"),
      import("../tickets/selectTickets.ts"),
    ]);
    return { SessionStep: session.SessionStep, TicketStep: tickets.TicketStep, selectTickets };
  },
);
