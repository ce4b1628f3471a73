import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { saveDraft } from "@foyer/contract/office/catalogue/catalogue.ts";
import { newHall } from "@foyer/rules/catalog/eventPatterns.ts";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { ActionForm, useAction } from "../../../shared/Form.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { chapterName, forgetCatalogue } from "../catalogueQueries.ts";

type NewChapterDialogProps = {
  readonly slug: string;
  /** The chapters that exist already, and keys that there were. */
  readonly taken: readonly string[];
  /** The newest revision. */
  readonly revision: number;
  readonly onClose: () => void;
};

type Beginning = {
  /** False for chapters that exist once per catalogue. */
  readonly isNamed: boolean;
  /** The fields that its format requires, to be filled in. */
  readonly document: (of: { readonly key: string; readonly name: string; readonly timezone: string }) => unknown;
};

const beginnings: Readonly<Record<string, Beginning>> = {
  venue: { isNamed: true, document: ({ name, timezone }) => ({ name, timezone }) },
  hall: { isNamed: true, document: ({ name }) => newHall(name) },
  code_group: { isNamed: true, document: ({ key, name }) => ({ key, name, codes: [] }) },
  discounts: { isNamed: false, document: () => [] },
  rules: { isNamed: false, document: () => [] },
  programs: { isNamed: false, document: () => [] },
};

/** Drafts a new chapter: a named venue, hall or code group, or a chapter that exists once per catalogue. */
export function NewChapterDialog({ slug, taken, revision, onClose }: NewChapterDialogProps) {
  const navigate = useNavigate();
  const { timezone } = useOwnSeller(slug);
  const [kind, setKind] = useState("venue");
  const hasName = beginnings[kind]?.isNamed === true;
  const action = useAction(async (name: string) => {
    const key = newKey(
      name,
      taken.map((chapter) => chapter.split("/")[1] ?? ""),
    );
    const chapter = hasName ? `${kind}/${key}` : kind;
    const document = beginnings[kind]?.document({ key, name, timezone });
    await callOffice(saveDraft, { chapter, version: 0, revision, document }, slug);
    await forgetCatalogue(slug);
    // The input is now saved in the draft.
    if (chapter === "discounts")
      return navigate({ to: "/$slug/catalogue/discounts", params: { slug }, ignoreBlocker: true });
    return navigate({ to: "/$slug/catalogue/chapter/$", params: { slug, _splat: chapter }, ignoreBlocker: true });
  });
  return (
    <Dialog title="Add a chapter" onClose={onClose}>
      <ActionForm
        label="Add a chapter"
        failure={action.failure}
        fields={[]}
        onSubmit={({ name = "" }) => action.run(name)}
      >
        <Field label="Kind">
          <Select
            value={kind}
            onChange={({ target }) => setKind(target.value)}
            options={Object.keys(beginnings)
              .filter((one) => !taken.includes(one))
              .map((one) => ({ value: one, label: chapterName(one) }))}
          />
        </Field>
        {hasName && (
          <Field label="Name" required>
            <TextInput name="name" required maxLength={200} autoComplete="off" />
          </Field>
        )}
        <div>
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Add it
          </Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
