import type { ReactNode } from "react";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import css from "./Login.module.css";

/** The narrow column of the pages about logging in. */
export function LoginFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Page>
      <div className={css.screen}>{children}</div>
    </Page>
  );
}
