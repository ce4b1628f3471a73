import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  changeLevel,
  sendLevelLink,
  type LevelChoice,
  type LevelQuote,
} from "@foyer/contract/office/members/changeLevel.ts";
import { previewLevelLink } from "@foyer/contract/office/members/memberEmails.ts";
import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice, CallError } from "../../shared/call.ts";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { PayPanel } from "../sale/PayPanel.tsx";
import { refreshTill, tillQuery } from "../sale/saleQueries.ts";
import type { MemberDialogProps } from "./memberDialog.tsx";
import { useEmailPreview } from "./MemberEmail.tsx";
import { NoOpenTill, PayByLink } from "./MemberPayment.tsx";
import { formatCalendarDay, levelQuoteQuery, refreshMembers } from "./memberQueries.ts";
import { Fact } from "../../shared/Page.tsx";
import recordCss from "../../shared/styles/Record.module.css";

/** Changes the level for the rest of the term. The difference is paid here or by a link, or refunded. */
export function LevelDialog({ term, member, slug, permissions, onClose }: MemberDialogProps) {
  const query = useQuery(levelQuoteQuery(slug, member.version, term.id));
  const quote = query.data;
  const [chosen, setChosen] = useState("");
  const option = quote?.options.find(({ level }) => level === chosen);
  return (
    <Dialog title="Change the level" isWide onClose={onClose}>
      <div className={recordCss.form}>
        <LoadState query={query} skeleton="tile" />
        {quote && (
          <>
            <TermFacts quote={quote} />
            <Field label="New level" hint="For everybody who is on the membership, from now on.">
              <Select
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
                options={[
                  { value: "", label: "Choose a level" },
                  ...quote.options.map(({ level, name }) => ({ value: level, label: name })),
                ]}
              />
            </Field>
          </>
        )}
        {option?.problem && <Banner tone="warning">{option.problem}</Banner>}
        {quote && option && option.problem === null && (
          <ChosenLevel
            key={option.level}
            {...{ quote, option, term, member, slug, onClose, mayOpenTill: permissions.includes("till.use") }}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Back</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function TermFacts({ quote }: { readonly quote: LevelQuote }) {
  const { level, people, last_day, days_left, days_of_term, credit, currency } = quote;
  return (
    <dl className={recordCss.facts}>
      <Fact name="Level">{level}</Fact>
      <Fact name="Members">{people.join(", ")}</Fact>
      <Fact name="Term">
        until {formatCalendarDay(last_day)}, {days_left} of {days_of_term} days left
      </Fact>
      <Fact name="Remaining value">{formatMoney(credit, currency)}</Fact>
    </dl>
  );
}

type ChosenProps = Pick<MemberDialogProps, "term" | "member" | "slug" | "onClose"> & {
  readonly quote: LevelQuote;
  readonly option: LevelChoice;
  readonly mayOpenTill: boolean;
};

/** Sends the change. Sent again after a lost reply, it is made only once. */
const useLevelChange = ({ option, term, member, slug, onClose }: ChosenProps, change_id: string) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError>();
  const toast = useToast();
  const { level, name, due, back } = option;
  const change = async (means: readonly CounterMeans[], reason: string): Promise<void> => {
    setBusy(true);
    try {
      const expected = { due, back };
      const sent = { membership_id: term.id, change_id, version: member.version, level, means: [...means], expected };
      const made = await callOffice(changeLevel, { ...sent, reason }, slug);
      await Promise.all([refreshMembers(slug), refreshTill(slug)]);
      onClose();
      const given = made.change === "0" ? "" : ` Change: ${formatMoney(made.change, made.currency)}.`;
      toast({ text: `Changed to ${name} with order ${made.order_number}.${given}` });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === "stale_version" || error.code === "payment_incorrect_amount") await refreshMembers(slug);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, change };
};

function ChosenLevel(props: ChosenProps) {
  const { quote, option, term, slug, mayOpenTill } = props;
  const till = useQuery({ ...tillQuery(slug), enabled: mayOpenTill });
  const [change_id] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState("");
  const { isBusy, failure, change } = useLevelChange(props, change_id);
  const { currency, order_number } = quote;
  const { name, due, back, cost } = option;
  const isDue = due !== "0";
  if (mayOpenTill && !till.data) return <LoadState query={till} skeleton="tile" />;
  const isOpen = till.data?.till?.state === "open";
  return (
    <>
      <p>
        The rest of the term costs {formatMoney(cost, currency)} as {name}. {outcomeOf(option, currency, order_number)}
      </p>
      {term.renewal?.state === "scheduled" && <p>The automatic renewal ends too. Its payer can agree to a new one.</p>}
      <Field label="Reason" required>
        <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {isDue && !isOpen && <NoOpenTill slug={slug} mayOpenTill={mayOpenTill} />}
      <PayPanel
        key={String(isOpen)}
        total={due}
        lines={[]}
        currency={currency}
        denominations={till.data?.denominations ?? []}
        kinds={isOpen ? ["cash", "terminal", "gift_card"] : ["gift_card"]}
        verb={back === "0" ? "Change the level" : `Change and refund ${formatMoney(back, currency)}`}
        blocked={reason.trim() === "" ? "Say why the level is changed." : undefined}
        isBusy={isBusy}
        isEmpty={false}
        failure={failure}
        onPay={(means) => void change(means, reason.trim())}
      />
      {isDue && <LevelLink {...props} change_id={change_id} />}
    </>
  );
}

function LevelLink({
  quote,
  option,
  term,
  member,
  slug,
  onClose,
  change_id,
}: ChosenProps & { readonly change_id: string }) {
  const { level, due } = option;
  const preview = useEmailPreview({
    queryKey: [slug, member.version, term.id, level, due],
    read: () => callOffice(previewLevelLink, { membership_id: term.id, level, due }, slug),
  });
  return (
    <PayByLink
      email={quote.email}
      slug={slug}
      preview={preview}
      send={(added) => {
        const sent = { membership_id: term.id, change_id, version: member.version, level, due, ...added };
        return callOffice(sendLevelLink, sent, slug);
      }}
      onClose={onClose}
    >
      The holder can pay {formatMoney(due, quote.currency)} online instead, within half an hour: the email leads to it,
      and nothing is changed until they have paid.
    </PayByLink>
  );
}

const outcomeOf = ({ due, back }: LevelChoice, currency: string, order_number: number): string => {
  if (due !== "0") return `${formatMoney(due, currency)} is to be paid.`;
  return back === "0"
    ? "Nothing is to be paid, and nothing goes back."
    : `${formatMoney(back, currency)} goes back to what order ${order_number} was paid with.`;
};
