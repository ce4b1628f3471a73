import type { Instant } from "@foyer/contract/basics.ts";
import { useDateFormats } from "./dateFormats.ts";

/** The day of a moment in the venue's zone, for people and for machines. */
export function VenueDate({ moment, timezone }: { readonly moment: Instant; readonly timezone: string }) {
  const when = useDateFormats();
  return (
    // The browser's own data may write a date a little differently than the server's: what stands in the page stays.
    <time dateTime={moment} suppressHydrationWarning>
      {when.dayOfMoment(moment, timezone)}
    </time>
  );
}
