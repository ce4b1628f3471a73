import { labelOfKey } from "./keyQueries.ts";
import css from "./Keys.module.css";

/** What can be shown of a stored key. */
export function KeyFact({ name, ending }: { readonly name: string; readonly ending: string | null }) {
  return (
    <>
      <dt>{labelOfKey(name)}</dt>
      <dd>{ending === null ? "Not stored" : <span className={css.ending}>…{ending}</span>}</dd>
    </>
  );
}
