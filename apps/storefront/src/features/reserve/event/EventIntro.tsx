import { lazy, Suspense, useState } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { needsSession } from "@foyer/rules/reserve/reservableGroups.ts";
import { descriptionKind, type EventTitle } from "@foyer/rules/catalog/eventForm.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { coverSize, coverImage } from "../../../shared/format/imageUrl.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import css from "./EventIntro.module.css";
import { MemberOfferNote } from "../members/MemberOfferNote.tsx";
import { eventTimeZone } from "../queries/reserve.queries.ts";
import { useReserveText } from "../text/useReserveText.ts";

const DescriptionModal = lazy(() =>
  loadChunk(() => import("./DescriptionModal.tsx")).then((file) => ({ default: file.DescriptionModal })),
);

export type EventIntroProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  /** Determines the title and the name of the description dialog. */
  readonly kind: EventTitle;
};

/** Descriptions up to this length are shown in full: they fit three lines. */
const shortLength = 180;

export function EventIntro({ event, template, kind }: EventIntroProps) {
  const t = useReserveText();
  const when = useDateFormats();
  const { slug, timezone } = useSeller();
  // The dialog's name contains the kind of event.
  const modalName = `description-${descriptionKind(kind)}`;
  const modal = useModal(modalName);
  const [isModalRequested, setModalRequested] = useState(false);
  const openModal = () => {
    setModalRequested(true);
    modal.open();
  };
  const { name, subtitle, description, meta } = template;
  const venue = event.venue?._data[0];
  const title = kind === "event" ? name : t(`event.title.${kind}`, { name });
  const hasTimes = event.ticket_group?._data.some(needsSession) ?? false;
  const groups = event.ticket_group?._data ?? [];
  // Events for members only have a notice of their own.
  const hasMore = event.more_for_members === true && groups.length > 0 && template.hidden_type !== "public_member_only";
  const isLong = (description?.replace(/<[^>]*>/g, "").length ?? 0) > shortLength;

  return (
    <div className={css.intro} data-cover={meta.image_cover !== undefined || undefined} data-static={useIsStatic()}>
      <div className={css.head}>
        <h1>{title}</h1>
        {!meta.hide_event_details && subtitle && <p className={css.subtitle}>{subtitle}</p>}
      </div>
      {meta.image_cover && (
        <div className={css.cover}>
          <Picture
            {...coverImage(slug, meta.image_cover)}
            width={coverSize.width}
            height={coverSize.height}
            alt={meta.image_profile_alt_text ?? ""}
            priority
          />
        </div>
      )}
      {(!meta.hide_event_details || hasMore) && (
        <div className={css.details}>
          {!meta.hide_event_details && (
            <>
              {(venue ?? hasTimes) && (
                <p className={css.venue}>
                  {venue && <span className={css.name}>{venue.name}</span>}{" "}
                  {hasTimes && (
                    <span suppressHydrationWarning>
                      {t("event.times", { zone: when.zoneName(eventTimeZone(event, timezone)) })}
                    </span>
                  )}
                </p>
              )}
              {description && (
                <div className={css.description} data-long={isLong || undefined}>
                  <Html html={description} />
                </div>
              )}
              {isLong && (
                <p>
                  <Button kind="text" aria-label={t("event.more.about", { name })} onClick={openModal}>
                    {t("event.more")}
                  </Button>
                </p>
              )}
            </>
          )}
          {hasMore && <MemberOfferNote />}
        </div>
      )}
      {description && isLong && isModalRequested && (
        <Suspense>
          <DescriptionModal name={modalName} title={name} html={description} />
        </Suspense>
      )}
    </div>
  );
}
