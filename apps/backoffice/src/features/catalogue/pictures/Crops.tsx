import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { middle, shownPosition } from "./focus.ts";
import css from "./Pictures.module.css";

/** A place where the storefront shows a picture; `ratio` is set if the picture is cropped there. */
export type Crop = { readonly name: string; readonly ratio?: string; readonly isDark?: boolean };

/**
 * How a picture is cropped in the storefront's listing, at the head of an event's page, and in link previews of social
 * networks.
 */
export const listingCrop: Crop = { name: "In listings", ratio: "272 / 216" };
export const coverCrops: readonly Crop[] = [
  { name: "Cover on a phone", ratio: "21 / 9" },
  // On wide screens the cover has a maximum height.
  { name: "Cover on a wide screen", ratio: "11 / 4" },
];
export const shareCrop: Crop = { name: "Beside a link", ratio: "1200 / 630" };
export const allCrops: readonly Crop[] = [listingCrop, ...coverCrops, shareCrop];

export const isCropped = ({ ratio }: Crop): boolean => ratio !== undefined;

type CropsProps = {
  readonly url: string;
  readonly crops: readonly Crop[];
  readonly focus?: PictureFocus | undefined;
};

/** A picture as each place shows it. */
export function Crops({ url, crops, focus = middle }: CropsProps) {
  return (
    <div className={css.crops}>
      {crops.map(({ name, ratio, isDark }) => (
        <figure key={name} className={css.crop}>
          <img
            className={css.cropped}
            data-whole={ratio === undefined || undefined}
            data-dark={isDark || undefined}
            style={{ aspectRatio: ratio, objectPosition: shownPosition(focus) }}
            src={url}
            alt=""
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}
