import { use, useEffect, useId, useRef, useState, type ClipboardEvent, type ReactNode } from "react";
import { cleanWriting, maxWrittenLength, type RemovedContent } from "@foyer/contract/office/catalogue/writing.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Prose } from "@foyer/ui/content/Prose.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { callOffice } from "../../../shared/call.ts";
import { useAction } from "../../../shared/Form.tsx";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import { formatText, insertText, type Format, type Selected } from "./formatText.ts";
import { lostText } from "./lostText.ts";
import { useCleanWriting } from "./useCleanWriting.ts";
import css from "./Writing.module.css";

const formats: readonly { readonly format: Format; readonly label: string }[] = [
  { format: "bold", label: "Bold" },
  { format: "italic", label: "Italic" },
  { format: "heading", label: "Heading" },
  { format: "paragraph", label: "Paragraph" },
  { format: "list", label: "List" },
  { format: "link", label: "Link" },
];

export type WritingProps = {
  readonly slug: string;
  readonly label: string;
  /** The path in the chapter, by which problems are found: "groups[0].description". */
  readonly path: string;
  readonly value: string;
  readonly onEdit: (html: string) => void;
  readonly hint?: ReactNode;
  readonly rows?: number;
};

/**
 * A formatted text with a preview, limited to what the storefront allows. Anything else is removed from pasted text, and
 * the editor says what.
 */
export function WritingEditor({ slug, label, path, value, onEdit, hint, rows = 8 }: WritingProps) {
  const { isReadOnly } = use(ChapterForm);
  const area = useRef<HTMLTextAreaElement>(null);
  const [pasted, setPasted] = useState<RemovedContent>([]);
  // Whatever is typed here or in other fields while pasted text is cleaned stays.
  const edit = useRef(onEdit);
  useEffect(() => {
    edit.current = onEdit;
  });
  const put = ({ text, start, end }: Selected): void => {
    edit.current(text);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  };
  const selected = (): Selected => ({
    text: area.current?.value ?? value,
    start: area.current?.selectionStart ?? value.length,
    end: area.current?.selectionEnd ?? value.length,
  });
  const paste = useAction(async (html: string) => {
    const { html: clean, lost } = await callOffice(cleanWriting, { html }, slug);
    setPasted(lost);
    put(insertText(selected(), clean.trim()));
  });
  const onPaste = (event: ClipboardEvent): void => {
    const html = event.clipboardData.getData("text/html");
    if (html === "" || html.length > maxWrittenLength || isReadOnly) return;
    event.preventDefault();
    void paste.run(html);
  };
  const { error, ...messages } = useMessagesAt(path, hint);
  return (
    <div className={css.writing}>
      <Field label={label} {...messages} error={error ?? paste.failure?.message}>
        {!isReadOnly && (
          <div className={css.tools} role="group" aria-label={`Format: ${label}`}>
            {formats.map(({ format, label: name }) => (
              <Button key={format} size="small" onClick={() => put(formatText(selected(), format))}>
                {name}
              </Button>
            ))}
          </div>
        )}
        <TextArea
          ref={area}
          value={value}
          rows={rows}
          readOnly={isReadOnly}
          onPaste={onPaste}
          onChange={({ target }) => onEdit(target.value)}
        />
      </Field>
      <p role="status" className={css.lost}>
        {pasted.length > 0 && `Pasted without ${lostText(pasted)}.`}
      </p>
      <WritingPreview slug={slug} label={label} html={value} />
    </div>
  );
}

type PreviewProps = { readonly slug: string; readonly label: string; readonly html: string };

/** The text as visitors will see it, cleaned by the server like the storefront's. */
function WritingPreview({ slug, label, html }: PreviewProps) {
  const id = useId();
  const clean = useCleanWriting(slug, html);
  if (html === "" || !clean) return null;
  return (
    <section className={css.preview} aria-labelledby={id}>
      <p className={css.heading} id={id}>
        {label} on the storefront
      </p>
      {clean.lost.length > 0 && <p className={css.lost}>Not shown: {lostText(clean.lost)}.</p>}
      <Prose>
        <div dangerouslySetInnerHTML={{ __html: clean.html }} />
      </Prose>
    </section>
  );
}
