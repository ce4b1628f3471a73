import type { Instant } from "@foyer/contract/basics.ts";
import { useDateFormats } from "./dateFormats.ts";

/** The date of a moment in the venue's time zone, as text and machine-readable. */
export function VenueDate({ moment, timezone }: { readonly moment: Instant; readonly timezone: string }) {
  const when = useDateFormats();
  return (
    // Browser and server may format a date slightly differently: the server's text stays.
    <time dateTime={moment} suppressHydrationWarning>
      {when.dayOfMoment(moment, timezone)}
    </time>
  );
}
