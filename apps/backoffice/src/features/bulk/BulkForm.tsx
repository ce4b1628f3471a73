import { useRef, useState } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import { bulkActions, previewBulk, startBulk, type BulkPreview } from "@foyer/contract/office/bulk.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { AskBeforeLeaving } from "../../shared/dialog/Dialog.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { useAction } from "../../shared/Form.tsx";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import { actionNames, orders, wishOf, type BulkDraft, type BulkSearch } from "./bulkQueries.ts";
import { Preview } from "./Preview.tsx";
import { SessionChoice } from "./SessionChoice.tsx";
import { TargetChoice } from "./TargetChoice.tsx";
import css from "./BulkScreen.module.css";

type BulkFormProps = { readonly slug: string; readonly search: BulkSearch };

const emptyDraft = {
  numbers: "",
  action: "move",
  target: "",
  from_day: "",
  offers_choice: false,
  subject: "",
  message: "",
} as const;
const revisionOf = (moved: string | undefined): number | undefined =>
  moved !== undefined && /^[1-9]\d{0,8}$/.test(moved) ? Number(moved) : undefined;

/**
 * Selects orders and an action, shows the preview in numbers below, and starts the job. After a change, the preview stays
 * where it is, so that nothing moves, but nothing can be started from it.
 */
export function BulkForm({ slug, search }: BulkFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const moved = revisionOf(search.moved);
  const [draft, setDraft] = useState<BulkDraft>({
    ...emptyDraft,
    ...(moved !== undefined && { action: "write" }),
    moved,
    session_ids: search.sessions?.split(",").filter(Boolean) ?? [],
  });
  const [seen, setSeen] = useState<Seen>();
  const [reason, setReason] = useState("");
  const set = (change: Partial<BulkDraft>): void => setDraft((old) => ({ ...old, ...change }));
  const look = useAction(async () => setSeen({ draft, preview: await callOffice(previewBulk, wishOf(draft), slug) }));
  const start = useAction(async () => {
    if (!seen) return;
    const expected = { orders: seen.preview.orders };
    const { id } = await callOffice(startBulk, { ...wishOf(draft), reason, expected }, slug);
    await queryClient.invalidateQueries({ queryKey: ["bulk", slug] });
    await navigate({ to: "/$slug/bulk/$id", params: { slug, id }, ignoreBlocker: true });
  });
  const isCurrent = seen?.draft === draft;
  const canStart = isCurrent && isStartable(seen.preview);
  return (
    <Section title="New">
      <AskBeforeLeaving of={form} />
      <form
        ref={form}
        className={css.form}
        aria-label="New action"
        onSubmit={(event) => {
          event.preventDefault();
          void (canStart ? start.run() : look.run());
        }}
      >
        {draft.moved === undefined ? (
          <WhoFields slug={slug} draft={draft} initialDay={search.day} onChange={set} />
        ) : (
          <MovedBuyers slug={slug} revision={draft.moved} />
        )}
        {(draft.action === "write" || draft.offers_choice) && (
          <>
            <Field label="Subject">
              <TextInput value={draft.subject} onChange={({ target }) => set({ subject: target.value })} />
            </Field>
            <Field
              label="Message"
              hint={
                draft.action === "write"
                  ? "Start a new paragraph with an empty line. The link to the order is added below."
                  : "Say what happened. The deadline, what happens if they do not choose, and the link are added below."
              }
            >
              <TextArea rows={5} value={draft.message} onChange={({ target }) => set({ message: target.value })} />
            </Field>
          </>
        )}
        <div className={css.actions}>
          <Button
            kind={canStart ? "quiet" : "primary"}
            type={canStart ? "button" : "submit"}
            busy={look.isBusy}
            {...(canStart && { onClick: () => void look.run() })}
          >
            Preview
          </Button>
        </div>
        {look.failure && <Banner tone="error">{look.failure.message}</Banner>}
        {seen && (
          <>
            <Preview
              slug={slug}
              action={seen.draft.action}
              choiceUntil={seen.draft.offers_choice && seen.draft.action !== "write" ? seen.draft.from_day : undefined}
              preview={seen.preview}
              isOfSessions={seen.draft.session_ids.length > 0}
              isOutdated={!isCurrent}
            />
            {isStartable(seen.preview) && <StartFields {...{ ...seen, reason, setReason, canStart, start }} />}
          </>
        )}
      </form>
    </Section>
  );
}

/** The orders that are not set aside. */
const fitting = ({ orders: all, cannot }: BulkPreview): number =>
  all - cannot.reduce((sum, one) => sum + one.orders, 0);
