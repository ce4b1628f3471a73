import type { Instant } from "@foyer/contract/basics.ts";
import { useSeller } from "./seller.tsx";
import { momentText, type TimeFormat } from "./times.ts";

/** A moment in the venue's zone, for people and for machines. */
export function Moment({
  moment,
  timezone,
  as,
}: {
  readonly moment: Instant;
  readonly timezone: string;
  readonly as: TimeFormat;
}) {
  const { locale } = useSeller();
  return (
    // The browser's own data may write a date a little differently than the server's: what stands in the page stays.
    <time dateTime={moment} suppressHydrationWarning>
      {momentText(moment, timezone, locale, as)}
    </time>
  );
}
