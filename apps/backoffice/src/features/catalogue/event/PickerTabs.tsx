import { FieldNotes, TextField } from "../ChapterFields.tsx";
import { recordOf, recordsOf, textOf, withField, type Loose } from "../document.ts";
import { RowsEditor } from "../pages/RowsEditor.tsx";
import css from "../catalogue.module.css";

type TabsProps = { readonly event: Loose; readonly onEdit: (event: Loose) => void };

/** The parts of the day into which the session picker divides the times. */
export function PickerTabs({ event, onEdit }: TabsProps) {
  const config = recordOf(event["config"]);
  const at = "config.session_picker_tabs";
  const edit = (tabs: readonly Loose[]): void => {
    const next = withField(config, "session_picker_tabs", tabs.length > 0 ? tabs : undefined);
    onEdit(withField(event, "config", Object.keys(next).length > 0 ? next : undefined));
  };
  return (
    <>
      <RowsEditor
        title="Parts of the day"
        lead="Two or three, such as morning and afternoon. If there are none, all times are in one list."
        rows={recordsOf(config["session_picker_tabs"])}
        onEdit={edit}
        nameOf={({ label }, index) => textOf(label) || `part ${index + 1}`}
        begin={() => ({ label: "", start: "", end: "" })}
        addLabel="Add a part of the day"
      >
        {(row, index, onRow) => (
          <div className={css.grid}>
            {[
              ["label", "Words", ""],
              ["start", "Starts from", "Like 0930."],
              ["end", "Starts before", "Like 1200."],
            ].map(([name = "", label = "", hint = ""]) => (
              <TextField
                key={name}
                name={name}
                label={label}
                hint={hint === "" ? undefined : hint}
                at={`${at}[${index}]`}
                record={row}
                onEdit={(next) => onRow({ ...row, [name]: textOf(next[name]) })}
              />
            ))}
          </div>
        )}
      </RowsEditor>
      <FieldNotes of={(path) => path === at} />
    </>
  );
}
