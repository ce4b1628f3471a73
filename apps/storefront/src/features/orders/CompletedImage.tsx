import { useEffect, useRef } from "react";
import { imageUrl } from "../../shared/imageUrl.ts";
import { useSeller } from "../../shared/seller.tsx";
import css from "./CompletedImage.module.css";

const length = /^-?\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|vh|vw|%)$/;
const lengthOr = (given: string | undefined, otherwise: string): string =>
  given !== undefined && length.test(given) ? given : otherwise;

/** The seller's picture over the confirmation, another one on the smallest screens; nothing when there is none. */
export function CompletedImage() {
  const { slug, meta } = useSeller();
  const place = useRef<HTMLDivElement>(null);
  const { completed_content_offset: wide, completed_content_mobile_offset: narrow } = meta;
  // How far the words reach into the picture. Set by script: the page allows no style attributes.
  useEffect(() => {
    place.current?.style.setProperty("--offset", lengthOr(wide, "0px"));
    place.current?.style.setProperty("--mobile-offset", lengthOr(narrow ?? wide, "0px"));
  }, [wide, narrow]);

  const desktop = meta.completed_image ?? meta.completed_mobile_image;
  if (desktop === undefined) return null;
  const mobile = meta.completed_mobile_image;
  return (
    <div className={css.image} ref={place}>
      <picture>
        {mobile !== undefined && (
          <source
            media="(width < 26em)"
            srcSet={`${imageUrl(slug, mobile, 480)} 1x, ${imageUrl(slug, mobile, 750)} 2x`}
          />
        )}
        <img src={imageUrl(slug, desktop, 1500)} alt={meta.completed_image_alternate_text ?? ""} />
      </picture>
    </div>
  );
}
