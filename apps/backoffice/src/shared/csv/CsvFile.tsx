import { readCsv } from "@foyer/rules/values/csv.ts";
import css from "./CsvFile.module.css";

export type CsvFile = { readonly name: string; readonly csv: string; readonly header: readonly string[] };

/** Chooses a CSV file and reads its header. */
export function CsvFileField({ onChoose }: { readonly onChoose: (file: CsvFile | undefined) => void }) {
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return onChoose(undefined);
    const csv = await chosen.text();
    onChoose({ name: chosen.name, csv, header: readCsv(csv.slice(0, 100_000))[0]?.cells ?? [] });
  };
  return (
    <label className={css.file}>
      CSV file
      <input type="file" accept=".csv,text/csv" onChange={({ target }) => void read(target.files?.[0])} />
    </label>
  );
}
