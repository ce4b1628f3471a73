import type { ReactNode } from "react";
import css from "./Prose.module.css";

/** Running text with lists, headings and links, such as a seller's description. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={css.prose}>{children}</div>;
}
