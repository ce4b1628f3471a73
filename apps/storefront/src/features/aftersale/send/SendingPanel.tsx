import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import type { Reply } from "@foyer/contract/endpoint.ts";
import type { getTicketSending } from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { MessagePage } from "../../../shared/page/MessagePage.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { TicketCodes } from "../../orders/card/TicketCodes.tsx";
import css from "./Send.module.css";
import { sendingFileUrl, sendingQuery } from "./send.queries.ts";
import { sendStrings } from "./send.strings.ts";

/** The tickets that somebody has received, opened by the link in their e-mail. */
export function SendingPanel({ id }: { readonly id: string }) {
  const t = useText(sendStrings);
  const shared = useText(sharedStrings);
  const isHydrated = useHydrated();
  const token = new URLSearchParams(useSearch()).get("token") ?? undefined;
  const sending = useQuery({ ...sendingQuery({ sending_id: id, token }), enabled: isHydrated });
  const { error, data } = sending;
  if (error instanceof Refused && error.status < 500)
    return <MessagePage title={t("sending.not_found")}>{t("sending.not_found.hint")}</MessagePage>;
  if (data && token !== undefined) return <OpenedSending id={id} token={token} sending={data} />;
  return (
    <Page>
      <div className={css.page}>
        {error ? (
          <>
            <ErrorLine>{failureText(shared, t("sending.failed"))}</ErrorLine>
            <Button kind="primary" onClick={() => void sending.refetch()}>
              {t("sending.again")}
            </Button>
          </>
        ) : (
          <>
            <VisuallyHidden>{t("sending.loading")}</VisuallyHidden>
            <Skeleton shape="title" />
            <Skeleton count={4} />
          </>
        )}
      </div>
    </Page>
  );
}

type OpenedSendingProps = {
  readonly id: string;
  readonly token: string;
  readonly sending: Reply<typeof getTicketSending>;
};

function OpenedSending({ id, token, sending }: OpenedSendingProps) {
  const t = useText(sendStrings);
  const { slug } = useSeller();
  const dateOf = useCartDate();
  const { sender_name, message, ended } = sending;
  const tickets = sending.door_ticket._data.map((ticket) => ({ ...ticket, when: dateOf(ticket) }));
  const count = tickets.length;
  if (count === 0)
    return (
      <MessagePage title={t("sending.none", { count: ended })}>{t("sending.none.hint", { count: ended })}</MessagePage>
    );
  const files = [
    { file: "tickets.pdf", label: "sending.download" },
    ...(tickets.some(({ local_day }) => local_day !== null)
      ? [{ file: "calendar.ics", label: "sending.calendar" } as const]
      : []),
  ] as const;
  return (
    <Page>
      <div className={css.page}>
        <header className={css.head}>
          <h1>
            {sender_name === null
              ? t("sending.title", { count })
              : t("sending.title.from", { sender: sender_name, count })}
          </h1>
          {message && <blockquote className={css.message}>{message}</blockquote>}
          <p>{t("sending.show", { count })}</p>
        </header>
        {ended > 0 && <Banner tone="info">{t("sending.ended", { count: ended })}</Banner>}
        <section aria-label={t("sending.codes")} className={css.codes}>
          <TicketCodes tickets={tickets} />
        </section>
        <ul role="list" className={css.files}>
          {files.map(({ file, label }) => (
            <li key={file}>
              <a
                href={sendingFileUrl(slug, { sending_id: id, token }, file)}
                download
                {...buttonAttributes({ kind: "quiet" })}
              >
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
