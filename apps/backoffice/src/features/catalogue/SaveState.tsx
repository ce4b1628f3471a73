import type { Draft } from "./useDraft.ts";
import css from "./catalogue.module.css";

const texts = {
  saved: "Saved as a draft",
  waiting: "Typing …",
  saving: "Saving …",
  failed: "Not saved, tried again shortly",
  conflict: "Not saved: a colleague changed the same fields",
} as const;

/** Whether the input is saved. Announced to screen readers when it changes to something that matters. */
export function SaveState({ draft: { state, version, message } }: { readonly draft: Draft }) {
  const isBad = state === "failed" || state === "conflict";
  return (
    <p className={css.state} data-bad={isBad || undefined} role={isBad ? "alert" : "status"}>
      {state === "saved" && version === 0 ? "As published" : texts[state]}
      {state === "failed" && message !== undefined && `: ${message}`}
    </p>
  );
}
