import { useState } from "react";
import { uploadCodes, type CodeGroupSummary } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice, CallError } from "../../shared/call.ts";
import { Dialog, DialogActions } from "../../shared/Dialog.tsx";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshCodes } from "./codeQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Codes.module.css";

type UploadCodesDialogProps = {
  readonly slug: string;
  readonly groups: readonly CodeGroupSummary[];
  readonly onClose: () => void;
};
type WrongLine = { readonly line: number; readonly problem: string };

const isWrongLine = (value: unknown): value is WrongLine =>
  typeof value === "object" && value !== null && "line" in value && "problem" in value;

/** Makes the codes of a CSV file, all or none. Wrong lines are named. */
export function UploadCodesDialog({ slug, groups, onClose }: UploadCodesDialogProps) {
  const [group, setGroup] = useState(groups[0]?.id ?? "");
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<readonly WrongLine[]>([]);
  const toast = useToast();
  const upload = useAction(async () => {
    if (!file) return;
    setWrong([]);
    try {
      const { made } = await callOffice(uploadCodes, { code_group_id: group, csv: await file.text() }, slug);
      toast({ text: made === 1 ? "1 code is made." : `${made} codes are made.` });
      await refreshCodes(slug);
      onClose();
    } catch (error) {
      const lines = error instanceof CallError ? error.extra.lines : undefined;
      if (Array.isArray(lines)) setWrong(lines.filter(isWrongLine));
      throw error;
    }
  });
  return (
    <Dialog title="Upload codes" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void upload.run();
        }}
      >
        <Field label="Group">
          <Select
            value={group}
            onChange={({ target }) => setGroup(target.value)}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <label className={css.file}>
          CSV file
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => setFile(target.files?.[0] ?? undefined)}
          />
        </label>
        <p className={recordCss.quiet}>
          A line for each code: code, limit of uses, first day, last day. All but the code may be empty. Days are
          written as 2027-12-31.
        </p>
        {upload.failure && (
          <Banner tone="error">
            {wrong.length > 0
              ? "Nothing was made. Mend these lines and upload the file again."
              : upload.failure.message}
          </Banner>
        )}
        {wrong.length > 0 && (
          <ul className={recordCss.rows} aria-label="Wrong lines">
            {wrong.map(({ line, problem }) => (
              <li key={line}>
                Line {line} {problem}.
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>Back</Button>
          <Button kind="primary" type="submit" busy={upload.isBusy} disabled={!file}>
            Upload
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
