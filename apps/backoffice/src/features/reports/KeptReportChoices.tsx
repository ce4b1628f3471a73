import { useId } from "react";
import { chooseKeptReport, mailFrequencies, type MailFrequency } from "@foyer/contract/office/money/keptReports.ts";
import type { SavedView } from "@foyer/contract/office/orders/savedViews.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { callOffice } from "../../shared/call.ts";
import { refreshIfStale } from "../../shared/dialog/refreshIfStale.ts";
import { useAction } from "../../shared/Form.tsx";
import { queryClient } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import css from "./KeptReportChoices.module.css";

const rhythmNames: Readonly<Record<MailFrequency, string>> = {
  day: "each morning",
  week: "each Monday",
  month: "on the first of the month",
};

type KeptReportChoicesProps = {
  readonly slug: string;
  readonly view: SavedView;
  readonly onChange: () => Promise<void>;
};

/** For the kept report on screen: whether it is on the reader's board, and how often a link to it is e-mailed to them. */
export function KeptReportChoices({ slug, view, onChange }: KeptReportChoicesProps) {
  const id = useId();
  const toast = useToast();
  const { id: view_id, choice_version: version, is_pinned, mailed_every, name } = view;
  const { run, isBusy, failure } = useAction(
    async (choice: Pick<SavedView, "is_pinned" | "mailed_every">, text: string) => {
      await refreshIfStale(onChange, () => callOffice(chooseKeptReport, { view_id, version, ...choice }, slug));
      await onChange();
      await queryClient.invalidateQueries({ queryKey: ["pinned-reports", slug] });
      toast({ text });
    },
  );
  const pin = () =>
    run(
      { is_pinned: !is_pinned, mailed_every },
      is_pinned ? `“${name}” is no longer on your board.` : `“${name}” is on your board.`,
    );
  const mail = (value: string) => {
    const next = mailFrequencies.find((one) => one === value) ?? null;
    return run(
      { is_pinned, mailed_every: next },
      next === null ? "You get no more emails of this report." : `You get a link to this report ${rhythmNames[next]}.`,
    );
  };
  return (
    <>
      <Button size="small" kind="text" busy={isBusy} onClick={() => void pin()}>
        {is_pinned ? "Remove from my board" : "Pin to my board"}
      </Button>
      <span className={css.mail}>
        <label htmlFor={id}>Email me a link</label>
        <select
          id={id}
          className={css.select}
          value={mailed_every ?? ""}
          disabled={isBusy}
          onChange={({ target }) => void mail(target.value)}
        >
          <option value="">never</option>
          {mailFrequencies.map((one) => (
            <option key={one} value={one}>
              {rhythmNames[one]}
            </option>
          ))}
        </select>
      </span>
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}
