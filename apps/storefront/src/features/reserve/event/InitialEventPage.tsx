import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { Columns, Page } from "@foyer/ui/layout/Layout.tsx";
import { useHydrationState } from "../../../shared/hydration/deferredHydration.ts";
import type { LazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { EventMain } from "./EventMain.tsx";
import { InitialReserveForm } from "../form/InitialReserveForm.tsx";
import type { InitialStep } from "../form/reserveFormProps.ts";

/** The props of the rest of the page. */
export type ContinuedSectionProps = {
  readonly eventId: string;
  readonly initialStep: InitialStep | undefined;
  /** The form is submitted as soon as it is loaded. */
  readonly isSent: boolean;
};
export type FullEventPageModule = {
  readonly AddOnNotice: ComponentType<Pick<ContinuedSectionProps, "eventId">>;
  readonly ContinuedReserveSection: ComponentType<ContinuedSectionProps>;
  /** Loads the code for what follows the first step. */
  readonly prefetch: () => void;
};

export type InitialEventPageProps = {
  readonly eventId: string;
  readonly event: EventReply;
  readonly calendar: readonly CalendarDate[];
  readonly intro: ReactNode;
  readonly notes: ReactNode;
  readonly panel: ReactNode;
  readonly cartButton: ReactNode;
  readonly lazyFullPage: LazyComponent<FullEventPageModule>;
};

/**
 * An event page with deferred hydration: only its date step is interactive. The full form is loaded with the first
 * step, or when there is a cart, and replaces the date step.
 */
export function InitialEventPage({
  eventId,
  event,
  calendar,
  intro,
  notes,
  panel,
  cartButton,
  lazyFullPage,
}: InitialEventPageProps) {
  const { names } = useModals();
  const [initialStep, setInitialStep] = useState<InitialStep>();
  const [isSent, setSent] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isNeeded = useHydrationState() === "needed";
  const isRequested = initialStep !== undefined || isSent;
  const [isFull, setFull] = useState(false);
  // An open date dialog stays until it is closed.
  const fullPage = lazyFullPage.useLoadedWhen(isFull || isRequested || (isNeeded && names.length === 0));
  if (fullPage && !isFull) setFull(true);
  const template = event.event_template._data[0];

  useEffect(() => {
    if (isRequested && !hasFailed) lazyFullPage.load().catch(() => setFailed(true));
  }, [isRequested, hasFailed, lazyFullPage]);

  if (!template) return null;
  const onStep = (step: InitialStep): void => {
    setFailed(false);
    setInitialStep(step);
    writeUrl(step);
  };
  return (
    <>
      {fullPage && <fullPage.AddOnNotice eventId={eventId} />}
      <Page>
        <Columns aside={panel}>
          <EventMain>
            {intro}
            {fullPage ? (
              <fullPage.ContinuedReserveSection eventId={eventId} initialStep={initialStep} isSent={isSent} />
            ) : (
              <InitialReserveForm
                {...{ event, template, calendar, cartButton, initialStep, onStep }}
                loadRest={hasFailed ? lazyFullPage.load : undefined}
                isSending={isSent}
                onSend={() => {
                  setFailed(false);
                  setSent(true);
                }}
                onInteraction={() =>
                  void lazyFullPage.load().then(
                    ({ prefetch }) => prefetch(),
                    () => undefined,
                  )
                }
              />
            )}
            {notes}
          </EventMain>
        </Columns>
      </Page>
    </>
  );
}

/** The same URLs as useUrlSync.ts writes, so that the link and the browser's Back keep the choice. */
const writeUrl = ({ action }: InitialStep): void => {
  const query = new URLSearchParams(window.location.search);
  query.delete("date");
  if (action.type === "date chosen") query.set("date", action.day);
  const next = query.toString();
  const url = `${window.location.pathname}${next === "" ? "" : `?${next}`}`;
  if (url === window.location.pathname + window.location.search) return;
  if (action.type === "dates opened") history.replaceState(history.state, "", url);
  else history.pushState(null, "", url);
};
