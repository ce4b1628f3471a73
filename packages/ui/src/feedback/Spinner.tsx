import css from "./Spinner.module.css";

/** Shows that work is in progress; needs a label if no text beside it says so. */
export function Spinner({ label }: { readonly label?: string }) {
  return (
    <svg
      className={css.spinner}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <circle className={css.track} cx="12" cy="12" r="8.5" stroke="currentColor" />
      <path d="M12 3.5a8.5 8.5 0 0 1 8.5 8.5" stroke="currentColor" />
    </svg>
  );
}