/** Carts that hold places may become orders meanwhile. */
const isStartable = (preview: BulkPreview): boolean => fitting(preview) > 0 || (preview.orders > 0 && preview.held > 0);

/** A preview, with the draft that it was made from. */
type Seen = { readonly draft: BulkDraft; readonly preview: BulkPreview };

type StartFieldsProps = Seen & {
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly canStart: boolean;
  readonly start: Pick<ReturnType<typeof useAction<[]>>, "isBusy" | "failure">;
};

function StartFields({ draft, preview, reason, setReason, canStart, start }: StartFieldsProps) {
  return (
    <>
      <Field label="Reason" hint="Kept in the history of each order. Buyers do not see it." required>
        <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {start.failure && <Banner tone="error">{start.failure.message}</Banner>}
      <div className={css.actions}>
        <Button
          kind={draft.action === "write" ? "primary" : "danger"}
          type="submit"
          busy={start.isBusy}
          disabled={!canStart || reason.trim() === ""}
        >
          {startText(draft, preview)}
        </Button>
      </div>
    </>
  );
}

/** The buyers whose sessions were moved by a published revision. They can only be written to. */
function MovedBuyers({ slug, revision }: { readonly slug: string; readonly revision: number }) {
  return (
    <p>
      Write to the buyers whose sessions begin at another time since revision {revision}. The email states the old and
      the new time below the first paragraph.{" "}
      <Link to="/$slug/bulk" params={{ slug }}>
        Choose other orders
      </Link>
    </p>
  );
}

/** The sessions or orders, and the action. */
function WhoFields({ slug, draft, initialDay, onChange }: ActionFieldsProps) {
  return (
    <>
      <SessionChoice
        slug={slug}
        initialDay={initialDay}
        chosen={draft.session_ids}
        onChoose={(session_ids) => onChange({ session_ids, target: "" })}
      />
      {draft.session_ids.length === 0 && (
        <Field label="Or order numbers" hint="Separated by spaces, commas or lines.">
          <TextArea rows={2} value={draft.numbers} onChange={({ target }) => onChange({ numbers: target.value })} />
        </Field>
      )}
      <ActionFields slug={slug} draft={draft} initialDay={initialDay} onChange={onChange} />
    </>
  );
}

type ActionFieldsProps = {
  readonly slug: string;
  readonly draft: BulkDraft;
  readonly initialDay: string | undefined;
  readonly onChange: (change: Partial<BulkDraft>) => void;
};

/** The action; for a move also the target, and for a cancellation the first day. */
function ActionFields({ slug, draft, initialDay, onChange }: ActionFieldsProps) {
  return (
    <div className={css.pair}>
      <Field label="What to do">
        <Select
          value={draft.action}
          onChange={({ target }) => onChange({ action: target.value as BulkDraft["action"] })}
          options={bulkActions.map((value) => ({ value, label: actionNames[value] }))}
        />
      </Field>
      {draft.action === "move" && (
        <TargetChoice slug={slug} draft={draft} initialDay={initialDay} onChoose={(target) => onChange({ target })} />
      )}
      {draft.action !== "write" && (
        <Checkbox
          checked={draft.offers_choice}
          onChange={({ target }) => onChange({ offers_choice: target.checked })}
          label="Let buyers choose first"
          hint="They get an email now. With its link they can choose a refund or another time, without a fee."
        />
      )}
      {(draft.offers_choice ? draft.action !== "write" : draft.action === "cancel" || draft.action === "gift_card") && (
        <Field
          label="Not before"
          {...(!draft.offers_choice && { optional: "optional" })}
          hint={
            draft.offers_choice
              ? "Buyers can choose until this day. Then this is done for everybody who has not chosen."
              : "For sessions that are cancelled in the catalogue: buyers can choose until then, with the link in their email."
          }
        >
          <TextInput
            type="date"
            value={draft.from_day}
            onChange={({ target }) => onChange({ from_day: target.value })}
          />
        </Field>
      )}
    </div>
  );
}

/** The action with its numbers, since it cannot be undone. */
const startText = ({ action, offers_choice: isChoice, from_day }: BulkDraft, preview: BulkPreview): string => {
  const { total_back, currency } = preview;
  const count = orders(fitting(preview));
  if (action === "write") return `Write to ${count}`;
  if (isChoice) return `Let ${orders(preview.with_email)} choose until ${from_day}`;
  const back = Number(total_back) > 0 ? `, refund ${formatMoney(total_back, currency)}` : "";
  return `${action === "move" ? "Move" : "Cancel"} ${count}${back}`;
};
