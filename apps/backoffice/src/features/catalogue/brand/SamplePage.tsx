import { useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Receipt, ReceiptLine } from "@foyer/ui/content/Receipt.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Columns, Page, PageSection, Sections } from "@foyer/ui/layout/Layout.tsx";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import css from "./SamplePage.module.css";

type SampleProps = { readonly name: string; readonly logo: string | undefined; readonly currency: string };

/** A made-up page of the storefront. It is part of the surrounding screen, so it has no landmarks of its own. */
export function SamplePage({ name, logo, currency }: SampleProps) {
  const money = (amount: string): string => formatMoney(amount, currency);
  const [day, setDay] = useState("sat");
  const [isMember, setMember] = useState(true);
  const receipt = (
    <Receipt>
      <ReceiptLine label="2 × Adult" amount={money("36")} />
      <ReceiptLine label="Members’ discount" amount={money("-6")} kind="saving" />
      <ReceiptLine label="Total" amount={money("30")} kind="total" />
    </Receipt>
  );
  return (
    <div className={css.page}>
      <div className={css.header}>
        <Page>
          <div className={css.bar}>
            {logo === undefined ? <span className={css.name}>{name}</span> : <img src={logo} alt={name} />}
            <Button size="small">Cart</Button>
          </div>
        </Page>
      </div>

      <Page>
        <Columns aside={receipt}>
          <Sections>
            <div className={css.title}>
              <h1>Evening opening</h1>
              <p>
                The galleries stay open until ten, with music in the court. <a href="#about">About the evening</a>
              </p>
            </div>
            <PageSection heading="Choose a day" headingId="day">
              <Tabs
                label="Days"
                value={day}
                onChange={setDay}
                tabs={[
                  { value: "fri", label: "Friday" },
                  { value: "sat", label: "Saturday" },
                ]}
              >
                <p>{day === "sat" ? "18:00 to 22:00, 40 places" : "18:00 to 21:00, 12 places"}</p>
              </Tabs>
            </PageSection>
            <PageSection heading="Who is coming" headingId="who">
              <Field label="Name on the tickets" hint="As on your membership card.">
                <TextInput defaultValue="Ada Lovelace" autoComplete="off" />
              </Field>
              <Checkbox label="I am a member" checked={isMember} onChange={({ target }) => setMember(target.checked)} />
            </PageSection>
            <Banner tone="info" title="Please come on time">
              The doors close half an hour after the beginning.
            </Banner>
            <div className={css.actions}>
              <Button kind="primary">Add to cart</Button>
              <Button>See all events</Button>
            </div>
          </Sections>
        </Columns>
      </Page>
    </div>
  );
}
