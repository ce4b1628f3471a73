import type { ReactNode } from "react";
import { EmailForm, type EmailFormProps } from "./EmailForm.tsx";
import css from "../Login.module.css";
import { LoginFrame } from "../LoginFrame.tsx";

export type EmailPageProps = EmailFormProps & {
  readonly title: string;
  readonly text: string;
  readonly links: ReactNode;
};

/** A page with one form, which asks for an e-mail address. */
export function EmailPage({ title, text, links, ...form }: EmailPageProps) {
  return (
    <LoginFrame>
      <h1>{title}</h1>
      <p>{text}</p>
      <EmailForm {...form} />
      <p className={css.links}>{links}</p>
    </LoginFrame>
  );
}
