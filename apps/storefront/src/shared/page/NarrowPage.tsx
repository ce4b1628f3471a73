import type { ReactNode } from "react";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import css from "./NarrowPage.module.css";

/** A page with a single small form, such as the login. */
export function NarrowPage({ children }: { readonly children: ReactNode }) {
  return (
    <Page>
      <div className={css.narrow}>{children}</div>
    </Page>
  );
}
