import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { count, formatClockSeconds, formatMoney } from "../../shared/format/format.ts";
import { OfficePage } from "../../shared/Page.tsx";
import { boardQuery, dayName, type Board, type BoardSearch } from "./boardQueries.ts";
import { Exceptions } from "./Exceptions.tsx";
import { OpeningList } from "./OpeningList.tsx";
import { PinnedReports } from "./PinnedReports.tsx";
import { SessionList } from "./SessionList.tsx";
import css from "./BoardScreen.module.css";

/**
 * The day at a glance. Figures refresh by themselves, and the last ones stay visible while the server cannot be reached.
 */
export function BoardScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/" });
  const search = useSearch({ from: "/signed-in/$slug/" }) as BoardSearch;
  const { can } = useOwnSeller(slug);
  const { data, error, isPending, refetch } = useQuery(boardQuery(slug, search));
  return (
    <OfficePage
      title="Board"
      lead={data && `${dayName(data.day)} · as of ${formatClockSeconds(data.now, data.timezone)}`}
      actions={data && <VenueChoice venues={data.venues} search={search} />}
    >
      {error && (
        <Banner
          tone={data ? "warning" : "error"}
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {data
            ? `${error.message} These figures are from ${formatClockSeconds(data.now, data.timezone)}.`
            : error.message}
        </Banner>
      )}
      {isPending && <Skeleton shape="tile" count={4} />}
      {data && (
        <>
          <Exceptions slug={slug} exceptions={data.exceptions} can={can} />
          {data.opening && <OpeningList slug={slug} steps={data.opening} storefront={data.storefront} can={can} />}
          <Figures board={data} isOld={error !== null} />
          <PinnedReports slug={slug} timezone={data.timezone} />
          {[data.day, data.tomorrow].map((day, index) => (
            <SessionList
              key={day}
              slug={slug}
              title={
                isToday(data) ? (["Sessions today", "Sessions tomorrow"][index] ?? "") : `Sessions on ${dayName(day)}`
              }
              sessions={data.sessions.filter((session) => session.day === day)}
              can={can}
            />
          ))}
          {data.more_sessions > 0 && (
            <Banner>
              The board lists {count(data.sessions.length, "session")} of these two days and leaves out{" "}
              {data.more_sessions} more.
              {data.venues.length > 1 && search.venue_id === undefined && " Choose a venue to see only its sessions."}
            </Banner>
          )}
        </>
      )}
    </OfficePage>
  );
}

/** Whether the board shows the current day of the seller's clock; an address can name another one. */
const isToday = ({ day, now, timezone }: Board): boolean => day === todayAt(Temporal.Instant.from(now), timezone);

function VenueChoice({ venues, search }: { readonly venues: Board["venues"]; readonly search: BoardSearch }) {
  const navigate = useNavigate({ from: "/$slug/" });
  if (venues.length < 2) return null;
  return (
    <Select
      aria-label="Venue"
      value={search.venue_id ?? ""}
      options={venues.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="All venues"
      onChange={({ target }) =>
        void navigate({ search: (old) => ({ ...old, venue_id: target.value || undefined }), replace: true })
      }
    />
  );
}

function Figures({ board, isOld }: { readonly board: Board; readonly isOld: boolean }) {
  const { sold, taken, checked_in, on_site, currency } = board;
  const money = (amount: string) => formatMoney(amount, currency);
  const isNow = isToday(board);
  const wholeDay = (now: string | number, all: string | number) =>
    isNow ? `Last week ${now} by this time, ${all} in total` : `The week before ${all} in total`;
  return (
    <dl className={css.figures} data-old={isOld || undefined}>
      <Figure name="Tickets sold" value={String(sold.today)} note={wholeDay(sold.by_now, sold.whole_day)} />
      <Figure
        name="Money taken"
        value={money(taken.today)}
        note={wholeDay(money(taken.by_now), money(taken.whole_day))}
      />
      <Figure
        name="Checked in"
        value={String(checked_in.today)}
        note={wholeDay(checked_in.by_now, checked_in.whole_day)}
      />
      <Figure
        name={isNow ? "On site now" : "On site at midnight"}
        value={String(on_site.today)}
        note={isNow ? `Last week ${on_site.by_now} at this time` : `The week before ${on_site.by_now}`}
      />
    </dl>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <div className={css.figure}>
      <dt className={css.name}>{name}</dt>
      <dd className={css.value}>{value}</dd>
      <dd className={css.note}>{note}</dd>
    </div>
  );
}
