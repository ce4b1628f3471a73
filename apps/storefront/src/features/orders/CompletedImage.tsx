import { useEffect, useRef } from "react";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { fittedImageUrl } from "../../shared/format/imageUrl.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import css from "./CompletedImage.module.css";

const lengthPattern = /^-?\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|vh|vw|%)$/;
const validLengthOr = (given: string | undefined, otherwise: string): string =>
  given !== undefined && lengthPattern.test(given) ? given : otherwise;

const positionOf = (focus: PictureFocus | undefined): string => (focus ? `${focus.x}% ${focus.y}%` : "50% 50%");

/** The seller's image above the confirmation, with another one for small screens. */
export function CompletedImage() {
  const { slug, meta } = useSeller();
  const container = useRef<HTMLDivElement>(null);
  const { completed_content_offset: wide, completed_content_mobile_offset: narrow } = meta;
  // The space below the image; if negative, the text overlaps it. Set by script, because the CSP allows no style
  // attributes.
  useEffect(() => {
    container.current?.style.setProperty("--offset", validLengthOr(wide, "0px"));
    container.current?.style.setProperty("--mobile-offset", validLengthOr(narrow ?? wide, "0px"));
  }, [wide, narrow]);
  const focus = meta.completed_image ? meta.completed_image_focus : meta.completed_mobile_image_focus;
  const mobileFocus = meta.completed_mobile_image ? meta.completed_mobile_image_focus : focus;
  useEffect(() => {
    container.current?.style.setProperty("--focus", positionOf(focus));
    container.current?.style.setProperty("--mobile-focus", positionOf(mobileFocus));
  }, [focus, mobileFocus]);

  const desktop = meta.completed_image ?? meta.completed_mobile_image;
  if (desktop === undefined) return null;
  const mobile = meta.completed_mobile_image;
  return (
    <div className={css.image} ref={container}>
      <picture>
        {mobile !== undefined && (
          <source
            media="(width < 26em)"
            srcSet={`${fittedImageUrl(slug, mobile, 480)} 1x, ${fittedImageUrl(slug, mobile, 750)} 2x`}
          />
        )}
        <img src={fittedImageUrl(slug, desktop, 1500)} alt={meta.completed_image_alternate_text ?? ""} />
      </picture>
    </div>
  );
}
