import type { ReactNode } from "react";
import css from "./Glyph.module.css";

export type GlyphProps = {
  readonly size?: "small" | "medium" | "large";
  /** Only if no text beside it says the same. */
  readonly label?: string;
};

/** A single line-drawn icon, for callers that need one or two and not all of `Icon`. */
export function Glyph({ size = "medium", label, children }: GlyphProps & { readonly children: ReactNode }) {
  return (
    <svg
      className={css.icon}
      data-size={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {children}
    </svg>
  );
}

export const calendarShape = <path d="M4.75 6.25h14.5v13H4.75v-13Zm0 4h14.5M8.5 4v4m7-4v4" />;
export const checkShape = <path d="m5.5 12.5 4.25 4.25L18.5 7.5" />;
export const warningShape = <path d="M12 4.75 20.25 19H3.75L12 4.75Zm0 5v4m0 2.5v.01" />;
