import css from "./Skeleton.module.css";

export type SkeletonProps = {
  readonly shape?: "text" | "title" | "control" | "tile" | "image";
  readonly count?: number;
};

/** A placeholder of the final size. Hidden from screen readers: add a text such as 'Loading'. */
export function Skeleton({ shape = "text", count = 1 }: SkeletonProps) {
  return (
    <span className={css.skeleton} data-shape={shape} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={css.part} />
      ))}
    </span>
  );
}
