import { fittedImageUrl } from "../../shared/format/imageUrl.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import css from "./Header.module.css";

const box = { width: 360, height: 112 } as const;

/** The seller's logo, or their name in the display typeface. Print always uses the light one. */
export function Logo() {
  const { slug, name, meta, theme } = useSeller();
  if (!meta.logo) return <span className={css.wordmark}>{name}</span>;
  const light = fittedImageUrl(slug, meta.logo, box.width, box.height);
  const dark = meta.logo_dark ? fittedImageUrl(slug, meta.logo_dark, box.width, box.height) : light;
  const mode = theme.mode ?? "auto";
  if (dark === light || mode === "light") return <img className={css.logo} src={light} alt="" />;
  // Two elements, because a browser prints at once and does not load another source of a `picture` for it.
  return (
    <>
      <picture className={css.onScreen}>
        {mode === "auto" && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
        <img className={css.logo} src={mode === "dark" ? dark : light} alt="" />
      </picture>
      <img className={`${css.logo} ${css.onPaper}`} src={light} alt="" fetchPriority="low" />
    </>
  );
}
