import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { EventReply } from "@foyer/contract/catalog.ts";
import type { CalendarDate } from "@foyer/contract/sessions.ts";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { Columns, Page } from "@foyer/ui/Layout.tsx";
import { useWakefulness } from "../../shared/awake.ts";
import type { LazyPart } from "../../shared/lazyPart.ts";
import { useText } from "../../shared/seller.tsx";
import { firstStrings } from "../../shared/first.strings.ts";
import css from "./EventPage.module.css";
import { StartForm, type Taken } from "./StartForm.tsx";

/** The rest of the page, once it is wanted. */
export type WholeProps = {
  readonly eventId: string;
  readonly taken: Taken | undefined;
  /** The form is to be sent as soon as it is there. */
  readonly isSent: boolean;
};
export type Whole = {
  readonly Above: ComponentType<Pick<WholeProps, "eventId">>;
  readonly Sale: ComponentType<WholeProps>;
  /** Fetches what follows the first step. */
  readonly fetchAhead: () => void;
};

export type StartPageProps = {
  readonly eventId: string;
  readonly event: EventReply;
  readonly calendar: readonly CalendarDate[];
  readonly intro: ReactNode;
  readonly cart: ReactNode;
  readonly cartButton: ReactNode;
  readonly wholePart: LazyPart<Whole>;
};

/**
 * An event's page as it came from the server, asleep: its days answer, and nothing else is there. The rest of the form
 * comes with the first step, or with a cart; it takes the place of these days and no other.
 */
export function StartPage({ eventId, event, calendar, intro, cart, cartButton, wholePart }: StartPageProps) {
  const t = useText(firstStrings);
  const { names } = useModals();
  const [taken, setTaken] = useState<Taken>();
  const [isSent, setSent] = useState(false);
  const [failed, setFailed] = useState<string>();
  const isNeeded = useWakefulness() === "needed";
  const isAsked = taken !== undefined || isSent;
  const [isWhole, setWhole] = useState(false);
  // A dialog of these days stays until it has been answered.
  const whole = wholePart.usePartWhen(isWhole || isAsked || (isNeeded && names.length === 0));
  if (whole && !isWhole) setWhole(true);
  const template = event.event_template._data[0];

  useEffect(() => {
    if (!isAsked || failed !== undefined) return;
    wholePart.load().catch(() => setFailed(t("chunk.failed")));
  }, [isAsked, failed, t, wholePart]);

  if (!template) return null;
  const onTake = (step: Taken): void => {
    setFailed(undefined);
    setTaken(step);
    writeAddress(step);
  };
  return (
    <>
      {whole && <whole.Above eventId={eventId} />}
      <Page>
        <Columns aside={cart}>
          <div className={css.main}>
            {intro}
            {whole ? (
              <whole.Sale eventId={eventId} taken={taken} isSent={isSent} />
            ) : (
              <StartForm
                {...{ event, template, calendar, cartButton, taken, failed, onTake }}
                isSending={isSent}
                onSend={() => {
                  setFailed(undefined);
                  setSent(true);
                }}
                onHand={() =>
                  void wholePart.load().then(
                    ({ fetchAhead }) => fetchAhead(),
                    () => undefined,
                  )
                }
              />
            )}
          </div>
        </Columns>
      </Page>
    </>
  );
}

/** As the form itself writes it (useAddress.ts): the link and the browser's Back keep the choice. */
const writeAddress = ({ action }: Taken): void => {
  const query = new URLSearchParams(window.location.search);
  query.delete("date");
  if (action.type === "date chosen") query.set("date", action.day);
  const next = query.toString();
  const url = `${window.location.pathname}${next === "" ? "" : `?${next}`}`;
  if (url === window.location.pathname + window.location.search) return;
  if (action.type === "dates opened") history.replaceState(history.state, "", url);
  else history.pushState(null, "", url);
};
