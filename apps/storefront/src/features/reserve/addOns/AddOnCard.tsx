import { useId } from "react";
import { Link } from "wouter";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import type { TypeChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { ChoiceGroup } from "@foyer/ui/choice/ChoiceGroup.tsx";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { posterImage, posterSize } from "../../../shared/format/imageUrl.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { TileBadges } from "../date/TileBadges.tsx";
import { TicketCounter, TicketPrice } from "../tickets/TicketCounter.tsx";
import { useDeferredText } from "../text/useDeferredText.ts";
import css from "./AddOns.module.css";
import { addOnsStrings } from "./addOns.strings.ts";
import type { AddOn } from "./useAddOns.ts";

export type AddOnCardProps = {
  readonly addOn: AddOn;
  /** The visit is on one day, so the time alone is enough. */
  readonly isOneDay: boolean;
  readonly onQuantity: (ticket_type_id: string, quantity: number) => void;
  readonly onSession: (session_id: string) => void;
};

/** An add-on as a card: its description, time and quantities. */
export function AddOnCard({ addOn, isOneDay, onQuantity, onSession }: AddOnCardProps) {
  const { slug } = useSeller();
  const headingId = useId();
  const { event, isQuantityOnly } = addOn.offer;
  const { meta } = event;
  const image = meta.image_profile ?? meta.image_cover;
  return (
    <article className={css.card} aria-labelledby={headingId}>
      <div className={css.frame}>
        {image ? (
          <Picture
            {...posterImage(slug, image)}
            {...posterSize}
            sizes="(min-width: 40em) 240px, 120px"
            alt=""
            focus={meta.image_profile ? meta.image_profile_focus : meta.image_cover_focus}
            priority
          />
        ) : (
          <DrawnCover name={event.name} />
        )}
      </div>
      <div className={css.about}>
        <h2 id={headingId} className={css.name}>
          {event.name}
        </h2>
        {(event.summary ?? event.subtitle) && <p className={css.summary}>{event.summary ?? event.subtitle}</p>}
      </div>
      {isQuantityOnly ? (
        <TicketChoice {...{ addOn, isOneDay, onQuantity, onSession }} />
      ) : (
        <OwnPage offer={addOn.offer} isOneDay={isOneDay} />
      )}
    </article>
  );
}

const useSessionTime = (isOneDay: boolean) => {
  const t = useText(addOnsStrings);
  const when = useDateFormats();
  return ({ local_day, local_start }: Pick<EventSession, "local_day" | "local_start">): string =>
    isOneDay ? when.time(local_start) : t("add_ons.at", { day: when.date(local_day), time: when.time(local_start) });
};

function TicketChoice({ addOn, isOneDay, onQuantity, onSession }: AddOnCardProps) {
  const t = useText(addOnsStrings);
  const reserve = useDeferredText();
  const price = useTilePrice();
  const when = useDateFormats();
  const timeOf = useSessionTime(isOneDay);
  const { offer, session, tickets, conflict } = addOn;
  const messages = messagesOf(addOn);
  return (
    <div className={css.choice}>
      {session &&
        (offer.sessions.length > 1 ? (
          <ChoiceGroup
            label={t("add_ons.time", { name: offer.event.name })}
            options={offer.sessions.map((one) => ({
              value: one.id,
              label: when.time(one.local_start),
              ...(!isOneDay && {
                above: when.dayOfMoment(one.start_datetime, offer.timezone),
                spoken: timeOf(one),
              }),
              detail: one.min_price !== null && <span>{t("add_ons.from", { price: price(one.min_price) })}</span>,
              badge: (
                <TileBadges
                  texts={messagesFor(offer.rules, "session_annotation", {
                    day: one.local_day,
                    time: one.local_start,
                    chosen: tickets.chosen,
                  })}
                />
              ),
            }))}
            value={session.id}
            onChoose={onSession}
          />
        ) : (
          <p className={css.time}>{timeOf(session)}</p>
        ))}
      {messages.length > 0 && (
        <div className={css.messages}>
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
      {conflict && (
        <p className={css.note} role="status">
          <Icon name="warning" size="small" /> {reserve("reserve.time.conflict", { name: conflict })}
        </p>
      )}
      <ul role="list" className={css.types}>
        {tickets.choices.flatMap(({ types }) =>
          types.map((choice) => <TicketRow key={choice.type.id} choice={choice} onQuantity={onQuantity} />),
        )}
      </ul>
    </div>
  );
}

/** The seller's messages about the day, the time and the tickets that are chosen. */
const messagesOf = ({ offer, session, tickets }: AddOn): readonly string[] => {
  const occasion = { day: session?.local_day, time: session?.local_start, chosen: tickets.chosen };
  const actions = ["date_message", "session_message", "quantity_message"] as const;
  return [...new Set(actions.flatMap((action) => messagesFor(offer.rules, action, occasion)))];
};

type TicketRowProps = Pick<AddOnCardProps, "onQuantity"> & { readonly choice: TypeChoice };

function TicketRow({ choice, onQuantity }: TicketRowProps) {
  return (
    <li className={css.type}>
      <div>
        <p className={css.label}>{choice.type.name}</p>
        <p className={css.price}>
          <TicketPrice type={choice.type} />
        </p>
      </div>
      <TicketCounter choice={choice} onQuantity={onQuantity} />
    </li>
  );
}

/** The times and the lowest price, and the link to the event's own page, which returns here. */
function OwnPage({ offer, isOneDay }: Pick<AddOn, "offer"> & Pick<AddOnCardProps, "isOneDay">) {
  const t = useText(addOnsStrings);
  const price = useTilePrice();
  const timeOf = useSessionTime(isOneDay);
  const { event, sessions, min_price } = offer;
  const facts = [
    ...sessions.map(timeOf),
    ...(min_price === null ? [] : [t("add_ons.from", { price: price(min_price) })]),
  ];
  return (
    <div className={css.own}>
      <p className={css.price}>{facts.join(" · ")}</p>
      <Link
        href={paths.event(event.id)}
        aria-label={t("add_ons.choose.about", { name: event.name })}
        {...buttonAttributes()}
      >
        {t("add_ons.choose")}
      </Link>
    </div>
  );
}
