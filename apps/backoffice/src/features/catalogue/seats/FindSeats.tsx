import { useState, type KeyboardEvent } from "react";
import { findListedSeats, type ListableSeat } from "@foyer/rules/seating/hall/findListedSeats.ts";
import { frameBetween, seatsInFrame } from "@foyer/rules/seating/hall/seatsInFrame.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count } from "../../../shared/format/format.ts";
import css from "./Seats.module.css";

type FindableSeat = ListableSeat & { readonly x: number; readonly y: number };

type FindSeatsProps = {
  /** The seats that can be chosen. */
  readonly seats: readonly FindableSeat[];
  readonly onFind: (keys: readonly string[]) => void;
};

/**
 * Chooses seats from a list, or in the rectangle between two seats: the keyboard's alternative to the mouse on the drawing.
 */
export function FindSeats({ seats, onFind }: FindSeatsProps) {
  return (
    <div className={css.find}>
      <ListForm seats={seats} onFind={onFind} />
      <FrameForm seats={seats} onFind={onFind} />
    </div>
  );
}

/** Enter in a field chooses seats, without submitting a surrounding form. */
const onEnter =
  (choose: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    choose();
  };

function ListForm({ seats, onFind }: FindSeatsProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const choose = (): void => {
    const { keys, problems } = findListedSeats(text, seats);
    onFind(keys);
    setProblem(problems.map((one) => `“${one.text}” ${one.reason}`).join("; ") || undefined);
    setText(problems.map((one) => one.text).join(", "));
  };
  return (
    <div className={css.line} role="group" aria-label="Choose by list" onKeyDown={onEnter(choose)}>
      <Field label="Seats by list" error={problem} hint="Such as A1-A10, B3, or whole rows: C-E.">
        <TextInput value={text} maxLength={2000} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button size="small" onClick={choose} disabled={text.trim() === ""}>
        Choose
      </Button>
    </div>
  );
}

/** The single seat that a text names, or what is wrong with the text. */
const seatOf = (text: string, seats: readonly FindableSeat[]): FindableSeat | string => {
  const { keys, problems } = findListedSeats(text, seats);
  const [problem] = problems;
  if (problem) return `“${problem.text}” ${problem.reason}`;
  const found = seats.find(({ key }) => key === keys[0]);
  return keys.length === 1 && found ? found : "Name one seat, like A1.";
};

function FrameForm({ seats, onFind }: FindSeatsProps) {
  const [ends, setEnds] = useState({ from: "", to: "" });
  const [problems, setProblems] = useState<Partial<typeof ends>>({});
  const [found, setFound] = useState<number>();
  const choose = (): void => {
    const [from, to] = [seatOf(ends.from, seats), seatOf(ends.to, seats)];
    setFound(undefined);
    setProblems({ ...(typeof from === "string" && { from }), ...(typeof to === "string" && { to }) });
    if (typeof from === "string" || typeof to === "string") return;
    const keys = seatsInFrame(seats, frameBetween(from, to));
    onFind(keys);
    setFound(keys.length);
  };
  return (
    <div className={css.line} role="group" aria-label="Choose by frame" onKeyDown={onEnter(choose)}>
      <Field label="Frame from" error={problems.from}>
        <TextInput value={ends.from} onChange={({ target }) => setEnds({ ...ends, from: target.value })} />
      </Field>
      <Field label="Frame to" error={problems.to}>
        <TextInput value={ends.to} onChange={({ target }) => setEnds({ ...ends, to: target.value })} />
      </Field>
      <Button size="small" onClick={choose} disabled={ends.from.trim() === "" || ends.to.trim() === ""}>
        Choose
      </Button>
      <p className={css.note} role="status">
        {found === undefined
          ? "All seats between two seats in opposite corners."
          : `${count(found, "seat")} in this frame.`}
      </p>
    </div>
  );
}
