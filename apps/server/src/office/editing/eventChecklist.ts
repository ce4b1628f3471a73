import { defaultHandler } from "@foyer/contract/handlers.ts";
import { isOnSale } from "@foyer/rules/catalog/saleWindow.ts";
import { needsSession } from "@foyer/rules/catalog/handlers.ts";
import type { PreparedCatalogueEvent } from "../../catalogue/validate/prepareEvent.ts";

export type ChecklistStep = { readonly name: string; readonly is_done: boolean; readonly hint: string };

type Now = { readonly now: Temporal.Instant; readonly hasGateway: boolean };

/** What an event needs before it can be bought, in the order in which one would do it. */
export const eventChecklist = (
  { groups, sessions, event }: PreparedCatalogueEvent,
  { now, hasGateway }: Now,
): ChecklistStep[] => {
  const onSale = groups.filter(
    ({ group, sales_start, sales_end }) => group.available !== false && isOnSale({ sales_start, sales_end }, now),
  );
  const isTimed = groups.some(({ group: { handler = defaultHandler, start_policy = null } }) =>
    needsSession({ handler, start_policy }),
  );
  return [
    {
      name: "A ticket type is on sale",
      is_done: onSale.some(({ types }) => types.some(({ available }) => available)),
      hint: "Add a group with a type that is available, in a group whose sales have begun and not ended.",
    },
    ...(isTimed
      ? [
          {
            name: "A session is ahead",
            is_done: sessions.some(({ cancelled }) => cancelled !== true),
            hint: "Its schedule has no day from now on.",
          },
        ]
      : []),
    {
      name: "It has a picture",
      is_done: event.meta?.image_cover !== undefined || event.meta?.image_profile !== undefined,
      hint: "Without one, listings and the event's page show a drawing.",
    },
    ...(costsMoney({ groups, sessions })
      ? [
          {
            name: "Payments are set up",
            is_done: hasGateway,
            hint: "Cards cannot be charged: the seller's payment keys are missing, or it takes only test cards.",
          },
        ]
      : []),
  ];
};

/** What is free is bought without a gateway. */
const costsMoney = ({ groups, sessions }: Pick<PreparedCatalogueEvent, "groups" | "sessions">): boolean =>
  groups.some(({ types }) =>
    types.some(
      ({ currency_amount, currency_amount_max, fee_fixed_outside }) =>
        currency_amount > 0 || (currency_amount_max ?? 0) > 0 || fee_fixed_outside > 0,
    ),
  ) || sessions.some(({ amounts }) => [...amounts.values()].some((amount) => amount > 0));
