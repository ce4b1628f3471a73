import { use } from "react";
import { Link, useParams } from "@tanstack/react-router";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { count } from "../../../shared/format/format.ts";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import { withField, type Loose } from "../document.ts";
import css from "./schedule.module.css";

type Props = {
  readonly schedule: Loose;
  readonly at: string;
  readonly venue: NonNullable<ChapterReply["venue"]>;
  readonly onEdit: (schedule: Loose) => void;
};

/** Whether a season follows the closed days of its venue, which are stored once for all events. */
export function VenueClosedDays({ schedule, at, venue, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const { slug } = useParams({ from: "/signed-in/$slug" });
  const days = venue.closed.length;
  return (
    <div>
      <Checkbox
        label={`Closed when ${venue.name} is`}
        {...useMessagesAt(`${at}.closed_with_venue`)}
        checked={schedule["closed_with_venue"] === true}
        disabled={isReadOnly}
        onChange={({ target }) => onEdit(withField(schedule, "closed_with_venue", target.checked ? true : undefined))}
      />
      <p className={css.quiet}>
        {days === 0 ? "It has no closed days yet." : `It has ${count(days, "entry", "entries")}.`}{" "}
        <Link to="/$slug/catalogue/venue/$key" params={{ slug, key: venue.key }}>
          Closed days of {venue.name}
        </Link>
      </p>
    </div>
  );
}
