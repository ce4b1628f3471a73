import css from "./Pictures.module.css";

/** A place where the storefront shows a picture; `ratio` where it crops it. */
export type Crop = { readonly name: string; readonly ratio?: string; readonly isDark?: boolean };

/** How the storefront's listing and the head of an event's page crop a picture: evenly on both sides. */
export const listingCrop: Crop = { name: "In listings", ratio: "272 / 216" };
export const coverCrop: Crop = { name: "As a cover", ratio: "21 / 9" };

/** A picture as each place shows it. */
export function Crops({ url, crops }: { readonly url: string; readonly crops: readonly Crop[] }) {
  return (
    <div className={css.crops}>
      {crops.map(({ name, ratio, isDark }) => (
        <figure key={name} className={css.crop}>
          <img
            className={css.cropped}
            data-whole={ratio === undefined || undefined}
            data-dark={isDark || undefined}
            style={{ aspectRatio: ratio }}
            src={url}
            alt=""
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}
