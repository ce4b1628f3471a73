import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { CallError } from "./call.ts";
import { auditKey, queryClient } from "./queries.ts";
import css from "./Form.module.css";

export type Failure = { readonly message: string; readonly fields: readonly string[]; readonly code: string };

/** Sends something once at a time, and keeps why it was refused. */
export const useAction = <A extends readonly unknown[]>(
  work: (...args: A) => Promise<unknown>,
  describe: (error: CallError) => string = ({ message }) => message,
) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (...args: A): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await work(...args);
      // Whatever was done is an entry.
      void queryClient.invalidateQueries({ queryKey: auditKey });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const wait = error.retryAfter === undefined ? "" : ` (${Math.ceil(error.retryAfter / 60)} min)`;
      setFailure({ message: describe(error) + wait, fields: error.fields, code: error.code });
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** The message of a field, where the refusal names it. */
  const errorOf = (field: string): string | undefined =>
    failure?.fields.includes(field) === true ? failure.message : undefined;
  return { run, isBusy, failure, errorOf, reset: () => setFailure(undefined) };
};

type FormProps = {
  readonly onSubmit: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly failure: Failure | undefined;
  /** Fields that show their own message. */
  readonly fields: readonly string[];
  readonly label: string;
  readonly children: ReactNode;
};

/** A form whose first wrong field takes the focus. A refusal that names none of its fields is shown above them. */
export function ActionForm({ onSubmit, failure, fields, label, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isAtField = failure?.fields.some((field) => fields.includes(field)) === true;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    await onSubmit(Object.fromEntries(entries));
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={form} className={css.form} aria-label={label} noValidate onSubmit={(event) => void submit(event)}>
      {failure && !isAtField && <Banner tone="error">{failure.message}</Banner>}
      {children}
    </form>
  );
}
