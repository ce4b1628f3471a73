import { Link } from "wouter";
import { buttonLook } from "@foyer/ui/Button.tsx";
import css from "./Account.module.css";

/** The account has no such thing: said where it would stand, with the way back. */
export function NotFound(way: { readonly text: string; readonly to: string; readonly label: string }) {
  return (
    <div className={css.empty}>
      <h1>{way.text}</h1>
      <Link href={way.to} {...buttonLook({ kind: "primary" })}>
        {way.label}
      </Link>
    </div>
  );
}
