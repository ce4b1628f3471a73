import css from "./TileBadges.module.css";

/** Short notes on a tile: 'Few tickets left'. */
export function TileBadges({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <span key={text} className={css.badge}>
      {text}
    </span>
  ));
}
