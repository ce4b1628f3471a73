import { seatGlyphs, type SeatSignKind } from "./seatGlyphs.ts";
import css from "./SeatSign.module.css";

/** A sign by itself, for legends and lists. The text beside it gives its meaning. */
export function SeatSign({ kind }: { readonly kind: SeatSignKind }) {
  return (
    <svg className={css.sign} viewBox="-12 -12 24 24" aria-hidden focusable="false">
      <path className={css.glyph} d={seatGlyphs[kind]} />
    </svg>
  );
}
