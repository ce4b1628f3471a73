import type { ReactNode } from "react";
import { Page } from "@foyer/ui/Layout.tsx";
import { EmailForm, type EmailFormProps } from "./EmailForm.tsx";
import css from "./Login.module.css";

export type EmailPageProps = EmailFormProps & {
  readonly title: string;
  readonly text: string;
  /** Where to go instead. */
  readonly ways: ReactNode;
};

/** A page that asks for nothing but an address. */
export function EmailPage({ title, text, ways, ...form }: EmailPageProps) {
  return (
    <Page>
      <div className={css.screen}>
        <h1>{title}</h1>
        <p>{text}</p>
        <EmailForm {...form} />
        <p className={css.ways}>{ways}</p>
      </div>
    </Page>
  );
}
