import css from "./Or.module.css";

/** Separates two alternatives. */
export function Or() {
  return <p className={css.or}>or</p>;
}
