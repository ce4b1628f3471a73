import type { ReactNode } from "react";
import { EmailForm, type EmailFormProps } from "./EmailForm.tsx";
import { NarrowPage } from "../../../shared/page/NarrowPage.tsx";
import css from "../Login.module.css";

export type EmailPageProps = EmailFormProps & {
  readonly title: string;
  readonly text: string;
  readonly links: ReactNode;
};

/** A page with a single form that asks for an e-mail address. */
export function EmailPage({ title, text, links, ...form }: EmailPageProps) {
  return (
    <NarrowPage>
      <h1>{title}</h1>
      <p>{text}</p>
      <EmailForm {...form} />
      <p className={css.links}>{links}</p>
    </NarrowPage>
  );
}
