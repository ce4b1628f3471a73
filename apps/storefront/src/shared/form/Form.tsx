import type { ComponentProps } from "react";
import css from "./Form.module.css";

/** A form of steps. It shows its own messages, so browser validation is off. */
export function Form(props: ComponentProps<"form">) {
  return <form noValidate className={css.form} {...props} />;
}
