import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { previewOrderEmail, resendOrder } from "@foyer/contract/office/orders/deskActions.ts";
import { printDeskTickets, type DeskPrintedTicket } from "@foyer/contract/office/orders/deskOrder.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { isEmail } from "@foyer/rules/values/email.ts";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useSettled } from "../../shared/useSettled.ts";
import { formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { EmailFields, previewPause, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { orderQuery } from "../orders/orderQueries.ts";
import { Printing } from "../orders/print/Printing.tsx";
import { PrintSheet, type Paper } from "../orders/print/PrintSheet.tsx";
import { kindNames } from "./MeansFields.tsx";
import type { MadeSale } from "./useSale.ts";
import css from "./SaleDone.module.css";

type SaleDoneProps = { readonly slug: string; readonly sale: MadeSale; readonly onNext: () => void };

/** The change to give, the printing, and a button for the next sale. */
export function SaleDone({ slug, sale, onNext }: SaleDoneProps) {
  const { order_number, total, change, currency, means } = sale;
  const next = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Runs after the page's heading has taken the focus.
    const frame = requestAnimationFrame(() => next.current?.querySelector("button")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={css.done}>
      <section className={css.summary} aria-label="Sale">
        {change === "0" ? (
          <p className={css.big}>{formatMoney(total, currency)}</p>
        ) : (
          <p className={css.big}>
            <span className={css.label}>Change to give</span> {formatMoney(change, currency)}
          </p>
        )}
        <p className={css.quiet}>
          {means.length > 0
            ? means.map(({ kind, amount }) => `${kindNames[kind]} ${formatMoney(amount, currency)}`).join(" · ")
            : total === "0"
              ? "Nothing to pay"
              : "Paid by a link"}
        </p>
        <p>
          <Link to="/$slug/orders/$number" params={{ slug, number: String(order_number) }}>
            Order {order_number}
          </Link>
        </p>
        <div ref={next}>
          <Button kind="primary" wide onClick={onNext}>
            Next sale
          </Button>
        </div>
      </section>
      <Papers slug={slug} sale={sale} />
      <SendTickets slug={slug} sale={sale} />
    </div>
  );
}

const paperKey = "foyer.counter.paper";
type PaperChoice = Paper | "none";
const paperChoice = (): PaperChoice => {
  const kept = localStorage.getItem(paperKey);
  return kept === "page" || kept === "none" ? kept : "roll";
};

/** `id` is new for each printing, even if a browser does not report that the last one ended. */
type PrintedSheet = {
  readonly id: string;
  readonly paper: Paper;
  readonly tickets: readonly DeskPrintedTicket[];
};

/** Prints tickets and receipt as soon as the sale is made, on the paper set for this device. */
function Papers({ slug, sale }: Pick<SaleDoneProps, "slug" | "sale">) {
  const { order_number, change, currency } = sale;
  const [choice, setChoice] = useState(paperChoice);
  const [sheet, setSheet] = useState<PrintedSheet>();
  const [isPrinted, setPrinted] = useState(false);
  const query = useQuery(orderQuery(slug, String(order_number)));
  const order = query.data;
  const { run, isBusy, failure } = useAction(async (paper: Paper) => {
    const { tickets } = await callOffice(printDeskTickets, { order_number: String(order_number) }, slug);
    setSheet({ id: crypto.randomUUID(), paper, tickets });
    setPrinted(true);
  });
  const printAtOnce = useEffectEvent(() => {
    if (choice !== "none") void run(choice);
  });
  const isLoaded = order !== undefined;
  useEffect(() => {
    if (isLoaded) printAtOnce();
  }, [isLoaded]);
  const cash = sale.means.find(({ kind }) => kind === "cash");
  const notes =
    cash?.kind === "cash" && change !== "0" && cash.tendered !== undefined
      ? [["Cash received", cash.tendered] as const, ["Change", change] as const]
      : [];
  return (
    <section className={css.card} aria-label="Print">
      <h2 className={css.heading}>Tickets and receipt</h2>
      <div className={css.row}>
        <Field label="Print at once">
          <Select
            value={choice}
            onChange={({ target }) => {
              const next = target.value as PaperChoice;
              localStorage.setItem(paperKey, next);
              setChoice(next);
            }}
            options={[
              { value: "roll", label: "80 mm roll" },
              { value: "page", label: "A4 or letter" },
              { value: "none", label: "Do not print at once" },
            ]}
          />
        </Field>
        <Button busy={isBusy} disabled={!order} onClick={() => void run(choice === "none" ? "roll" : choice)}>
          {isPrinted ? "Print again" : "Print"}
        </Button>
      </div>
      <LoadState query={query} />
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {sheet && order && (
        <Printing key={sheet.id} onDone={() => setSheet(undefined)}>
          <PrintSheet
            order={order}
            slug={slug}
            tickets={sheet.tickets}
            thing="sale"
            paper={sheet.paper}
            notes={notes.map(([name, amount]) => [name, formatMoney(amount, currency)] as const)}
          />
        </Printing>
      )}
    </section>
  );
}

/** The e-mail with the tickets, as it is sent to a typed address. */
const useResentEmail = (slug: string, order_number: number, to: string) => {
  const settled = useSettled(to, previewPause);
  const { data, error } = useQuery({
    queryKey: ["sale-email", slug, order_number, settled],
    queryFn: () => callOffice(previewOrderEmail, { order_number: String(order_number), to: settled }, slug),
    enabled: isEmail(settled),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const waiting = isEmail(to) ? "Its text is being read." : "Its text is shown once the email address is complete.";
  return { email: data?.email ? { ...data.email, to } : { to }, waiting, failure: settled === to ? error : null };
};

function SendTickets({ slug, sale }: Pick<SaleDoneProps, "slug" | "sale">) {
  const { order_number, email } = sale;
  const [to, setTo] = useState("");
  const [sent, setSent] = useState(email);
  const address = to.trim();
  const choice = useEmailChoice();
  const preview = useResentEmail(slug, order_number, address);
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    const { sentence } = choice.sent.email ?? {};
    const sending = { order_number: String(order_number), to: address, ...(sentence && { sentence }) };
    await callOffice(resendOrder, sending, slug);
    setSent(address);
    setTo("");
    choice.reset();
  });
  return (
    <form
      className={css.card}
      aria-label="Send the tickets"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (address !== "") void run();
      }}
    >
      <h2 className={css.heading}>By email</h2>
      {sent !== null && (
        <p role="status">
          On its way to <strong>{sent}</strong>.
        </p>
      )}
      <div className={css.row}>
        <Field label="Email address" error={errorOf("to")}>
          <TextInput type="email" value={to} autoComplete="off" onChange={({ target }) => setTo(target.value)} />
        </Field>
        <Button type="submit" busy={isBusy} disabled={address === ""}>
          Send
        </Button>
      </div>
      {address !== "" && <EmailFields choice={choice} {...preview} isNeeded />}
      {failure && !failure.fields.includes("to") && <Banner tone="error">{failure.message}</Banner>}
    </form>
  );
}
