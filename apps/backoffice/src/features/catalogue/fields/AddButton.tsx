import { use } from "react";
import { Button, type ButtonProps } from "@foyer/ui/action/Button.tsx";
import { ChapterForm } from "../ChapterFields.tsx";

type AddButtonProps = Pick<ButtonProps, "kind" | "onClick" | "children">;

/** Adds an entry to a list of a draft. Not shown to readers who cannot edit it. */
export function AddButton(props: AddButtonProps) {
  const { isReadOnly } = use(ChapterForm);
  if (isReadOnly) return null;
  return (
    <div>
      <Button size="small" {...props} />
    </div>
  );
}
