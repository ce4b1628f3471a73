import { Link } from "wouter";
import type { ListedEvent } from "@foyer/contract/shop/listing.ts";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Truncated } from "@foyer/ui/content/Truncated.tsx";
import { posterSize, posterImage } from "../../shared/format/imageUrl.ts";
import { useSeller, useShortMoney, useText } from "../../shared/seller/seller.tsx";
import { useUsualQuantity } from "../../shared/storage/usualTickets.ts";
import { useDateFormats } from "../../shared/format/dateFormats.ts";
import { VenueDate } from "../../shared/format/VenueDate.tsx";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import css from "./EventPoster.module.css";
import { listingStrings } from "./listing.strings.ts";
import { JoinOrLogInLinks } from "./JoinOrLogInLinks.tsx";
import { lazyMemberPrompts } from "./members/lazyMemberPrompts.ts";

export type EventPosterProps = {
  readonly event: ListedEvent;
  readonly timezone: string | undefined;
  readonly isEarly: boolean;
  /** The next date links to the event with its next time preselected; not if a day or a visit limits the dates. */
  readonly isNextOpen?: boolean;
  /** The date by which the listing is filtered: the event's page opens with it. */
  readonly date?: string | undefined;
};

/** An event as a poster: picture, name, one line of text, next date or price. */
export function EventPoster({ event, timezone, isEarly, isNextOpen = false, date }: EventPosterProps) {
  const t = useText(listingStrings);
  const seller = useSeller();
  const { meta, name, subtitle, summary } = event;
  const image = meta.image_profile ?? meta.image_cover;
  const tagline = subtitle ?? summary;
  const query = date && !event.sold_out ? `?date=${date}` : "";
  return (
    <article className={css.poster}>
      <div className={css.frame} data-whole={meta.image_profile_no_cropping || undefined}>
        {image ? (
          <Picture
            {...posterImage(seller.slug, image)}
            {...posterSize}
            alt={meta.image_profile_alt_text ?? ""}
            focus={meta.image_profile ? meta.image_profile_focus : meta.image_cover_focus}
            priority={isEarly}
          />
        ) : (
          <DrawnCover name={name} />
        )}
      </div>
      <h2 className={css.name}>
        <Link href={`/events/${event.id}${query}`} className={css.link}>
          {name}
        </Link>
      </h2>
      {tagline && (
        <p className={css.tagline}>
          <Truncated text={tagline} />
        </p>
      )}
      <p className={css.facts}>
        <PosterFacts event={event} timezone={timezone ?? seller.timezone} isNextOpen={isNextOpen} />
      </p>
      {event.hidden_type === "public_member_only" && (
        <p className={css.members}>
          <strong>{t("listing.members_only")}</strong> <MemberLinks id={event.id} />
        </p>
      )}
    </article>
  );
}

/** How to see what is only for members: log in, join or renew. */
function MemberLinks({ id }: { readonly id: string }) {
  const isLoggedIn = useLoginStrength() !== "none";
  const prompts = lazyMemberPrompts.useLoadedWhen(isLoggedIn);
  if (isLoggedIn) return prompts && <prompts.MembershipPrompt />;
  return <JoinOrLogInLinks login={`/events/${id}?login=true`} />;
}

type PosterFactsProps = {
  readonly event: ListedEvent;
  readonly timezone: string;
  readonly isNextOpen: boolean;
};

function PosterFacts({ event, timezone, isNextOpen }: PosterFactsProps) {
  const t = useText(listingStrings);
  if (event.sold_out) return <strong>{t("listing.sold_out")}</strong>;
  if (event.next_session)
    return (
      <>
        {isNextOpen && event.hidden_type !== "public_member_only" ? (
          <NextDate event={event} moment={event.next_session} timezone={timezone} />
        ) : (
          <VenueDate moment={event.next_session} timezone={timezone} />
        )}
        {event.listed_price !== null && event.listed_price !== "0" && (
          <>
            {" · "}
            <ListedPrice event={event} price={event.listed_price} />
          </>
        )}
      </>
    );
  if (event.listed_price === "0") return t("listing.free");
  return event.listed_price === null ? null : <ListedPrice event={event} price={event.listed_price} />;
}

type NextDateProps = {
  readonly event: Pick<ListedEvent, "id" | "name">;
  readonly moment: string;
  readonly timezone: string;
};

/** Links to the event with its next time preselected, and with the tickets that were last bought for it. */
function NextDate({ event: { id, name }, moment, timezone }: NextDateProps) {
  const t = useText(listingStrings);
  const when = useDateFormats();
  const usual = useUsualQuantity(useSeller().slug, id);
  const text = t("listing.next", { date: when.dayOfMoment(moment, timezone) });
  return (
    <Link
      href={`/events/${id}?session=next${usual && `&quantity=${usual}`}`}
      className={css.next}
      rel="nofollow"
      // The name is needed because several events may begin on one day.
      aria-label={`${text}, ${name}`}
      suppressHydrationWarning
    >
      <time dateTime={moment} suppressHydrationWarning>
        {text}
      </time>
    </Link>
  );
}

/** The price on one line, as the event's days show it: with 'from' if others cost more. */
function ListedPrice({ event, price }: { readonly event: ListedEvent; readonly price: string }) {
  const t = useText(listingStrings);
  const money = useShortMoney();
  return (
    <span data-price="">
      {event.listed_price_is_lowest ? t("listing.from", { price: money(price) }) : money(price)}
      {event.has_fees && ` ${t("listing.plus_fees")}`}
    </span>
  );
}
