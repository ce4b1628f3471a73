import { Fragment } from "react";
import { Link } from "@tanstack/react-router";
import type { BoardException } from "@foyer/contract/office/board.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { exceptionText } from "./boardQueries.ts";
import css from "./Exceptions.module.css";

/** The exceptions that need attention, each with a link to where it can be resolved. Renders nothing without any. */
export function Exceptions({
  slug,
  exceptions,
  can,
}: {
  readonly slug: string;
  readonly exceptions: readonly BoardException[];
  readonly can: (permission: Permission) => boolean;
}) {
  if (exceptions.length === 0) return null;
  return (
    <ul className={css.exceptions} aria-label="Needs attention">
      {exceptions.map((exception) => (
        <li key={exception.kind} className={css.exception}>
          <Icon name="warning" size="small" />
          <span>
            {exceptionText(exception)}
            <WayOn slug={slug} exception={exception} hasList={can("money.read")} />
            {exception.detail !== undefined && <span className={css.detail}>{exception.detail}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function WayOn({
  slug,
  exception: { kind, count, order_numbers },
  hasList,
}: {
  readonly slug: string;
  readonly exception: BoardException;
  /** Whether the reader can see the list of e-mails that could not be sent. */
  readonly hasList: boolean;
}) {
  if (kind === "devices")
    return (
      <>
        {": "}
        <Link to="/$slug/gate" params={{ slug }}>
          view the devices
        </Link>
      </>
    );
  if (kind === "gate")
    return (
      <>
        {": "}
        <Link to="/$slug/gate" params={{ slug }}>
          view the scans
        </Link>
      </>
    );
  if (kind === "test_keys")
    return (
      <>
        {": "}
        <Link to="/$slug/payment-keys" params={{ slug }}>
          view the keys
        </Link>
      </>
    );
  if (kind === "keys_ending")
    return (
      <>
        {": "}
        <Link to="/$slug/service-keys" params={{ slug }}>
          view the certificates
        </Link>
      </>
    );
  if (kind === "keys_failing")
    return (
      <>
        {": "}
        <Link to="/$slug/payment-keys" params={{ slug }}>
          view the payment keys
        </Link>
        {" and "}
        <Link to="/$slug/service-keys" params={{ slug }}>
          the service keys
        </Link>
      </>
    );
  if (kind === "catalogue")
    return (
      <>
        {": "}
        <Link to="/$slug/catalogue" params={{ slug }}>
          fix it and publish
        </Link>
      </>
    );
  if (kind === "money" || kind === "webhooks")
    return (
      <>
        {": "}
        <Link to="/$slug/money" params={{ slug }}>
          view {kind === "money" ? "the payments" : "the messages"}
        </Link>
      </>
    );
  return (
    <>
      {order_numbers.length > 0 && ": order "}
      {order_numbers.map((number, index) => (
        <Fragment key={number}>
          {index > 0 && ", "}
          <Link to="/$slug/orders/$number" params={{ slug, number: String(number) }}>
            {number}
          </Link>
        </Fragment>
      ))}
      {hasList && count > order_numbers.length && (
        <>
          {order_numbers.length > 0 ? ", and " : ": "}
          <Link to="/$slug/money" params={{ slug }}>
            view the emails
          </Link>
        </>
      )}
    </>
  );
}
