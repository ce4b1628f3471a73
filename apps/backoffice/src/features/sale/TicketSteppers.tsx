import { useEffect, useRef } from "react";
import type { CounterOffer, CounterType } from "@foyer/contract/office/money/counter.ts";
import { maxAtCounter, type CounterMax } from "@foyer/rules/sale/counterQuantities.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Stepper } from "@foyer/ui/choice/Stepper.tsx";
import { formatMoney, formatVisit } from "../../shared/format/format.ts";
import { offerTime } from "./OfferList.tsx";
import type { Basket } from "./useBasket.ts";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./Counter.module.css";

type TicketSteppersProps = { readonly basket: Basket; readonly offer: CounterOffer; readonly currency: string };

/** The number of tickets of each type, for the chosen session. */
export function TicketSteppers({ basket, offer, currency }: TicketSteppersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const groups = [...Map.groupBy(offer.types, ({ group }) => group)];
  return (
    <section className={css.tickets} aria-label="Tickets">
      <header className={css.chosen}>
        <div>
          <h2 className={css.chosenTime} ref={heading} tabIndex={-1}>
            {offerTime(offer)}
          </h2>
          <p className={css.quiet}>
            {[
              offer.event,
              offer.session && formatVisit({ ...offer.session, all_day: true }),
              offer.left !== null && `${offer.left} left`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <Button onClick={basket.change}>Change</Button>
      </header>
      {groups.map(([group, types]) => (
        <div key={group} className={css.group}>
          {groups.length > 1 && <h3 className={css.groupName}>{group}</h3>}
          <ul className={`${listsCss.spread} ${css.types}`}>
            {types.map((type) => (
              <TypeRow key={type.ticket_type_id} basket={basket} offer={offer} type={type} currency={currency} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function TypeRow({ basket, offer, type, currency }: TicketSteppersProps & { readonly type: CounterType }) {
  const { ticket_type_id, name, price, benefit } = type;
  const value = basket.counts.get(ticket_type_id) ?? 0;
  const { most, limit } = maxAtCounter(offer, type, basket.counts);
  const notes = [
    price === "0" ? "Free" : formatMoney(price, currency),
    benefit !== null && (limit?.reason === "member" && most === 0 ? "none left for this member" : "for members"),
  ];
  return (
    <li>
      <span>
        <span className={css.typeName}>{name}</span>
        <span className={css.quiet}>{notes.filter(Boolean).join(" · ")}</span>
      </span>
      <Stepper
        label={name}
        value={value}
        max={most}
        note={value >= most ? limitText(limit) : undefined}
        noteId={`most-${ticket_type_id}`}
        labels={{ less: "Fewer", more: "More" }}
        onChange={(next) => basket.setCount(ticket_type_id, next)}
      />
    </li>
  );
}

/** Why no more can be sold. What a member is allowed is shown beside the name. */
export const limitText = (limit: CounterMax["limit"]): string | undefined => {
  switch (limit?.reason) {
    case "order":
      return `At most ${limit.count} per order`;
    case "event":
      return `At most ${limit.count} of this event per order`;
    case "group":
      return `Only ${limit.count} of these left`;
    case "session":
      return `Only ${limit.count} left at this time`;
    default:
      return undefined;
  }
};
