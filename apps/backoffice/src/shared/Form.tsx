import { createContext, use, useEffect, useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { wrongFieldsText } from "@foyer/contract/refusalDescriptions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { CallError } from "./call.ts";
import { describeRefusal } from "./describeRefusal.ts";
import { useDialogRow } from "./list/HeldRow.tsx";
import { auditKey, queryClient } from "./queries.ts";
import css from "./Form.module.css";

export type Failure = {
  readonly message: string;
  /** Whether the message is not about any field. */
  readonly isGeneral: boolean;
  readonly fields: readonly string[];
  readonly code: string;
};
/** Shown if the server says no more than that a field is invalid. */
const wrongField = "Check what is entered here.";

/** Focuses the first invalid field of the active form or dialog. */
const focusFirstWrongField = (): void => {
  const [dialog] = [...document.querySelectorAll("dialog[open], [role='dialog']")].toReversed();
  const scope = document.activeElement?.closest("form, dialog, [role='dialog']") ?? dialog ?? document;
  scope.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
};

/** Runs an action, one at a time, and stores why it was refused. The first field that the refusal names gets the focus. */
export const useAction = <A extends readonly unknown[]>(
  work: (...args: A) => Promise<unknown>,
  describe: (error: CallError) => string = describeRefusal,
) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const row = useDialogRow();
  // Runs after the fields show the error.
  useEffect(() => {
    if (failure && failure.fields.length > 0) focusFirstWrongField();
  }, [failure]);
  const run = async (...args: A): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(undefined);
    row?.setActing(true);
    try {
      await work(...args);
      // Every successful action writes an audit log entry.
      void queryClient.invalidateQueries({ queryKey: auditKey });
      return true;
    } catch (error) {
      row?.setActing(false);
      if (!(error instanceof CallError)) throw error;
      const wait = error.retryAfter === undefined ? "" : ` (${Math.ceil(error.retryAfter / 60)} min)`;
      const message = describe(error);
      const isGeneral = message === wrongFieldsText;
      setFailure({ message: message + wait, isGeneral, fields: error.fields, code: error.code });
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** The message for a field, if the refusal names it: the server's, or `text` if that says no more than that it is wrong. */
  const errorOf = (field: string, text: string = wrongField): string | undefined => {
    if (failure?.fields.includes(field) !== true) return undefined;
    return failure.isGeneral ? text : failure.message;
  };
  return { run, isBusy, failure, errorOf, reset: () => setFailure(undefined) };
};

type RefusalProps = {
  readonly of: { readonly failure: Failure | undefined };
  /** The fields that show their own message. */
  readonly fields?: readonly string[];
};

/** Why something was refused, unless a field shows it. */
export function Refusal({ of: { failure }, fields = [] }: RefusalProps) {
  if (!failure || failure.fields.some((field) => fields.includes(field))) return null;
  return <Banner tone="error">{failure.message}</Banner>;
}

/** What a field of a dialog shows that is wrong, by its name in the call. */
const FieldErrors = createContext<(name: string) => string | undefined>(() => undefined);
export const ShowFieldErrors = FieldErrors.Provider;

/** A field of a dialog that another component sends: it shows what the server refuses it for. */
export function SentField({ name, ...field }: ComponentProps<typeof Field> & { readonly name: string }) {
  return <Field {...field} error={use(FieldErrors)(name) ?? field.error} />;
}

type FormProps = {
  readonly onSubmit: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly failure: Failure | undefined;
  /** Fields that show their own message. */
  readonly fields: readonly string[];
  readonly label: string;
  readonly children: ReactNode;
};

/** A form. A refusal that names none of its fields is shown above them. */
export function ActionForm({ onSubmit, failure, fields, label, children }: FormProps) {
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    await onSubmit(Object.fromEntries(entries));
  };
  return (
    <form className={css.form} aria-label={label} noValidate onSubmit={(event) => void submit(event)}>
      <Refusal of={{ failure }} fields={fields} />
      {children}
    </form>
  );
}
