import css from "./Badge.module.css";

/** Counts over 99 show as '99+'. */
export const badgeText = (count: number): string => (count > 99 ? "99+" : String(count));

export type BadgeProps = {
  readonly count: number;
  /** The accessible name: '3 tickets in your cart'. */
  readonly label?: string;
};

export function Badge({ count, label }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={css.badge} {...(label ? { role: "img", "aria-label": label } : {})}>
      {badgeText(count)}
    </span>
  );
}
