import { Link, useLocation, useSearch } from "wouter";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { paths } from "../../shared/url/paths.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { EventPoster } from "./EventPoster.tsx";
import { Filters } from "./Filters.tsx";
import css from "./Listing.module.css";
import { listingStrings } from "./listing.strings.ts";
import { addressWith, filtersOf, hasTimeFilter, isFiltered, withoutMeta } from "./listingFilters.ts";
import { MembersBanner } from "./members/MembersBanner.tsx";
import { useListing } from "./useListing.ts";

export type ListingProps = {
  /** A collection configured by the seller: its title and categories. */
  readonly collection?: { readonly title: string; readonly categories: readonly string[] };
};

export function Listing({ collection }: ListingProps) {
  const t = useText(listingStrings);
  const shared = useText(sharedStrings);
  const { web } = useSeller();
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  const filters = filtersOf(search);
  const { data, error, isUpsell, isSettled } = useListing(filters, collection?.categories);

  const hasFilters = isFiltered(filters);
  // It is ignored, so that all dates are shown.
  const isDateUnknown = Boolean(search.get("date")) && filters.date === undefined;
  const plain = withoutMeta(filters);
  const hasMeta = Object.keys(plain).length < Object.keys(filters).length;
  const events = data?.event_template._data;
  const title = isUpsell ? t("listing.upsell_title") : (collection?.title ?? web.listing_title ?? t("listing.title"));
  const zones = new Map(data?.venue?._data.map(({ id, timezone }) => [id, timezone]));

  return (
    <Page>
      <div className={css.listing} data-settled={isSettled || undefined}>
        <div className={css.head}>
          <h1>{title}</h1>
          {isUpsell ? (
            <p className={css.links}>
              <Link href={paths.checkout()} {...buttonAttributes({ kind: "primary" })}>
                {t("listing.checkout")}
              </Link>
              <Link href={paths.allEvents()} {...buttonAttributes({ kind: "text" })}>
                {t("listing.all_events")}
              </Link>
            </p>
          ) : (
            <MembersBanner />
          )}
        </div>
        <Filters
          filters={filters}
          hasDays={!isUpsell || data?.isAtVisit !== true}
          categories={
            data?.category._data
              .map(({ name }) => name)
              .filter((name) => collection?.categories.includes(name) ?? true) ?? []
          }
        />
        {isDateUnknown && <Banner tone="warning">{t("listing.date_unavailable")}</Banner>}
        {hasMeta && <Link href={addressWith(path, plain)}>{t("listing.see_all")}</Link>}
        {error && <Banner tone="error">{failureText(shared)}</Banner>}
        {!data && !error && (
          <div className={css.posters} role="status" aria-label={t("listing.loading")}>
            <Skeleton shape="image" count={3} />
          </div>
        )}
        {events?.length === 0 && (
          <div className={css.empty}>
            <p role="status">{hasFilters ? t("listing.empty") : t("listing.none")}</p>
            {hasFilters && (
              <p>
                <Link href={filters.all ? paths.allEvents() : path} {...buttonAttributes()}>
                  {t("listing.clear")}
                </Link>
              </p>
            )}
          </div>
        )}
        {events && events.length > 0 && (
          <ul role="list" className={css.posters}>
            {events.map((event, index) => (
              <li key={event.id}>
                <EventPoster
                  event={event}
                  timezone={event.venue_id ? zones.get(event.venue_id) : undefined}
                  isEarly={index < 3}
                  date={filters.date}
                  isNextOpen={!isUpsell && !hasTimeFilter(filters)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}
