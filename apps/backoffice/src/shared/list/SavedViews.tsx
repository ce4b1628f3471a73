import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { chooseKeptReport } from "@foyer/contract/office/money/keptReports.ts";
import {
  deleteView,
  listSavedViews,
  renameView,
  saveView,
  type SavedView,
  type ViewScreen,
} from "@foyer/contract/office/orders/savedViews.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../call.ts";
import { refreshIfStale } from "../dialog/refreshIfStale.ts";
import { ConfirmedButton } from "../dialog/ConfirmedButton.tsx";
import { Dialog } from "../dialog/Dialog.tsx";
import { SubmitActions } from "../dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../Form.tsx";
import { count } from "../format/format.ts";
import { LoadState } from "../LoadState.tsx";
import { NameDialog } from "../dialog/NameDialog.tsx";
import { queryClient } from "../queries.ts";
import { useToast } from "../Toast.tsx";
import css from "./SavedViews.module.css";

type Filters = Readonly<Record<string, string | undefined>>;
type SavedViewsProps = {
  readonly slug: string;
  readonly screen: ViewScreen;
  /** The filters in the address that can be saved. */
  readonly filters: Filters;
  readonly onChoose: (filters: Readonly<Record<string, string>>) => void;
  /** Further actions for the current view. */
  readonly more?: (view: SavedView, refresh: () => Promise<void>) => ReactNode;
};

const viewsQuery = (slug: string, screen: ViewScreen) => ({
  queryKey: ["views", slug, screen],
  queryFn: () => callOffice(listSavedViews, { screen }, slug),
  staleTime: 60_000,
});

const given = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Filters saved under names: the reader's own, and shared ones. One press shows the list as it was saved. */
export function SavedViews({ slug, screen, filters, onChoose, more }: SavedViewsProps) {
  const query = useQuery(viewsQuery(slug, screen));
  const { data } = query;
  const [isSaving, setSaving] = useState(false);
  const views = data?.views ?? [];
  const now = given(filters);
  const current = views.find((view) => isSame(view.filters, now));
  const canSave = Object.keys(now).length > 0 && !current;
  if (!data) return <LoadState query={query} sentence="The saved views could not be loaded." />;
  if (views.length === 0 && !canSave) return null;
  return (
    <div className={css.views} role="group" aria-label="Saved views">
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className={css.view}
          aria-pressed={view === current}
          onClick={() => onChoose(view.filters)}
        >
          {view.name}
          {view.is_shared && <span className={css.shared}> everybody</span>}
        </button>
      ))}
      {canSave && (
        <Button size="small" kind="text" onClick={() => setSaving(true)}>
          Save this view
        </Button>
      )}
      {current?.is_editable === true && <ViewActions view={current} {...{ slug, screen }} />}
      {current && more?.(current, () => refresh(slug, screen))}
      {isSaving && (
        <SaveDialog {...{ slug, screen }} filters={now} mayShare={data.may_share} onClose={() => setSaving(false)} />
      )}
    </div>
  );
}

const refresh = (slug: string, screen: ViewScreen) => queryClient.invalidateQueries(viewsQuery(slug, screen));

type SaveDialogProps = Pick<SavedViewsProps, "slug" | "screen"> & {
  readonly filters: Record<string, string>;
  readonly mayShare: boolean;
  readonly onClose: () => void;
};

function SaveDialog({ slug, screen, filters, mayShare, onClose }: SaveDialogProps) {
  const toast = useToast();
  const [isShared, setShared] = useState(false);
  const { run, isBusy, failure, errorOf } = useAction(async (name: string) => {
    await callOffice(saveView, { screen, name, filters, is_shared: isShared }, slug);
    await refresh(slug, screen);
    onClose();
    toast({ text: "The view was saved." });
  });
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <ActionForm label="Save this view" failure={failure} fields={["name"]} onSubmit={({ name = "" }) => run(name)}>
        <Field
          label="Name"
          error={errorOf("name") && (failure?.code === "validation_failed" ? failure.message : "Give it a name.")}
          required
        >
          <TextInput name="name" maxLength={60} />
        </Field>
        {mayShare && (
          <Checkbox
            label="For everybody"
            hint="All of this seller's staff who see the list."
            checked={isShared}
            onChange={() => setShared((before) => !before)}
          />
        )}
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Save
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}

type ViewActionsProps = Pick<SavedViewsProps, "slug" | "screen"> & { readonly view: SavedView };

/** Renames and deletes the current view. Deleting can be undone. */
function ViewActions({ view, slug, screen }: ViewActionsProps) {
  const { id, version, name, wanted_by } = view;
  const toast = useToast();
  const [isRenaming, setRenaming] = useState(false);
  const shown = { view_id: id, version };
  const rename = useAction(async (next: string) => {
    await refreshIfStale(
      () => refresh(slug, screen),
      () => callOffice(renameView, { ...shown, name: next }, slug),
    );
    await refresh(slug, screen);
    setRenaming(false);
  });
  const deleteShown = async (): Promise<void> => {
    await refreshIfStale(
      () => refresh(slug, screen),
      () => callOffice(deleteView, shown, slug),
    );
    await refresh(slug, screen);
  };
  const remove = useAction(async () => {
    await deleteShown();
    toast({ text: `The view “${name}” was deleted.`, undo: () => saveAgain(view, slug, screen) });
  });
  return (
    <>
      <Button size="small" kind="text" onClick={() => setRenaming(true)} aria-label={`Rename the view ${name}`}>
        Rename
      </Button>
      {wanted_by === 0 ? (
        <Button
          size="small"
          kind="text"
          busy={remove.isBusy}
          onClick={() => void remove.run()}
          aria-label={`Delete the view ${name}`}
        >
          Delete
        </Button>
      ) : (
        <ConfirmedButton
          kind="text"
          label="Delete"
          aria-label={`Delete the view ${name}`}
          title={`Delete the view “${name}”?`}
          verb={`Delete it for ${count(wanted_by, "colleague")} as well`}
          done={`The view “${name}” was deleted.`}
          send={deleteShown}
        >
          <p>
            {count(wanted_by, "colleague has", "colleagues have")} this report on their board or get it by email. They
            lose it, and this cannot be undone.
          </p>
        </ConfirmedButton>
      )}
      {remove.failure && <span role="alert">{remove.failure.message}</span>}
      {isRenaming && (
        <NameDialog title="Rename the view" name={name} action={rename} onClose={() => setRenaming(false)} />
      )}
    </>
  );
}

/** Saves a deleted view again, with what the reader had chosen for it. */
const saveAgain = async (view: SavedView, slug: string, screen: ViewScreen): Promise<void> => {
  const { name, filters, is_shared, is_pinned, mailed_every } = view;
  const { id } = await callOffice(saveView, { screen, name, filters, is_shared }, slug);
  if (is_pinned || mailed_every !== null) {
    const { views } = await callOffice(listSavedViews, { screen }, slug);
    const version = views.find((saved) => saved.id === id)?.choice_version ?? "";
    await callOffice(chooseKeptReport, { view_id: id, version, is_pinned, mailed_every }, slug);
  }
  await refresh(slug, screen);
};
