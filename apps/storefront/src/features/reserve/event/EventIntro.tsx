import { useState } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { descriptionKind, type EventTitle } from "@foyer/rules/catalog/eventForm.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { coverSize, coverImage } from "../../../shared/format/imageUrl.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import css from "./EventIntro.module.css";
import { MemberOfferNote } from "../members/MemberOfferNote.tsx";
import { useReserveText } from "../text/useReserveText.ts";

const lazyDescriptionModal = lazyComponent(
  ["src/features/reserve/event/DescriptionModal.tsx"],
  () => import("./DescriptionModal.tsx"),
);

export type EventIntroProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  /** Determines the title and the name of the description dialog. */
  readonly kind: EventTitle;
};

/** Up to these lengths a description fits into two lines and is shown in full. */
const fitting = { phone: 90, desktop: 180 } as const;

export function EventIntro({ event, template, kind }: EventIntroProps) {
  const t = useReserveText();
  const { slug } = useSeller();
  // The dialog's name contains the kind of event.
  const modalName = `description-${descriptionKind(kind)}`;
  const modal = useModal(modalName);
  const [isModalRequested, setModalRequested] = useState(false);
  const openModal = () => {
    setModalRequested(true);
    modal.open();
  };
  const { name, subtitle, description, meta } = template;
  const title = kind === "event" ? name : t(`event.title.${kind}`, { name });
  const groups = event.ticket_group?._data ?? [];
  // Events only for members have a notice of their own.
  const hasMore = event.more_for_members === true && groups.length > 0 && template.hidden_type !== "public_member_only";
  const length = description?.replace(/<[^>]*>/g, "").length ?? 0;
  const isLong = length > fitting.phone;

  return (
    <div className={css.intro} data-static={useIsStatic()}>
      <div className={css.head}>
        <h1>{title}</h1>
        {!meta.hide_event_details && subtitle && <p className={css.subtitle}>{subtitle}</p>}
      </div>
      <div className={css.cover} data-drawn={meta.image_cover ? undefined : true}>
        {meta.image_cover ? (
          <Picture
            {...coverImage(slug, meta.image_cover)}
            width={coverSize.width}
            height={coverSize.height}
            alt={meta.image_profile_alt_text ?? ""}
            focus={meta.image_cover_focus}
            priority
          />
        ) : (
          <DrawnCover name={name} />
        )}
      </div>
      {!meta.hide_event_details && description && (
        <div className={css.about}>
          <div
            className={css.description}
            data-long={isLong ? (length > fitting.desktop ? "everywhere" : "phone") : undefined}
          >
            <Html html={description} />
          </div>
          {isLong && (
            <Button kind="text" aria-label={t("event.more.about", { name })} onClick={openModal}>
              {t("event.more")}
            </Button>
          )}
        </div>
      )}
      {hasMore && <MemberOfferNote />}
      {description && isLong && isModalRequested && (
        <LoadedPart part={lazyDescriptionModal} modal={modalName}>
          {(part) => <part.DescriptionModal name={modalName} title={name} html={description} />}
        </LoadedPart>
      )}
    </div>
  );
}
