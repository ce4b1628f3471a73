import css from "./Seats.module.css";

type SwatchProps = { readonly mark: "free" | "taken" | "ring"; readonly color?: string | undefined };

/** A seat as the drawing shows it, for legends. Its meaning is beside it as text. */
export function SeatSwatch({ mark, color }: SwatchProps) {
  return (
    <svg className={css.swatch} data-mark={mark} viewBox="-12 -12 24 24" color={color} aria-hidden focusable="false">
      <circle r={mark === "taken" ? 6 : 9} />
    </svg>
  );
}
