import { use } from "react";
import { cartLimits, holdLimits } from "@foyer/contract/limits.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { ChapterForm, TextField, useMessagesAt } from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import type { SellerForm } from "../SellerFrame.tsx";
import { Group } from "./ChangeRulesForm.tsx";
import { captchaChoices, gatewayChoices, linkChoices, loginChoices, type ExplainedOption } from "./checkoutChoices.ts";
import { SwitchField } from "./SwitchField.tsx";
import css from "./Rules.module.css";

/** How visitors pay and log in, and how much one of them can hold. Each choice explains what visitors will see. */
export function CheckoutSettings({ seller, onEdit }: SellerForm) {
  const configuration = recordOf(seller["configuration"]);
  const edit = (next: Loose): void => onEdit({ ...seller, configuration: next });
  const editPart = (name: string) => (next: Loose) =>
    edit(withField(configuration, name, Object.keys(next).length > 0 ? next : undefined));
  const own = { record: configuration, at: "configuration", onEdit: edit };
  const captcha = {
    record: recordOf(configuration["captcha"]),
    at: "configuration.captcha",
    onEdit: editPart("captcha"),
  };
  const login = { record: recordOf(configuration["login"]), at: "configuration.login", onEdit: editPart("login") };
  return (
    <div className={css.form}>
      <Group title="Payment">
        <ExplainedChoice {...own} name="gateway" label="Cards are taken by" choices={gatewayChoices} />
      </Group>
      <Group title="Login">
        <ExplainedChoice {...own} name="authentication" label="Members log in" choices={loginChoices} />
        <ExplainedChoice
          {...login}
          name="link_needs"
          label="A link with a member number asks for"
          choices={linkChoices}
        />
        <SwitchField
          {...login}
          name="otp_alphanumeric"
          label="One-time codes"
          otherwise="Six digits"
          yes="Letters and digits"
          no="Six digits"
          hint="Letters are harder to guess, but also harder to type on a phone."
        />
      </Group>
      <Group title="Captcha">
        <ExplainedChoice
          {...captcha}
          name="provider"
          label="Visitors who are not logged in"
          choices={captchaChoices}
          onEdit={(next) =>
            edit(withField(configuration, "captcha", textOf(next["provider"]) === "" ? undefined : next))
          }
        />
        {textOf(captcha.record["provider"]) !== "" && (
          <TextField
            {...captcha}
            name="site_key"
            label="Site key"
            hint="The provider’s public key. Its secret key is stored under Service keys. ALTCHA needs neither."
          />
        )}
      </Group>
      <Group title="Carts">
        <TextField
          {...own}
          name="hold_minutes"
          label="Minutes that a cart holds its tickets"
          isNumber
          hint={`Visitors see a countdown. When it ends, others can buy the tickets. Empty: ${cartLimits.hold_minutes}.`}
        />
        <HoldLimits
          record={recordOf(configuration["hold_limits"])}
          at="configuration.hold_limits"
          onEdit={editPart("hold_limits")}
        />
      </Group>
      <Group title="Sending orders again">
        <SwitchField
          {...own}
          name="strict_resend"
          label="An address without orders"
          otherwise="Is told that there are none"
          yes="Gets the same answer as one with orders"
          no="Is told that there are none"
          hint="The same answer does not reveal who buys here, but people who mistype their address are not told."
        />
      </Group>
    </div>
  );
}

type RecordFields = {
  readonly at: string;
  readonly record: Loose;
  readonly onEdit: (record: Loose) => void;
};

const shareHint = (share: number): string =>
  `Of its places, held in several carts at the same time; ${holdLimits.always_allowed} are always allowed. Empty: ${share}.`;

function HoldLimits(limits: RecordFields) {
  return (
    <>
      <TextField
        {...limits}
        name="carts_of_visitor"
        label="Carts of one visitor"
        isNumber
        hint={`Another cart is refused until one is paid for or given up. Empty: ${holdLimits.carts_of_visitor}.`}
      />
      <TextField
        {...limits}
        name="carts_of_address"
        label="Carts of one network"
        isNumber
        hint={`Everybody in a school or an office shares one network, so allow enough. Empty: ${holdLimits.carts_of_address}.`}
      />
      <TextField
        {...limits}
        name="share_of_visitor"
        label="Share of a session for one visitor, %"
        isNumber
        hint={shareHint(holdLimits.share_of_visitor)}
      />
      <TextField
        {...limits}
        name="share_of_address"
        label="Share of a session for one network, %"
        isNumber
        hint={shareHint(holdLimits.share_of_address)}
      />
    </>
  );
}

type ExplainedProps = {
  readonly label: string;
  readonly name: string;
  readonly at: string;
  readonly record: Loose;
  readonly onEdit: (record: Loose) => void;
  readonly choices: readonly ExplainedOption[];
};

/** A choice with an explanation of the selected option. The first option is the default. */
function ExplainedChoice({ label, name, at, record, onEdit, choices }: ExplainedProps) {
  const { isReadOnly } = use(ChapterForm);
  const value = textOf(record[name]);
  const chosen = choices.find((choice) => choice.value === value) ?? choices.find((choice) => choice.value === "");
  return (
    <Field label={label} {...useMessagesAt(`${at}.${name}`, chosen?.sentence)}>
      <Select
        value={value}
        disabled={isReadOnly}
        options={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        onChange={({ target }) => onEdit(withField(record, name, target.value))}
      />
    </Field>
  );
}
