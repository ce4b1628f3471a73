import { Fragment } from "react";
import css from "./SeatNames.module.css";

/** 'Stalls H 17, Stalls H 18'. A line breaks between seats, never within a seat's name. */
export function SeatNames({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && " "}
      <span className={css.seat}>
        {name}
        {index < names.length - 1 && ","}
      </span>
    </Fragment>
  ));
}
