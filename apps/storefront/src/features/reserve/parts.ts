import type { ComponentType } from "react";
import { lazyPart, type LazyPart } from "../../shared/lazyPart.ts";
import type { ForMembersProps } from "./ForMembers.tsx";
import type { ReserveFormProps } from "./ReserveForm.tsx";
import type { RenewalNoteProps } from "./RenewalNote.tsx";
import type { SessionStepProps } from "./SessionStep.tsx";
import type { TicketsChosen, TicketsOffered } from "./ticketsChosen.ts";
import type { TicketStepProps } from "./TicketStep.tsx";

/** What most visitors of an event page do not see at first: each comes when it is about to be shown. */
const folder = "src/features/reserve";

export const quantityFirstPart: LazyPart<{ readonly QuantityFirstForm: ComponentType<ReserveFormProps> }> = lazyPart(
  [`${folder}/QuantityFirstForm.tsx`],
  () => import("./QuantityFirstForm.tsx"),
);

export const oneTicketPart: LazyPart<{ readonly OneTicketForm: ComponentType<ReserveFormProps> }> = lazyPart(
  [`${folder}/OneTicketForm.tsx`],
  () => import("./OneTicketForm.tsx"),
);

export const membersPart: LazyPart<{ readonly ForMembers: ComponentType<ForMembersProps> }> = lazyPart(
  [`${folder}/ForMembers.tsx`],
  () => import("./ForMembers.tsx"),
);

export const renewalPart: LazyPart<{ readonly RenewalBanner: ComponentType<RenewalNoteProps> }> = lazyPart(
  [`${folder}/RenewalBanner.tsx`],
  () => import("./RenewalBanner.tsx"),
);

/** Times and tickets: with a date chosen. */
export const afterDatePart: LazyPart<{
  readonly SessionStep: ComponentType<SessionStepProps>;
  readonly TicketStep: ComponentType<TicketStepProps>;
  readonly ticketsChosen: (offered: TicketsOffered) => TicketsChosen;
}> = lazyPart([`${folder}/SessionStep.tsx`, `${folder}/TicketStep.tsx`, `${folder}/ticketsChosen.ts`], async () => {
  const [session, tickets, { ticketsChosen }] = await Promise.all([
    import("./SessionStep.tsx"),
    import("./TicketStep.tsx"),
    import("./ticketsChosen.ts"),
  ]);
  return { SessionStep: session.SessionStep, TicketStep: tickets.TicketStep, ticketsChosen };
});
