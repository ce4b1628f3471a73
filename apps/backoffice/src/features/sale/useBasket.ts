import { useState } from "react";
import type { CounterMember, CounterOffer } from "@foyer/contract/office/money/counter.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";

export const offerKey = ({ event_template_id, session }: CounterOffer): string => session?.id ?? event_template_id;

/** The price of an offer's tickets, before discounts. */
export const basketTotal = (
  offer: CounterOffer | undefined,
  counts: ReadonlyMap<string, number>,
  currency: string,
): string =>
  toDecimal(
    (offer?.types ?? []).reduce(
      (sum, { ticket_type_id, price }) => sum + (fromDecimal(price, currency) ?? 0) * (counts.get(ticket_type_id) ?? 0),
      0,
    ),
    currency,
  );

const noBuyer = { first_name: "", last_name: "", email: "" };

/** The member as the purchaser, with the details that their account has. */
export const buyerOf = (member: CounterMember | undefined): typeof noBuyer =>
  member ? { first_name: member.first_name, last_name: member.last_name, email: member.email ?? "" } : noBuyer;

/** What is being sold, and to whom. */
export const useBasket = (offers: readonly CounterOffer[], currency: string) => {
  const [sale_id, setSaleId] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<string>();
  /** The event whose tickets are counted. */
  const [countedEvent, setCountedEvent] = useState<string>();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [buyer, setBuyer] = useState(noBuyer);
  const offer = offers.find((one) => offerKey(one) === chosen);
  // Limited to the current offers: members' tickets disappear when the member's card is removed.
  const tickets = (offer?.types ?? []).flatMap(({ ticket_type_id }) => {
    const quantity = counts.get(ticket_type_id) ?? 0;
    return quantity > 0 ? [{ ticket_type_id, quantity }] : [];
  });
  return {
    sale_id,
    offer,
    counts,
    tickets,
    quantity: tickets.reduce((sum, one) => sum + one.quantity, 0),
    total: basketTotal(offer, counts, currency),
    buyer,
    setBuyer,
    setCount: (id: string, quantity: number) => setCounts((old) => new Map(old).set(id, quantity)),
    choose: (next: CounterOffer) => {
      // The tickets stay chosen at another time of the same event.
      if (next.event_template_id !== countedEvent) setCounts(new Map());
      setCountedEvent(next.event_template_id);
      setChosen(offerKey(next));
    },
    /** The same tickets again, as a new sale. */
    renew: () => setSaleId(crypto.randomUUID()),
    /** To choose another session. The tickets stay unless it is of another event. */
    change: () => setChosen(undefined),
    empty: () => {
      setSaleId(crypto.randomUUID());
      setChosen(undefined);
      setCountedEvent(undefined);
      setCounts(new Map());
      setBuyer(noBuyer);
    },
  };
};
export type Basket = ReturnType<typeof useBasket>;
