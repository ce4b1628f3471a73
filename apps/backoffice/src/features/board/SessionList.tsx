import { Link } from "@tanstack/react-router";
import { closeSessionSales, openSessionSales, type BoardSession } from "@foyer/contract/office/board.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Button, ButtonLink, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag, type TagProps } from "@foyer/ui/feedback/Tag.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { formatStart } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import { fillOf, markNames } from "./boardQueries.ts";
import css from "./SessionList.module.css";

type SessionListProps = {
  readonly slug: string;
  readonly title: string;
  readonly sessions: readonly BoardSession[];
  readonly can: (permission: Permission) => boolean;
};

/** The sessions of a day, ordered by start, with links to their orders, their sales and the gate. */
export function SessionList({ slug, title, sessions, can }: SessionListProps) {
  return (
    <Section title={title}>
      {sessions.length === 0 ? (
        <p className={css.quiet}>No sessions on this day.</p>
      ) : (
        <ul className={css.list}>
          {sessions.map((session) => (
            <Session key={session.id} slug={slug} session={session} can={can} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const tones: Readonly<Record<NonNullable<BoardSession["mark"]>, NonNullable<TagProps["tone"]>>> = {
  cancelled: "danger",
  closed: "neutral",
  full: "brand",
  nearly_full: "warning",
};

function Session({
  slug,
  session,
  can,
}: Omit<SessionListProps, "title" | "sessions"> & { readonly session: BoardSession }) {
  const { event, sold, places, checked_in, in_carts, mark, is_over } = session;
  const time = formatStart(session);
  return (
    <li className={css.session} data-over={is_over || undefined}>
      <div className={css.what}>
        <span className={css.time}>{time}</span>
        <span className={css.event}>
          {event} {mark && <Tag tone={tones[mark]}>{markNames[mark]}</Tag>}
        </span>
      </div>
      <Fill session={session} />
      <p className={css.count}>
        <strong>{sold}</strong>
        {places === null ? " sold" : ` of ${places} sold`}
        <span className={css.quiet}>
          {" "}
          · {checked_in} in{in_carts > 0 && ` · ${in_carts} in carts`}
        </span>
      </p>
      <Actions slug={slug} session={session} can={can} label={`${time} ${event}`} />
    </li>
  );
}

function Fill({ session }: { readonly session: BoardSession }) {
  const fill = fillOf(session);
  if (fill === undefined) return <span className={css.unlimited}>No limit</span>;
  return <meter className={css.fill} min={0} max={1} value={fill} aria-label={`${Math.round(fill * 100)} % sold`} />;
}

type ActionsProps = Omit<SessionListProps, "title" | "sessions"> & {
  readonly session: BoardSession;
  readonly label: string;
};

function Actions({ slug, session, can, label }: ActionsProps) {
  const { id, day, mark, is_over } = session;
  const show = useToast();
  const isClosed = mark === "closed";
  const set = async (close: boolean): Promise<void> => {
    await callOffice(close ? closeSessionSales : openSessionSales, { event_session_id: id }, slug);
    await queryClient.invalidateQueries({ queryKey: ["board", slug] });
  };
  const change = useAction(async () => {
    await set(!isClosed);
    show({
      text: isClosed ? `Sales are open again: ${label}.` : `Sales are closed: ${label}.`,
      undo: () => set(isClosed),
    });
  });
  const small = buttonAttributes({ kind: "text", size: "small" });
  return (
    <div className={css.actions}>
      {can("order.read") && (
        <Link
          to="/$slug/orders"
          params={{ slug }}
          search={{ event_session_id: id }}
          {...small}
          aria-label={`Orders, ${label}`}
        >
          Orders
        </Link>
      )}
      {can("scan.check_in") && !is_over && mark !== "cancelled" && (
        <ButtonLink
          kind="text"
          size="small"
          href={`/_office/scan/?seller=${slug}&session=${id}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Scan, ${label}`}
        >
          Scan
        </ButtonLink>
      )}
      {can("session.close") && !is_over && mark !== "cancelled" && (
        <Button
          kind="text"
          size="small"
          busy={change.isBusy}
          onClick={() => void change.run()}
          aria-label={`${isClosed ? "Open sales" : "Close sales"}, ${label}`}
        >
          {isClosed ? "Open sales" : "Close sales"}
        </Button>
      )}
      {can("bulk.run") && (
        <Link
          to="/$slug/bulk"
          params={{ slug }}
          search={{ day, sessions: id }}
          {...small}
          aria-label={`Move or cancel, ${label}`}
        >
          Move or cancel
        </Link>
      )}
      {change.failure && <Banner tone="error">{change.failure.message}</Banner>}
    </div>
  );
}
