import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { paths } from "../url/paths.ts";
import { useText } from "../seller/seller.tsx";
import css from "./MessagePage.module.css";
import { frameStrings } from "../text/frame.strings.ts";

export type MessagePageProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** The target of the button. */
  readonly to?: string;
  readonly label?: string;
  /** Replaces the button. */
  readonly actions?: ReactNode;
  /** `alert` if the page replaces another that failed. */
  readonly role?: "alert" | undefined;
};

/** A page with a message and a button to continue. */
export function MessagePage({ title, children, to = paths.events(), label, actions, role }: MessagePageProps) {
  const t = useText(frameStrings);
  return (
    <Page>
      <div className={css.message} role={role}>
        <h1>{title}</h1>
        <p>{children}</p>
        <p className={css.actions}>
          {actions ?? (
            <Link href={to} {...buttonAttributes({ kind: "primary" })}>
              {label ?? t("shell.continue")}
            </Link>
          )}
        </p>
      </div>
    </Page>
  );
}
