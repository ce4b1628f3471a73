import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  endOperatorVisit,
  letOperatorIn,
  listOperatorPermits,
  maxVisitHours,
} from "@foyer/contract/office/staff/operator.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { AuditReason } from "../../shared/audit/AuditReason.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { count, formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import css from "./StaffScreen.module.css";

type Props = { readonly slug: string; readonly timezone: string };

const permitsQuery = (slug: string) => ({
  queryKey: ["operator-permits", slug],
  queryFn: () => callOffice(listOperatorPermits, {}, slug),
});
const refresh = (slug: string) => queryClient.invalidateQueries(permitsQuery(slug));

/** The operator sees nothing of a seller unless an owner lets them in for a stated time. */
export function OperatorVisits({ slug, timezone }: Props) {
  const query = useQuery(permitsQuery(slug));
  const { data } = query;
  const [isOpening, setOpening] = useState(false);
  const end = useAction(async (permit_id: string) => {
    await callOffice(endOperatorVisit, { permit_id }, slug);
    await refresh(slug);
  });
  if (!data) return <LoadState query={query} sentence="The operator’s visits could not be loaded." />;
  if (!data.may_let_in && data.permits.length === 0) return null;
  return (
    <Section
      title="The operator"
      lead="The operator of this installation sees no orders and people here, unless an owner lets them in for at most a day. They can read, and change nothing."
      actions={
        data.may_let_in && (
          <Button size="small" onClick={() => setOpening(true)}>
            Let the operator in
          </Button>
        )
      }
    >
      {end.failure && <Banner tone="error">{end.failure.message}</Banner>}
      <ul className={css.visits}>
        {data.permits.map(({ id, allowed_by, reason, ends_at }) => (
          <li key={id}>
            <span>
              Until {formatMoment(ends_at, timezone)}
              <span className={css.quiet}>
                {" "}
                {reason} · {allowed_by}
              </span>
            </span>
            {data.may_let_in && (
              <Button size="small" busy={end.isBusy} onClick={() => void end.run(id)}>
                End the visit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpening && <LetInDialog slug={slug} onClose={() => setOpening(false)} />}
    </Section>
  );
}

const spans = [1, 4, maxVisitHours] as const;

function LetInDialog({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const [hours, setHours] = useState<number>(spans[0]);
  const { run, isBusy, failure, errorOf } = useAction(async (reason: string) => {
    await callOffice(letOperatorIn, { hours, reason }, slug);
    await refresh(slug);
    onClose();
  });
  return (
    <Dialog title="Let the operator in" onClose={onClose}>
      <ActionForm
        label="Let the operator in"
        failure={failure}
        fields={["reason"]}
        onSubmit={({ reason = "" }) => run(reason)}
      >
        <Field label="For">
          <Select
            value={String(hours)}
            onChange={({ target }) => setHours(Number(target.value))}
            options={spans.map((span) => ({ value: String(span), label: count(span, "hour") }))}
          />
        </Field>
        <AuditReason hint="Kept in the audit log, as is each visit." isMissing={errorOf("reason") !== undefined} />
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Let them in
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
