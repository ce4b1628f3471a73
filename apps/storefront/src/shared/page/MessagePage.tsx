import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { paths } from "../url/paths.ts";
import { useText } from "../seller/seller.tsx";
import css from "./MessagePage.module.css";
import { shellStrings } from "../../shell/frame/shell.strings.ts";

/** A screen that has only a sentence to say, and a way on. */
export function MessagePage({
  title,
  children,
  to = paths.events(),
  label,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly to?: string;
  readonly label?: string;
}) {
  const t = useText(shellStrings);
  return (
    <Page>
      <div className={css.message}>
        <h1>{title}</h1>
        <p>{children}</p>
        <p className={css.ways}>
          <Link href={to} {...buttonAttributes({ kind: "primary" })}>
            {label ?? t("shell.continue")}
          </Link>
        </p>
      </div>
    </Page>
  );
}
