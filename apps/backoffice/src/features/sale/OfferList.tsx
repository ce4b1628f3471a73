import { useState } from "react";
import { Link } from "@tanstack/react-router";
import type { CounterOffer, readCounter } from "@foyer/contract/office/money/counter.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isFullAtCounter } from "@foyer/rules/sale/counterQuantities.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { formatMoney, formatStart } from "../../shared/format/format.ts";
import { offerKey } from "./useBasket.ts";
import css from "./Counter.module.css";

type OfferListProps = {
  readonly slug: string;
  readonly counter: StaffReply<typeof readCounter>;
  readonly onChoose: (offer: CounterOffer) => void;
};

/** The number of sessions shown per event before the list is expanded. */
const shownFirst = 6;

/** What can be sold on the day, by event, next session first. */
export function OfferList({ slug, counter: { offers, currency, day, is_today, next_day }, onChoose }: OfferListProps) {
  const byEvent = [...Map.groupBy(offers, ({ event_template_id }) => event_template_id).values()];
  return (
    <>
      {next_day !== null && (
        <p className={css.nothing}>
          {is_today ? "No more sessions today." : `No sessions on ${formatDay(day)}.`}{" "}
          <Link to="/$slug/counter" params={{ slug }} search={{ day: next_day }}>
            {formatDay(next_day)}
          </Link>
        </p>
      )}
      {offers.length === 0 && next_day === null && (
        <p className={css.nothing}>Nothing on sale can be sold at the counter.</p>
      )}
      {byEvent.map((all) => (
        <EventOffers key={all[0]?.event_template_id} offers={all} currency={currency} onChoose={onChoose} />
      ))}
    </>
  );
}

/** 'Saturday, 28 November 2026'. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(day));

type EventOffersProps = Pick<OfferListProps, "onChoose"> & {
  readonly offers: readonly CounterOffer[];
  readonly currency: string;
};

function EventOffers({ offers, currency, onChoose }: EventOffersProps) {
  const [isOpen, setOpen] = useState(false);
  const name = offers[0]?.event ?? "";
  const shown = isOpen ? offers : offers.slice(0, shownFirst);
  return (
    <section className={css.event} aria-label={name}>
      <h2 className={css.eventName}>{name}</h2>
      <div className={css.offers}>
        {shown.map((offer) => (
          <OfferButton key={offerKey(offer)} offer={offer} currency={currency} onChoose={onChoose} />
        ))}
      </div>
      {shown.length < offers.length && (
        <Button kind="text" onClick={() => setOpen(true)}>
          {offers.length - shown.length} later
        </Button>
      )}
    </section>
  );
}

type OfferButtonProps = Pick<OfferListProps, "onChoose"> & { readonly offer: CounterOffer; readonly currency: string };

function OfferButton({ offer, currency, onChoose }: OfferButtonProps) {
  const { left, price } = offer;
  const isFull = isFullAtCounter(offer);
  return (
    <button type="button" className={css.offer} disabled={isFull} onClick={() => onChoose(offer)}>
      <span className={css.time}>{offerTime(offer)}</span>
      <span className={css.price}>{price === "0" ? "Free" : `from ${formatMoney(price, currency)}`}</span>
      <span className={css.left} data-few={left !== null && left > 0 && left < 10 ? true : undefined}>
        {isFull ? "Full" : left === null ? "No limit" : `${left} left`}
      </span>
    </button>
  );
}

/**
 * The start of a session in its venue's time zone. A full-day session shows its day, and a type without a session "Any
 * time".
 */
export const offerTime = ({ session }: CounterOffer): string => (session ? formatStart(session) : "Any time");
