import type { ReactNode } from "react";
import css from "./Tag.module.css";

export type TagProps = {
  readonly tone?: "neutral" | "brand" | "warning" | "success" | "danger";
  readonly children: ReactNode;
};

/** A short label: 'Sold out', 'Members only'. */
export function Tag({ tone = "neutral", children }: TagProps) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  );
}
