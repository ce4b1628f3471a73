import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { paths } from "../shared/paths.ts";
import { useText } from "../shared/seller.tsx";
import css from "./Message.module.css";
import { shellStrings } from "./shell.strings.ts";

/** A screen that has only a sentence to say, and a way on. */
export function WayOn({
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
          <Link href={to} {...buttonLook({ kind: "primary" })}>
            {label ?? t("shell.continue")}
          </Link>
        </p>
      </div>
    </Page>
  );
}
