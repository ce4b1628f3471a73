import css from "./Or.module.css";

/** Between two ways to do the same. */
export function Or() {
  return <p className={css.or}>or</p>;
}
