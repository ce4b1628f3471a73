import { useNavigate } from "@tanstack/react-router";
import { reports, type ReportName } from "@foyer/contract/office/money/reports.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { todayOf } from "../../shared/format/format.ts";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import { groupingNames, hasVisits, type ReportChoice, type ReportSearch } from "./reportQueries.ts";
import css from "./Report.module.css";

export const comparisonNames = [
  { value: "", label: "Nothing" },
  { value: "before", label: "Span before" },
  { value: "year", label: "Year before" },
] as const;
const datedNames = [
  { value: "", label: "Sale" },
  { value: "visit", label: "Visit" },
] as const;

/** Common spans, relative to the current day of the seller. */
const spansOf = (today: string): Readonly<Record<string, { readonly from: string; readonly to: string }>> => {
  const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
  const text = (date: Date): string => date.toISOString().slice(0, 10);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return {
    "This month": { from: `${today.slice(0, 8)}01`, to: today },
    "Last month": {
      from: text(new Date(Date.UTC(year, month - 2, 1))),
      to: text(new Date(Date.UTC(year, month - 1, 0))),
    },
    "Last 30 days": { from: text(new Date(day(today).getTime() - 29 * 86_400_000)), to: today },
    "This year": { from: `${year}-01-01`, to: today },
    "Last year": { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  };
};

type ChoicesProps = { readonly name: ReportName; readonly choice: ReportChoice; readonly timezone: string };

type SpanTimeProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/** A time on the first or last day; if it is empty, the whole day counts. */
export function SpanTime({ label, value, onChange }: SpanTimeProps) {
  return (
    <Field label={label}>
      <TextInput type="time" value={value ?? ""} onChange={({ target }) => onChange(target.value || undefined)} />
    </Field>
  );
}

/** The report's parameters, which are in the address. */
export function ReportChoices({ name, choice, timezone }: ChoicesProps) {
  const navigate = useNavigate({ from: "/$slug/reports/$report" });
  const set = (change: ReportSearch): void =>
    void navigate({ search: (old: ReportSearch) => ({ ...old, ...change }), replace: true });
  const on =
    (field: keyof ReportSearch) =>
    ({ target }: { readonly target: { readonly value: string } }): void =>
      set({ [field]: target.value || undefined });
  const spans = spansOf(todayOf(timezone));
  const isWholeDays = choice.from_time === undefined && choice.to_time === undefined;
  const isSpan = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
    isWholeDays && from === choice.from && to === choice.to;
  const usual = Object.entries(spans).find(([, span]) => isSpan(span))?.[0] ?? "";
  return (
    <form
      className={css.choices}
      role="search"
      aria-label="What the report shows"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Days">
        <Select
          value={usual}
          placeholder="As chosen"
          options={Object.keys(spans).map((one) => ({ value: one, label: one }))}
          onChange={({ target }) => set({ ...spans[target.value], from_time: undefined, to_time: undefined })}
        />
      </Field>
      <Field label="From">
        <DayInput value={choice.from} onChange={(day) => set({ from: day || undefined })} />
      </Field>
      <SpanTime label="From time" value={choice.from_time} onChange={(from_time) => set({ from_time })} />
      <Field label="To">
        <DayInput value={choice.to} onChange={(day) => set({ to: day || undefined })} />
      </Field>
      <SpanTime label="Until time" value={choice.to_time} onChange={(to_time) => set({ to_time })} />
      <Field label="Rows by">
        <Select
          value={choice.by}
          options={reports[name].by.map((one) => ({ value: one, label: groupingNames[one] }))}
          onChange={on("by")}
        />
      </Field>
      <Field label="Compared with">
        <Select value={choice.compare ?? ""} options={comparisonNames} onChange={on("compare")} />
      </Field>
      {hasVisits(name, choice.by) && isWholeDays && (
        <Field label="By day of">
          <Select value={choice.dated ?? ""} options={datedNames} onChange={on("dated")} />
        </Field>
      )}
    </form>
  );
}
