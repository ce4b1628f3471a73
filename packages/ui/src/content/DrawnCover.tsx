import css from "./DrawnCover.module.css";

/** Replaces a missing picture: the brand's colours and the initial. It fills its frame, and is decorative. */
export function DrawnCover({ name }: { readonly name: string }) {
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? "";
  return (
    <span className={css.cover} data-drawing={drawingOf(name)} aria-hidden>
      <span className={css.initial}>{initial}</span>
    </span>
  );
}

/** One of three drawings, always the same for a name, so that neighbours usually differ. */
const drawingOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3;
