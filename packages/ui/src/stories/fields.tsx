import { useState } from "react";
import { Checkbox } from "../choice/Checkbox.tsx";
import { Combobox } from "../form/Combobox.tsx";
import { Field } from "../form/Field.tsx";
import { MoneyInput } from "../form/MoneyInput.tsx";
import { PasscodeInput } from "../form/PasscodeInput.tsx";
import { RadioGroup } from "../choice/RadioGroup.tsx";
import { Select } from "../form/Select.tsx";
import { Stepper } from "../choice/Stepper.tsx";
import { TextArea } from "../form/TextArea.tsx";
import { TextInput } from "../form/TextInput.tsx";
import { Stack } from "./Row.tsx";
import { storiesOf } from "./story.ts";

const countries = [
  { value: "NZ", label: "New Zealand" },
  { value: "GB", label: "United Kingdom" },
];
const words = { less: "Fewer", more: "More" };

function Amount() {
  const [value, setValue] = useState("12.5");
  return (
    <Field label="Donation" hint="From $5.00 to $500.00">
      <MoneyInput format={(typed) => typed.trim()} sign="$" value={value} onChange={setValue} />
    </Field>
  );
}

function Passcode() {
  const [value, setValue] = useState("47");
  return (
    <Field label="Passcode" hint="The six characters of the email">
      <PasscodeInput length={6} value={value} onChange={setValue} />
    </Field>
  );
}

const found = [
  { id: "row", text: "Foxglove Row", description: "London - 8 Addresses", isContainer: true },
  { id: "museum", text: "British Museum", description: "Great Russell Street, London, WC1B 3DG" },
];
function Address() {
  const [value, setValue] = useState("");
  return (
    <Field label="Address" hint="Begin with your street or post code">
      <Combobox
        value={value}
        onText={setValue}
        options={value.length > 3 ? found : []}
        listLabel="Addresses"
        onChoose={setValue}
      />
    </Field>
  );
}

function Delivery() {
  const [value, setValue] = useState("email");
  return (
    <RadioGroup
      legend="How shall we send your tickets?"
      value={value}
      onChange={setValue}
      options={[
        { value: "email", label: "By e-mail", hint: "Within a minute" },
        { value: "door", label: "At the door" },
        { value: "post", label: "By post", hint: "Not for visits within 5 days", disabled: true },
      ]}
    />
  );
}

function Counter({
  start,
  min,
  max,
  note,
}: {
  readonly start: number;
  readonly min: number;
  readonly max: number;
  readonly note?: string;
}) {
  const [value, setValue] = useState(start);
  return (
    <Stepper
      label="Adult"
      value={value}
      onChange={setValue}
      min={min}
      max={max}
      labels={words}
      note={note}
      noteId="counter-note"
    />
  );
}

export const fieldStories = storiesOf("Fields", {
  "Text inputs": () => (
    <Stack>
      <Field label="First name" required>
        <TextInput autoComplete="given-name" defaultValue="Aroha" />
      </Field>
      <Field label="E-mail" hint="Your tickets go here." required>
        <TextInput type="email" placeholder="name@example.org" />
      </Field>
      <Field label="Phone" optional="(optional)">
        <TextInput type="tel" />
      </Field>
    </Stack>
  ),
  "Text input, error": () => (
    <Stack>
      <Field
        label="E-mail"
        error="Enter an e-mail address like name@example.org."
        hint="Your tickets go here."
        required
      >
        <TextInput type="email" defaultValue="aroha@" />
      </Field>
    </Stack>
  ),
  "Text input, disabled": () => (
    <Stack>
      <Field label="Name on the account">
        <TextInput defaultValue="Aroha Ngata" disabled />
      </Field>
    </Stack>
  ),
  "Select and text area": () => (
    <Stack>
      <Field label="Country">
        <Select options={countries} placeholder="Please select" defaultValue="" />
      </Field>
      <Field label="Anything we should know?">
        <TextArea />
      </Field>
    </Stack>
  ),
  "Money input": () => (
    <Stack>
      <Amount />
    </Stack>
  ),
  Passcode: () => (
    <Stack>
      <Passcode />
    </Stack>
  ),
  Combobox: () => (
    <Stack>
      <Address />
    </Stack>
  ),
  Checkboxes: () => (
    <Stack>
      <Checkbox label="I have read the terms and agree to them" />
      <Checkbox label="Send me the programme" hint="Once a month, and you can stop it any time." defaultChecked />
      <Checkbox label="I have read the terms and agree to them" error="Please accept the terms to continue." />
      <Checkbox label="Renew automatically" disabled />
    </Stack>
  ),
  "Radio group": () => (
    <Stack>
      <Delivery />
    </Stack>
  ),
  "Stepper, nothing yet": () => <Counter start={0} min={0} max={8} />,
  "Stepper, from 2": () => <Counter start={2} min={2} max={8} note="2 to 8 tickets" />,
  "Stepper, at its limit": () => <Counter start={4} min={0} max={4} note="4 left" />,
});
