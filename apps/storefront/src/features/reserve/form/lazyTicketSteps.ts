import type { ComponentType } from "react";
import { lazyComponent, type LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import type { SessionStepProps } from "../date/SessionStep.tsx";
import type { TicketSelection, TicketOffer } from "../tickets/selectTickets.ts";
import type { TicketStepProps } from "../tickets/TicketStep.tsx";

/** Times and tickets: shown once a date is chosen. */
export const lazyTicketSteps: LazyComponent<{
  readonly SessionStep: ComponentType<SessionStepProps>;
  readonly TicketStep: ComponentType<TicketStepProps>;
  readonly selectTickets: (offered: TicketOffer) => TicketSelection;
}> = lazyComponent(["src/features/reserve/tickets/ticketSteps.ts"], () => import("../tickets/ticketSteps.ts"));
