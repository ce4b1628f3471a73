import type { ReactNode } from "react";
import { TextField } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import css from "./Halls.module.css";

type RoomFieldsProps = {
  readonly document: Loose;
  readonly onEdit: (document: Loose) => void;
  readonly children: ReactNode;
};

/** The name and size of a hall. */
export function RoomFields({ document, onEdit, children }: RoomFieldsProps) {
  const shared = { record: document, at: "", onEdit };
  return (
    <div className={css.panel}>
      <TextField {...shared} name="name" label="Name" />
      <div className={css.pair}>
        <TextField {...shared} name="width" label="Width" isNumber />
        <TextField {...shared} name="height" label="Height" isNumber />
        <TextField {...shared} name="r" label="Radius of a seat" isNumber />
      </div>
      <p className={css.quiet}>In units of the map, from the left and the top.</p>
      {children}
    </div>
  );
}
