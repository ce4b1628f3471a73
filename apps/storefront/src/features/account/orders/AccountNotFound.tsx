import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import css from "../Account.module.css";

/** The message for an unknown order or session, with the link back. */
export function AccountNotFound(props: { readonly text: string; readonly to: string; readonly label: string }) {
  return (
    <div className={css.empty}>
      <h1>{props.text}</h1>
      <Link href={props.to} {...buttonAttributes({ kind: "primary" })}>
        {props.label}
      </Link>
    </div>
  );
}
