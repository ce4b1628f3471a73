import { useState } from "react";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { addSection } from "@foyer/rules/seating/hall/editHall.ts";
import { readWrittenHall } from "@foyer/rules/seating/hall/readHall.ts";
import { readSvg } from "@foyer/rules/seating/hall/readSvg.ts";
import { svgSeats, type SvgSeats } from "@foyer/rules/seating/hall/svgSeats.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count, plural } from "../../../shared/format/format.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { textOf, recordsOf, type Loose } from "../document.ts";
import css from "./Halls.module.css";

type ImportSvgDialogProps = {
  readonly document: Loose;
  readonly onClose: () => void;
  readonly onSave: (document: Loose) => void;
};

/** The maximum size of a drawing, and the maximum number of problems listed. */
const maxSvgBytes = 4 * 1024 * 1024;
const mostProblems = 20;

/** The hall with the seats of a drawing added as new sections. Seats without a section get one with this name. */
const withSections = (document: Loose, { sections }: SvgSeats, name: string): Loose =>
  sections.reduce((all, section) => {
    const taken = recordsOf(all["sections"]).map((one) => textOf(one["key"]));
    const own = section.name || name;
    return addSection(all, { key: newKey(own, taken), name: own, seats: section.seats });
  }, document);

/** Imports seats from an SVG drawing. They are shown before they are added. */
export function ImportSvgDialog({ document, onClose, onSave }: ImportSvgDialogProps) {
  const [found, setFound] = useState<SvgSeats>();
  const [failure, setFailure] = useState<string>();
  const [name, setName] = useState("Hall");
  const hall = readWrittenHall(document);
  const read = async (file: File | undefined): Promise<void> => {
    setFound(undefined);
    setFailure(undefined);
    if (!file || !hall) return;
    if (file.size > maxSvgBytes) return setFailure(`${file.name} is larger than 4 MB.`);
    const shapes = readSvg(await file.text());
    if (!shapes) return setFailure(`${file.name} is no SVG drawing.`);
    setFound(svgSeats(shapes, hall));
  };
  const needsName = found?.sections.some((section) => section.name === "") === true;
  const canAdd = found && found.count > 0 && found.problems.length === 0 && (!needsName || name.trim() !== "");
  return (
    <Dialog title="Seats of an SVG drawing" onClose={onClose} isWide>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (found && canAdd) onSave(withSections(document, found, name.trim()));
        }}
      >
        <label className={css.stack}>
          <span>Drawing</span>
          <input type="file" accept=".svg,image/svg+xml" onChange={({ target }) => void read(target.files?.[0])} />
        </label>
        <p className={css.quiet}>
          Circles, ellipses and rectangles are seats where their id names one (A12, Stalls-A-12), or data-row and
          data-seat, with data-section, do. Their places are units of the hall: its width and height are set in "Room"
          first. Nothing else of the drawing is kept.
        </p>
        {failure !== undefined && <Banner tone="error">{failure}</Banner>}
        {found && <Found found={found} />}
        {needsName && (
          <Field label="Section of seats that name none">
            <TextInput value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
          </Field>
        )}
        <SubmitActions onCancel={onClose} disabled={!canAdd}>
          {found ? `Add ${count(found.count, "seat")}` : "Add seats"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

function Found({ found: { sections, count: many, unnamed, problems } }: { readonly found: SvgSeats }) {
  const rows = sections.reduce((sum, { seats }) => sum + new Set(seats.map(({ row }) => row)).size, 0);
  return (
    <div role="status" className={css.stack}>
      <p>
        {`${count(many, "seat")} in ${count(rows, "row")} of ${count(sections.length, "section")}.`}
        {unnamed > 0 && ` ${count(unnamed, "other shape")} ${plural(unnamed, "is", "are")} left out.`}
      </p>
      {problems.length > 0 && (
        <Banner tone="error" title={count(problems.length, "problem")}>
          <ul className={css.list}>
            {problems.slice(0, mostProblems).map((problem, index) => (
              <li key={index}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
