import css from "./Skeleton.module.css";

export type SkeletonProps = {
  readonly shape?: "text" | "title" | "control" | "tile" | "image";
  readonly count?: number;
};

/** Holds the place of what is on its way, in its final size. Hidden from readers: say 'Loading' where it stands. */
export function Skeleton({ shape = "text", count = 1 }: SkeletonProps) {
  return (
    <span className={css.skeleton} data-shape={shape} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={css.part} />
      ))}
    </span>
  );
}
