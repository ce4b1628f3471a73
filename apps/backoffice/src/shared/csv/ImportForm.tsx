import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useAction } from "../Form.tsx";
import recordCss from "../styles/Record.module.css";

type ImportFormProps = {
  /** The hint for the reason. */
  readonly hint: string;
  /** The button's label. */
  readonly label: string;
  /** Sent again after a lost reply, it is the same import. */
  readonly onImport: (sent: { readonly import_id: string; readonly reason: string }) => Promise<void>;
  /** Called if the file can no longer be imported as it was checked, because something has changed since. */
  readonly onRefused: () => void;
};

/** The last step of an import that is made at once: the reason and the button. */
export function ImportForm({ hint, label, onImport, onRefused }: ImportFormProps) {
  const [import_id] = useState(() => crypto.randomUUID());
  const [written, setReason] = useState("");
  const reason = written.trim();
  const { run, isBusy, failure } = useAction(
    () => onImport({ import_id, reason }),
    ({ message, extra }) => {
      // The lines of the new check say what is wrong.
      if (Array.isArray(extra.lines)) onRefused();
      return message;
    },
  );
  return (
    <form
      className={recordCss.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== "") void run();
      }}
    >
      <Field label="Why" hint={hint} required>
        <TextInput value={written} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      <div className={recordCss.actions}>
        <Button kind="primary" type="submit" busy={isBusy} disabled={reason === ""}>
          {label}
        </Button>
      </div>
    </form>
  );
}
