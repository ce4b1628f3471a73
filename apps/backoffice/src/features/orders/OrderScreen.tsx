import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { CallError } from "../../shared/call.ts";
import { formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { queryClient, useOwnSeller } from "../../shared/queries.ts";
import { useKeys } from "../../shell/useKeys.ts";
import { CancelDialog } from "./dialogs/CancelDialog.tsx";
import { CodesDialog } from "./dialogs/CodesDialog.tsx";
import { CorrectDialog } from "./dialogs/CorrectDialog.tsx";
import { MoveDialog } from "./dialogs/MoveDialog.tsx";
import { NamesDialog, namedTickets } from "./dialogs/NamesDialog.tsx";
import type { OrderDialogProps } from "./dialogs/orderDialog.tsx";
import { RefundDialog } from "./dialogs/RefundDialog.tsx";
import { ResendDialog } from "./dialogs/ResendDialog.tsx";
import { History } from "./History.tsx";
import { MoneySection } from "./MoneySection.tsx";
import { Notes } from "./Notes.tsx";
import { OfferNotice } from "./OfferNotice.tsx";
import { channelNames, orderQuery, purchaserName, versionQuery } from "./orderQueries.ts";
import { OrderAnswers } from "./OrderAnswers.tsx";
import { OrderStateTag } from "./OrderStateTag.tsx";
import { TicketsSection } from "./TicketsSection.tsx";
import { PrintDialog } from "./print/PrintDialog.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./OrderScreen.module.css";

const route = "/signed-in/$slug/orders/$number" as const;

export type OrderDialog = "cancel" | "move" | "refund" | "resend" | "correct" | "codes" | "names" | "print";
const dialogs = {
  cancel: CancelDialog,
  move: MoveDialog,
  refund: RefundDialog,
  resend: ResendDialog,
  correct: CorrectDialog,
  codes: CodesDialog,
  names: NamesDialog,
  print: PrintDialog,
} as const;

/** An order: tickets, money, notes, e-mails and history, with the actions that the reader can take. */
export function OrderScreen() {
  const { slug, number } = useParams({ from: route });
  const query = useQuery(orderQuery(slug, number));
  const { data: order, error } = query;
  const { can } = useOwnSeller(slug);
  useFreshOrder(slug, number, order?.version);
  if (!/^[1-9]\d{0,14}$/.test(number) || (error instanceof CallError && error.status === 404))
    return (
      <OfficePage title={`Order ${number}`}>
        <p>
          There is no order with this number.{" "}
          <Link to="/$slug/orders" params={{ slug }}>
            Show all orders
          </Link>
        </p>
      </OfficePage>
    );
  if (!order)
    return (
      <OfficePage title={`Order ${number}`}>
        <LoadState query={query} skeleton="tile" count={3} />
      </OfficePage>
    );
  return <OpenOrder key={number} order={order} slug={slug} can={can} />;
}

/** Reads the order again as soon as it differs from the one shown, or somebody has added a note. */
const useFreshOrder = (slug: string, number: string, shown: string | undefined): void => {
  const { data } = useQuery({ ...versionQuery(slug, number), enabled: shown !== undefined });
  const activity = useRef<string>(undefined);
  useEffect(() => {
    if (!data || shown === undefined) return;
    const isOther = data.version !== shown || (activity.current !== undefined && activity.current !== data.activity);
    activity.current = data.activity;
    if (isOther) void queryClient.invalidateQueries({ queryKey: ["order", slug, number] });
  }, [data, shown, slug, number]);
};

const preparedFor = { refund: "order.refund", cancel: "order.cancel" } as const;

/** A colleague's refund or cancellation in the address. It opens for readers who can carry it out. */
const usePrepared = (can: OpenOrderProps["can"]) => {
  const prepared = useSearch({ from: route });
  const navigate = useNavigate({ from: "/$slug/orders/$number" });
  const dialog = (["refund", "cancel"] as const).find((name) => name === prepared.do);
  return {
    prepared,
    offered: dialog && can(preparedFor[dialog]) ? dialog : undefined,
    forget: () => dialog && void navigate({ search: {}, replace: true }),
  };
};

type OpenOrderProps = {
  readonly order: DeskOrder;
  readonly slug: string;
  readonly can: (permission: Permission) => boolean;
};

function OpenOrder({ order, slug, can }: OpenOrderProps) {
  const { prepared, offered, forget } = usePrepared(can);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(prepared.tickets?.split(",")));
  const note = useRef<HTMLTextAreaElement>(null);
  useKeys({ n: () => note.current?.focus() });
  const booked = order.tickets.filter(({ state }) => state === "booked");
  const named = order.tickets.filter(({ id, state }) => state !== "cancelled" && chosen.has(id));
  const tickets = named.length > 0 ? named : booked;
  const [opened, setOpened] = useState<OpenedProps["opened"] | undefined>(
    () => offered && { dialog: offered, ids: prepared.tickets === undefined ? idsOf(tickets) : chosen },
  );
  const isOpen = opened !== undefined;
  const forgetOnceClosed = useEffectEvent(() => !isOpen && forget());
  useEffect(() => void forgetOnceClosed(), [isOpen]);
  const setOpen = (dialog: OrderDialog): void => setOpened({ dialog, ids: idsOf(tickets) });
  const { purchaser, sums, currency, timezone } = order;
  const action = (dialog: OrderDialog, label: string, permission: Permission, isPossible: boolean) =>
    can(permission) && (
      <Button size="small" disabled={!isPossible} onClick={() => setOpen(dialog)}>
        {label}
      </Button>
    );
  return (
    <OfficePage
      title={`Order ${order.order_number}`}
      lead={
        <span className={css.lead}>
          <OrderStateTag state={order.state} /> {purchaserName(order) || "No name"} · bought{" "}
          {formatMoment(order.sold_at, timezone)} · {formatMoney(order.total, currency)}
        </span>
      }
      actions={
        <>
          {action("move", "Move", "order.exchange", tickets.length > 0)}
          {action("cancel", "Cancel", "order.cancel", tickets.length > 0)}
          {action("refund", "Refund", "order.refund", Number(sums.left) > 0)}
          {action("resend", "Send again", "order.resend", true)}
          {action("codes", "New codes", "order.correct", booked.length > 0)}
          {namedTickets(order).length > 0 && action("names", "Names", "order.correct", true)}
          {action("print", "Print", "order.read", true)}
        </>
      }
    >
      <OfferNotice order={order} slug={slug} mayWithdraw={can("order.exchange")} />
      <div className={css.columns}>
        <div className={css.main}>
          <TicketsSection order={order} mayChooseUsed={can("order.override")} chosen={chosen} onChoose={setChosen} />
          <MoneySection order={order} slug={slug} mayRefund={can("order.refund")} />
          <History order={order} slug={slug} mayUndo={can("order.override") && can("scan.check_in")} />
        </div>
        <aside className={css.side} aria-label="About this order">
          <Section
            title="Purchaser"
            actions={
              can("order.correct") && (
                <Button size="small" kind="text" onClick={() => setOpen("correct")}>
                  Correct
                </Button>
              )
            }
          >
            <dl className={css.facts}>
              <Fact name="Name" value={purchaserName(order)} />
              <Fact name="Email" value={purchaser.email} />
              <Fact name="Phone" value={purchaser.phone} />
              <Fact name="Account" value={purchaser.is_user ? "Yes" : "Guest"} />
              <Fact name="Sold" value={channelNames[order.channel_id] ?? order.channel_id} />
              <Fact name="Terms" value={order.terms_version} />
              {order.codes.map(({ code, name }) => (
                <Fact key={code} name="Code" value={`${code} (${name})`} />
              ))}
            </dl>
            <Link
              className={recordCss.link}
              to="/$slug/orders/$number/person"
              params={{ slug, number: String(order.order_number) }}
            >
              All orders and notes of this person
            </Link>
          </Section>
          <OrderAnswers answers={order.answers} />
          <Notes
            notes={order.notes}
            orderOf={() => order.order_number}
            slug={slug}
            timezone={order.timezone}
            mayWrite={can("order.note")}
            field={note}
            refresh={() => queryClient.invalidateQueries({ queryKey: ["order", slug, String(order.order_number)] })}
          />
        </aside>
      </div>
      {opened && <Opened {...{ opened, order, slug, can, prepared }} onClose={() => setOpened(undefined)} />}
    </OfficePage>
  );
}

type OpenedProps = Omit<OrderDialogProps, "tickets"> & {
  readonly opened: { readonly dialog: OrderDialog; readonly ids: ReadonlySet<string> };
};

/**
 * An open dialog is about the tickets for which it was opened, as far as they are left. If a colleague cancels one of them
 * meanwhile, no other ticket takes its place.
 */
function Opened({ opened: { dialog, ids }, order, ...props }: OpenedProps) {
  const OpenDialog = dialogs[dialog];
  const tickets = order.tickets.filter(({ id, state }) => state !== "cancelled" && ids.has(id));
  return <OpenDialog {...props} order={order} tickets={tickets} />;
}

const idsOf = (tickets: DeskOrder["tickets"]): ReadonlySet<string> => new Set(tickets.map(({ id }) => id));

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  if (value === null || value === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
