import type { ReactNode } from "react";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { EmailForm, type EmailFormProps } from "./EmailForm.tsx";
import css from "../Login.module.css";

export type EmailPageProps = EmailFormProps & {
  readonly title: string;
  readonly text: string;
  /** Where to go instead. */
  readonly links: ReactNode;
};

/** A page that asks for nothing but an address. */
export function EmailPage({ title, text, links, ...form }: EmailPageProps) {
  return (
    <Page>
      <div className={css.screen}>
        <h1>{title}</h1>
        <p>{text}</p>
        <EmailForm {...form} />
        <p className={css.ways}>{links}</p>
      </div>
    </Page>
  );
}
