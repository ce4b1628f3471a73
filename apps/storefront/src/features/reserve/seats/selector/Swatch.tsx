import css from "./Swatch.module.css";

export type SwatchProps = { readonly mark: "free" | "out" | "taken" | "mine"; readonly color?: string };

/** The marks of the map, which differ in shape and not only in colour. */
export function Swatch({ mark, color }: SwatchProps) {
  return (
    <svg className={css.swatch} data-mark={mark} viewBox="-12 -12 24 24" color={color} aria-hidden focusable="false">
      <circle r={mark === "taken" ? 6 : mark === "mine" ? 11 : 9} />
      {mark === "mine" && <path d="m-4.5 .5 3.2 3.2 5.8-6.6" />}
    </svg>
  );
}
