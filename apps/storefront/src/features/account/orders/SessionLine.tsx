import { Link } from "wouter";
import type { SessionSummary } from "@foyer/rules/account/orderHistory.ts";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { fixedSizeImage, thumbnailSize } from "../../../shared/format/imageUrl.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import css from "./SessionLine.module.css";
import { accountStrings } from "../account.strings.ts";
import { useAccountDates } from "../accountDates.ts";
import { useCountText } from "./OrdersPage.tsx";

/** The date in the venue's time zone; undefined for a session without one. */
export const useSessionDate = () => {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  return ({ date, time }: Pick<SessionSummary, "date" | "time">): string | undefined => {
    if (date === null) return undefined;
    return time === null ? dates.day(date) : t("account.date_time", { day: dates.day(date), time: dates.time(time) });
  };
};

/** Marks a session that is cancelled, over or used. */
export function SessionTag({ flag }: Pick<SessionSummary, "flag">) {
  const t = useText(accountStrings);
  if (flag === null) return null;
  return (
    <>
      {" "}
      <Tag tone={flag === "cancelled" ? "warning" : "neutral"}>{t(`session.${flag}`)}</Tag>
    </>
  );
}

const pictureSize = { width: thumbnailSize.width * 1.5, height: Math.round(thumbnailSize.height * 1.5) };

/** A session in a list: image, name, date and number of tickets. The whole row is clickable. */
export function SessionLine({ session, to }: { readonly session: SessionSummary; readonly to: string | undefined }) {
  const { slug } = useSeller();
  const t = useText(accountStrings);
  const date = useSessionDate()(session);
  const countText = useCountText();
  const { name, image, imageFocus, kind, ticketQuantity } = session;
  return (
    <li className={css.line}>
      <div className={css.thumbnail}>
        {image ? (
          <Picture {...fixedSizeImage(slug, image, pictureSize)} {...pictureSize} alt="" focus={imageFocus} />
        ) : (
          <DrawnCover name={name} />
        )}
      </div>
      <div className={css.details}>
        <p className={css.name}>
          {name}
          <SessionTag flag={session.flag} />
        </p>
        {date && <p className={css.quiet}>{date}</p>}
        <p className={css.quiet}>{countText(kind, ticketQuantity)}</p>
      </div>
      {to && (
        <Link href={to} className={css.view}>
          {t("account.view")} <VisuallyHidden>{[name, date].filter(Boolean).join(", ")}</VisuallyHidden>
        </Link>
      )}
    </li>
  );
}
