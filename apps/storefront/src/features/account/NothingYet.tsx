import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { WhatsOn } from "../listing/WhatsOn.tsx";
import css from "./Account.module.css";

export type NothingYetProps = {
  /** Says what is missing. */
  readonly children: ReactNode;
  /** The way to it; absent where the seller has none. */
  readonly action?: { readonly href: string; readonly label: string } | undefined;
};

/** A page of the account with nothing on it yet: what could be here, and what is on. */
export function NothingYet({ children, action }: NothingYetProps) {
  return (
    <div className={css.nothing}>
      <div className={css.empty}>
        <p>{children}</p>
        {action && (
          <Link href={action.href} {...buttonAttributes({ kind: "primary" })}>
            {action.label}
          </Link>
        )}
      </div>
      <WhatsOn />
    </div>
  );
}
