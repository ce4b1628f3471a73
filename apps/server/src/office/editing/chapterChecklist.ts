import { defaultCardGateway } from "@foyer/rules/checkout/gateways.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import type { PreparedCatalogue } from "../../catalogue/validate/prepareCatalogue.ts";
import { eventChecklist, type ChecklistStep } from "./eventChecklist.ts";

/** What keeps the event of a chapter from being bought; nothing for other chapters. */
export const chapterChecklist = async (
  ctx: StaffContext,
  chapter: string,
  prepared: PreparedCatalogue | undefined,
): Promise<ChecklistStep[]> => {
  const event = prepared?.events.find(({ key }) => chapter === `event/${key}`);
  return event ? eventChecklist(event, { now: ctx.now, hasGateway: await takesCards(ctx) }) : [];
};

/** Test cards are no payments in production. */
const takesCards = async ({ seller, providers, production }: StaffContext): Promise<boolean> => {
  const gateway = seller.configuration.gateway ?? defaultCardGateway;
  if (production && gateway === defaultCardGateway) return false;
  return (await providers.findGateway(gateway, seller.id)) !== undefined;
};
