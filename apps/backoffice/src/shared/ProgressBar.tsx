import css from "./ProgressBar.module.css";

type ProgressBarProps = { readonly done: number; readonly all: number; readonly label: string };

/** The progress of something that runs in the background. */
export function ProgressBar({ done, all, label }: ProgressBarProps) {
  return <progress className={css.progress} max={Math.max(1, all)} value={done} aria-label={label} />;
}
