import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { coverSize, fittedImageUrl } from "../../shared/format/imageUrl.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { WhatsOn } from "./WhatsOn.tsx";
import css from "./SomeEvents.module.css";

/** Suggestions on an otherwise empty page: three events, below the seller's picture. */
export function SomeEvents() {
  const { slug, meta } = useSeller();
  return (
    <>
      {meta.share_image && (
        <div className={css.picture}>
          <Picture
            src={fittedImageUrl(slug, meta.share_image, 1500)}
            {...coverSize}
            alt=""
            focus={meta.share_image_focus}
            priority
          />
        </div>
      )}
      <Page>
        <WhatsOn />
      </Page>
    </>
  );
}
