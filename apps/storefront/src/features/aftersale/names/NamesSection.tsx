import { useEffect, useRef } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { AttendeeFieldset } from "../../reserve/details/Attendees.tsx";
import { namesStrings } from "../aftersale.strings.ts";
import cancel from "../cancel/Cancel.module.css";
import { StepHeading } from "../cancel/StepHeading.tsx";
import manage from "../Manage.module.css";
import type { OrderData } from "../OpenedOrder.tsx";
import { useNames, type NamesForm } from "./useNames.ts";

/** Corrects the names on the tickets of an order; renders nothing if none can be corrected. */
export function NamesSection(order: OrderData) {
  const t = useText(namesStrings);
  const names = useNames(order);
  if (names.groups.length === 0) return null;
  return (
    <section className={manage.part} aria-labelledby="order-names">
      <h2 id="order-names">{t("names.title")}</h2>
      {names.step === "open" ? <EditNames names={names} /> : <PresentNames names={names} />}
    </section>
  );
}

function PresentNames({ names: { step, open } }: { readonly names: NamesForm }) {
  const t = useText(namesStrings);
  const box = useRef<HTMLDivElement>(null);
  // The fields replace the pressed button.
  useEffect(() => {
    if (step === "kept") box.current?.querySelector("button")?.focus();
  }, [step]);
  return (
    <div className={cancel.open} ref={box}>
      {step === "done" && (
        <div>
          <div className={cancel.done}>
            <Icon name="check" />
            <StepHeading>{t("names.done")}</StepHeading>
          </div>
          <p>{t("names.done.text")}</p>
        </div>
      )}
      <Button onClick={open}>{t("names.open")}</Button>
    </div>
  );
}

function EditNames({ names }: { readonly names: NamesForm }) {
  const t = useText(namesStrings);
  const { form, groups, details, problem, submit } = names;
  return (
    <form ref={form} noValidate className={cancel.step} onSubmit={submit}>
      <div className={cancel.intro}>
        <StepHeading>{t("names.open")}</StepHeading>
        <p className={cancel.muted}>{t("names.hint")}</p>
      </div>
      {groups.map((group) => (
        <div key={group.ticket_group_id} className={cancel.visits}>
          <h4 className={cancel.event}>{group.event_name}</h4>
          <div className={cancel.people}>
            {group.attendees.map((ticket) => (
              <AttendeeFieldset
                key={ticket.key}
                ticket={ticket}
                group={group}
                details={{ ...details, purpose: "visit" }}
              />
            ))}
          </div>
        </div>
      ))}
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className={cancel.actions}>
        <Button type="submit" kind="primary" busy={names.isBusy}>
          {t("names.save")}
        </Button>
        <Button onClick={names.close}>{t("names.keep")}</Button>
      </div>
    </form>
  );
}
