import { defaultCardGateway } from "@foyer/rules/checkout/gateways.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import type { CheckedDocument } from "./checkDocument.ts";
import { eventChecklist, type ChecklistStep } from "./eventChecklist.ts";

/** What the event of a chapter needs before it can be bought; nothing for other chapters and for one that cannot be read. */
export const chapterChecklist = async (
  ctx: StaffContext,
  chapter: string,
  { prepared, unread }: Pick<CheckedDocument, "prepared" | "unread">,
): Promise<ChecklistStep[]> => {
  if (unread.has(chapter)) return [];
  const event = prepared?.events.find(({ key }) => chapter === `event/${key}`);
  return event ? eventChecklist(event, { now: ctx.now, hasGateway: await takesCards(ctx) }) : [];
};

/** In production, test cards are not payments. */
const takesCards = async ({ seller, providers, production }: StaffContext): Promise<boolean> => {
  const gateway = seller.configuration.gateway ?? defaultCardGateway;
  if (production && gateway === defaultCardGateway) return false;
  return (await providers.findGateway(gateway, seller.id)) !== undefined;
};
