import { useState } from "react";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { addressOf } from "../call.ts";
import { Dialog, DialogActions } from "../dialog/Dialog.tsx";
import { acceptedOf } from "./listSearch.ts";
import css from "./RowDownload.module.css";

/** A list that can be downloaded with chosen columns. */
export type DownloadableList = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly endpoint: StaffEndpoint;
  readonly columns: Readonly<Record<string, { readonly label: string; readonly isOnlyChosen?: true }>>;
  /** The filters in the screen's address. */
  readonly filters: Readonly<Record<string, string | undefined>>;
};

type RowDownloadProps = { readonly slug: string; readonly lists: readonly [DownloadableList, ...DownloadableList[]] };

/** A button that opens the choice of columns. */
export function RowDownload({ slug, lists }: RowDownloadProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Download
      </Button>
      {isOpen && <DownloadDialog {...{ slug, lists }} onClose={() => setOpen(false)} />}
    </>
  );
}

const keyOf = (list: DownloadableList): string => `foyer.columns.${list.name}`;

/** The columns chosen last in this browser. Survey answers and notes have to be chosen anew each time. */
const keptColumns = (list: DownloadableList): ReadonlySet<string> => {
  const usual = Object.keys(list.columns).filter((name) => list.columns[name]?.isOnlyChosen !== true);
  const kept = localStorage.getItem(keyOf(list))?.split(",") ?? [];
  const known = usual.filter((name) => kept.includes(name));
  return new Set(known.length > 0 ? known : usual);
};

function DownloadDialog({ slug, lists, onClose }: RowDownloadProps & { readonly onClose: () => void }) {
  const [name, setName] = useState(lists[0].name);
  const list = lists.find((one) => one.name === name) ?? lists[0];
  return (
    <Dialog title="Download a list" onClose={onClose} asks={false} isWide>
      {lists.length > 1 && (
        <RadioGroup
          legend="Rows"
          value={name}
          onChange={setName}
          options={lists.map(({ name: value, label, hint }) => ({ value, label, hint }))}
        />
      )}
      <Columns key={list.name} {...{ slug, list, onClose }} />
    </Dialog>
  );
}

type ColumnsProps = { readonly slug: string; readonly list: DownloadableList; readonly onClose: () => void };

function Columns({ slug, list, onClose }: ColumnsProps) {
  const [chosen, setChosen] = useState(() => keptColumns(list));
  const names = Object.keys(list.columns).filter((name) => chosen.has(name));
  const toggle = (name: string): void => setChosen((before) => before.symmetricDifference(new Set([name])));
  const { url } = addressOf(
    list.endpoint,
    { ...acceptedOf(list.endpoint, list.filters), columns: names.join(",") },
    slug,
  );
  const keep = (): void => {
    localStorage.setItem(keyOf(list), names.join(","));
    onClose();
  };
  return (
    <>
      <fieldset className={css.columns}>
        <legend className={css.legend}>Columns</legend>
        {Object.entries(list.columns).map(([name, { label }]) => (
          <Checkbox key={name} label={label} checked={chosen.has(name)} onChange={() => toggle(name)} />
        ))}
      </fieldset>
      <p className={css.note}>
        {names.length === 0
          ? "Choose at least one column."
          : "A CSV file of every row that the list finds now. The audit log says who downloaded it."}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {names.length === 0 ? (
          <Button kind="primary" disabled>
            Download CSV
          </Button>
        ) : (
          <ButtonLink kind="primary" href={url} download onClick={keep}>
            Download CSV
          </ButtonLink>
        )}
      </DialogActions>
    </>
  );
}
