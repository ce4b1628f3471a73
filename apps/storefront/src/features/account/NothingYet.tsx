import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { WhatsOn } from "../listing/WhatsOn.tsx";
import css from "./Account.module.css";

export type NothingYetProps = {
  /** A sentence that says what is missing. */
  readonly children: ReactNode;
  /** A link to get it; absent if the seller offers none. */
  readonly action?: { readonly href: string; readonly label: string } | undefined;
};

/** An empty page of the account: what it would contain, and current events. */
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
