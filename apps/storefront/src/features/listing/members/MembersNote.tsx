import type { ReactNode } from "react";
import css from "./MembersNote.module.css";

/** The line about memberships above the listing. */
export function MembersNote({ children }: { readonly children: ReactNode }) {
  return <p className={css.note}>{children}</p>;
}
