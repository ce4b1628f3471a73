import type { ComponentProps } from "react";
import css from "./Form.module.css";

/** A form of steps. It shows its own messages, so the browser's are off. */
export function Form(props: ComponentProps<"form">) {
  return <form noValidate className={css.form} {...props} />;
}
