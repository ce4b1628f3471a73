import { useRef, useState } from "react";
import type { PlannedFile } from "@foyer/contract/office/catalogue/catalogueFiles.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { AskBeforeLeaving } from "../../../shared/dialog/Dialog.tsx";
import { Section } from "../../../shared/Page.tsx";
import { answerToSend, isAnswered, noAnswer } from "../buyers/AnswerFields.tsx";
import { BuyersQuestion } from "../buyers/BuyersQuestion.tsx";
import { chapterName, sourceNames } from "../catalogueQueries.ts";
import css from "../catalogue.module.css";

/** How a file is published: with a note, and over a newer revision only if that was chosen. */
export type FileChoice = { readonly replace: boolean; readonly note: string } & ReturnType<typeof answerToSend>;

type FormProps = {
  readonly slug: string;
  readonly plan: PlannedFile;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly isBusy: boolean;
  readonly onPublish: (choice: Omit<FileChoice, "note">) => void;
};

export function PublishFileForm({ slug, plan: { older, buyers }, note, onNote, isBusy, onPublish }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [replace, setReplace] = useState(false);
  const [answer, setAnswer] = useState(noAnswer);
  return (
    <form
      ref={form}
      className={css.form}
      aria-label="Publish the file"
      onSubmit={(event) => {
        event.preventDefault();
        onPublish({ replace, ...answerToSend(answer, buyers) });
      }}
    >
      <AskBeforeLeaving of={form} isChosen={note !== ""} />
      {older && <OlderRevision older={older} replace={replace} onReplace={setReplace} />}
      <Field label="Note" optional="optional" hint="Shown in the history.">
        <TextInput value={note} maxLength={500} onChange={({ target }) => onNote(target.value)} />
      </Field>
      <BuyersQuestion slug={slug} buyers={buyers} answer={answer} onChange={setAnswer} />
      <div>
        <Button
          kind="primary"
          type="submit"
          disabled={(older !== null && !replace) || !isAnswered(answer, buyers)}
          busy={isBusy}
        >
          Publish the file
        </Button>
      </div>
    </form>
  );
}

type OlderProps = {
  readonly older: NonNullable<PlannedFile["older"]>;
  readonly replace: boolean;
  readonly onReplace: (replace: boolean) => void;
};

/** A warning that the file would undo what was published since it was downloaded. */
function OlderRevision({ older: { known, newest, chapters }, replace, onReplace }: OlderProps) {
  const by = newest ? (newest.staff ?? sourceNames[newest.source]) : "somebody";
  return (
    <Section title={`The file is of revision ${known}`}>
      <p>
        {newest && `The newest is ${newest.number}, by ${by}. `}
        {chapters === null
          ? "What was published since is no longer known: it is too long ago."
          : `Published since: ${chapters.map((chapter) => chapterName(chapter)).join(", ") || "nothing that still differs"}.`}
      </p>
      <p className={css.quiet}>
        To keep that, download the newest catalogue, make your changes there and upload it again.
      </p>
      <label className={css.choice}>
        <input type="checkbox" checked={replace} onChange={({ target }) => onReplace(target.checked)} />
        <span>Let this file win, and undo what was published since</span>
      </label>
    </Section>
  );
}
