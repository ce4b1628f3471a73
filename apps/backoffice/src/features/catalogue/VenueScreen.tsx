import { Link, useParams } from "@tanstack/react-router";
import { TextField } from "./ChapterFields.tsx";
import { ChapterFrame } from "./ChapterFrame.tsx";
import { chapterName } from "./catalogueQueries.ts";
import { textOf, withField, type Loose } from "./document.ts";
import { ClosedDays } from "./schedule/ClosedDays.tsx";
import css from "./catalogue.module.css";

/** A venue: its name, its time zone, and the days on which it is closed. */
export function VenueScreen() {
  const { slug, key } = useParams({ from: "/signed-in/$slug/catalogue/venue/$key" });
  const chapter = `venue/${key}`;
  return (
    <ChapterFrame
      slug={slug}
      chapter={chapter}
      title={chapterName(chapter)}
      titleOf={(venue) => textOf(venue["name"]) || "Venue without a name"}
      noun="venue"
    >
      {({ document, draft, read }) => (
        <>
          <VenueFields venue={document} today={read.today} onEdit={draft.edit} />
          <p className={css.quiet}>
            You can also edit{" "}
            <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: chapter }}>
              the venue as YAML
            </Link>
            .
          </p>
        </>
      )}
    </ChapterFrame>
  );
}

type FieldsProps = {
  readonly venue: Loose;
  readonly today: string;
  readonly onEdit: (venue: Loose) => void;
};

function VenueFields({ venue, today, onEdit }: FieldsProps) {
  const shared = { record: venue, at: "", onEdit };
  const closed = venue["closed"];
  return (
    <div className={css.form}>
      <TextField {...shared} name="name" label="Name" />
      <TextField
        {...shared}
        name="timezone"
        label="Time zone"
        hint="Used for all times of its events, for example Europe/London."
      />
      <TextField {...shared} name="address" label="Address" rows={2} />
      <ClosedDays
        list={Array.isArray(closed) ? (closed as unknown[]) : []}
        at="closed"
        level={2}
        today={today}
        timezone={textOf(venue["timezone"])}
        onEdit={(next) => onEdit(withField(venue, "closed", next.length > 0 ? next : undefined))}
      >
        <p className={css.quiet}>Seasons that follow this calendar have no session on these days.</p>
      </ClosedDays>
    </div>
  );
}
