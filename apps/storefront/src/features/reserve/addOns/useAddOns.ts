import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { linesOfOtherVisits } from "@foyer/rules/hold/visitLimit.ts";
import { totalWithAddOns } from "@foyer/rules/upsell/addOns.ts";
import { findConflict } from "@foyer/rules/reserve/sessionPicker.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { showFailure } from "../../../shared/errors/failure.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { sessionQuery } from "../queries/reserve.queries.ts";
import { selectTickets, type TicketSelection } from "../tickets/selectTickets.ts";
import { withQuantity } from "../form/reserveFormState.ts";
import { ticketsOf, type AddOnOffer } from "./addOns.queries.ts";
import { readChosenAddOns, saveChosenAddOns, type ChosenAddOns } from "./chosenAddOns.ts";

/** An add-on with the visitor's choice. */
export type AddOn = {
  readonly offer: AddOnOffer;
  readonly session: EventSession | undefined;
  readonly tickets: TicketSelection;
  /** The name of a cart line that the chosen time overlaps, apart from the visit itself. */
  readonly conflict: string | undefined;
};

/** The add-ons with the visitor's choices, which are kept when another page is visited. */
export const useAddOns = (offers: readonly AddOnOffer[], cart: Cart) => {
  const client = useQueryClient();
  const { slug, web } = useSeller();
  const coins = useCoins();
  const shared = useText(sharedStrings);
  const [chosen, setChosen] = useState<ChosenAddOns>(() => readChosenAddOns(slug, cart.id));
  useEffect(() => saveChosenAddOns(slug, cart.id, chosen), [slug, cart.id, chosen]);

  const sessions = offers.map(
    ({ event, sessions }) => sessions.find(({ id }) => id === chosen[event.id]?.session_id) ?? sessions[0],
  );
  const details = useQueries({
    queries: offers.map(({ eventLink, isQuantityOnly }, index) => {
      const session = sessions[index];
      return { ...sessionQuery(eventLink, session?.id ?? ""), enabled: isQuantityOnly && session !== undefined };
    }),
  });
  const addOns = offers.map((offer, index): AddOn => {
    const { event } = offer;
    const session = sessions[index];
    const detail = details[index]?.data;
    const tickets = selectTickets({
      event,
      ...(detail ? ticketsOf(detail) : offer),
      session,
      cart,
      wanted: chosen[event.id]?.quantities ?? {},
      prices: {},
      coins,
    });
    const lines = linesOfOtherVisits(cart.lines, { event_template_id: event.id, isAddOn: true }, cart.anchor);
    const conflict = session && findConflict(session, lines, event.meta, web.conflict_padding_minutes)?.name;
    return { offer, session, tickets, conflict };
  });

  const taken = addOns.filter(({ offer, tickets }) => offer.isQuantityOnly && tickets.basket.count > 0);
  const sum = (of: (one: AddOn) => number): number => taken.reduce((all, one) => all + of(one), 0);
  // Starts from the choice at the time of the update, so that choices made while a time loads are kept.
  const change = ({ offer, session }: AddOn, to: Partial<ChosenAddOns[string]>) =>
    setChosen((before) => ({
      ...before,
      [offer.event.id]: { session_id: session?.id, quantities: {}, ...before[offer.event.id], ...to },
    }));
  return {
    addOns,
    taken,
    count: sum(({ tickets }) => tickets.basket.count),
    total: totalWithAddOns(
      cart,
      sum(({ tickets }) => tickets.basket.total),
    ),
    chooseQuantity: (addOn: AddOn, ticket_type_id: string, quantity: number) =>
      change(addOn, { quantities: withQuantity(addOn.tickets.quantities, ticket_type_id, quantity) }),
    /** The new time appears together with its prices. */
    chooseSession: (addOn: AddOn, session_id: string) =>
      void client.ensureQueryData(sessionQuery(addOn.offer.eventLink, session_id)).then(
        () => change(addOn, { session_id }),
        () => showFailure(failureText(shared)),
      ),
    /** Forgets the choices that are now held; keeps the refused ones. */
    keepOnly: (event_ids: readonly string[]) =>
      setChosen((before) => Object.fromEntries(Object.entries(before).filter(([id]) => event_ids.includes(id)))),
  };
};
