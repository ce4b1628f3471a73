import { use } from "react";
import type { ReplaceableText } from "@foyer/contract/office/catalogue/texts.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import { textOf } from "../document.ts";
import css from "./Texts.module.css";

type TextRowProps = {
  readonly text: ReplaceableText;
  /** The seller's own text; undefined for the default. */
  readonly own: unknown;
  /** Undefined restores the default. */
  readonly onReplace: (words: string | undefined) => void;
};

/** Longer texts get a field with several lines. */
const shortText = 60;

/** A text and the seller's replacement. A replacement equal to the default is not stored. */
export function TextRow({ text: { key, text }, own, onReplace }: TextRowProps) {
  const { isReadOnly } = use(ChapterForm);
  const isOwn = own !== undefined;
  const value = isOwn ? textOf(own) : text;
  const type = (typed: string): void => onReplace(typed === text ? undefined : typed);
  const messages = useMessagesAt(`strings.${key}`, isOwn ? `Original: ${text}` : undefined);
  return (
    <li className={css.row}>
      <Field label={<code className={css.key}>{key}</code>} {...messages}>
        {text.length > shortText ? (
          <TextArea
            rows={Math.ceil(text.length / shortText)}
            value={value}
            readOnly={isReadOnly}
            onChange={({ target }) => type(target.value)}
          />
        ) : (
          <TextInput value={value} readOnly={isReadOnly} onChange={({ target }) => type(target.value)} />
        )}
      </Field>
      {isOwn && (
        <div className={css.own}>
          <Tag tone="brand">Changed</Tag>
          {!isReadOnly && (
            <Button kind="text" size="small" onClick={() => onReplace(undefined)} aria-label={`Reset ${key}`}>
              Reset
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
