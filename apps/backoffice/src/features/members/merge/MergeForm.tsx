import { useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { mergePersons, type MergeComparison } from "@foyer/contract/office/members/mergePersons.ts";
import type { MergeChoice, MergeField, MergeSide } from "@foyer/rules/membership/party/mergePersons.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { AskBeforeLeaving } from "../../../shared/dialog/Dialog.tsx";
import { WhyField } from "../../../shared/dialog/WhyField.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { queryClient } from "../../../shared/queries.ts";
import { useToast } from "../../../shared/Toast.tsx";
import { refreshMembers } from "../memberQueries.ts";
import { CompareTable } from "./CompareTable.tsx";
import { countsIn, problemTexts, proposedFor, sidesOf } from "./mergeQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";
import css from "./Merge.module.css";

type MergeFormProps = {
  readonly slug: string;
  readonly id: string;
  readonly comparison: MergeComparison;
};

/** Compares two persons, asks for the choices, and says in numbers what a merge will do before it is made. */
export function MergeForm({ slug, id, comparison }: MergeFormProps) {
  const { keepable, problem, other, version } = comparison;
  const form = useRef<HTMLFormElement>(null);
  const [wanted, setKeep] = useState<MergeSide | undefined>(keepable[0]);
  const keep = wanted && keepable.includes(wanted) ? wanted : keepable[0];
  const [choice, setChoice] = useState<MergeChoice | undefined>(keep && proposedFor(comparison, keep));
  const [reason, setReason] = useState("");
  const [toast, navigate] = [useToast(), useNavigate()];
  const merge = useAction(async () => {
    if (!keep || !choice) return;
    const sent = { membership_id: id, other: other.id, keep, version, fields: choice, reason: reason.trim() };
    await callOffice(mergePersons, sent, slug).finally(() =>
      queryClient.invalidateQueries({ queryKey: ["merge-comparison", slug] }),
    );
    await refreshMembers(slug);
    toast({ text: "The two persons are merged." });
    await navigate({ to: "/$slug/members/$id", params: { slug, id }, ignoreBlocker: true });
  });
  const keepSide = (side: MergeSide): void => {
    setKeep(side);
    setChoice(proposedFor(comparison, side));
  };
  const choose = (field: MergeField, from: MergeSide): void =>
    setChoice((now) => now && { ...now, [field]: from === keep ? "kept" : "merged" });
  const merged = keep && sidesOf(comparison, keep).merged;
  const moving = merged && countsIn(merged.counts, ["memberships", "orders"]);
  return (
    <form
      ref={form}
      className={recordCss.form}
      aria-label="Merge two persons"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") void merge.run();
      }}
    >
      <AskBeforeLeaving of={form} />
      {problem && <Banner tone="warning">{problemTexts[problem]}</Banner>}
      <CompareTable {...{ comparison, keep, choice }} onKeep={keepSide} onChoose={choose} />
      {keep && choice && (
        <>
          <Consequences {...{ comparison, keep, choice }} />
          <WhyField value={reason} onChange={setReason} />
          {merge.failure && <Banner tone="error">{merge.failure.message}</Banner>}
          <div>
            <Button kind="danger" type="submit" busy={merge.isBusy} disabled={reason.trim() === ""}>
              {moving ? `Merge ${moving}` : "Merge"}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

type ConsequencesProps = Pick<MergeFormProps, "comparison"> & {
  readonly keep: MergeSide;
  readonly choice: MergeChoice;
};

function Consequences({ comparison, keep, choice }: ConsequencesProps) {
  const { kept, merged } = sidesOf(comparison, keep);
  const { counts, email, kind } = merged;
  const moving = countsIn(counts, ["memberships", "orders", "gift_cards", "notes"]);
  const open = countsIn(counts, ["open_carts"]);
  const renewals = countsIn(counts, ["renewals", "payment_methods"]);
  const logsIn = choice.email === "merged" ? email : kept.email;
  const former = choice.email === "merged" ? kept.email : email;
  const isOne = keep === "one";
  return (
    <section aria-label="What the merge does">
      <ul className={css.consequences}>
        <li>
          {moving || "Nothing"} of {isOne ? "the other one" : "this person"} will belong to{" "}
          {isOne ? "this person" : "the other one"}.
        </li>
        {renewals && <li>{renewals}: payer&apos;s consent and card stay as they are.</li>}
        {open && <li>{open} will be in the account.</li>}
        {kind === "account" && former && <li>{former} can no longer be used to log in.</li>}
        {counts.logins > 0 && <li>{count(counts.logins, "login ends", "logins end")}.</li>}
        {logsIn && <li>The person logs in with {logsIn}, and gets their emails there.</li>}
        <li>This cannot be undone.</li>
      </ul>
    </section>
  );
}
