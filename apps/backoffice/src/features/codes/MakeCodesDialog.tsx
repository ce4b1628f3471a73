import { Link } from "@tanstack/react-router";
import { maxCodesAtOnce, type CodeGroupSummary } from "@foyer/contract/office/catalogue/codes.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { plural } from "../../shared/format/format.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { Refusal } from "../../shared/Form.tsx";
import { GroupField } from "./GroupField.tsx";
import { useMakeCodes } from "./useMakeCodes.ts";
import recordCss from "../../shared/styles/Record.module.css";

type MakeCodesDialogProps = {
  readonly slug: string;
  readonly groups: readonly CodeGroupSummary[];
  readonly onClose: () => void;
};

/** Makes one code, or many from a pattern. */
export function MakeCodesDialog({ slug, groups, onClose }: MakeCodesDialogProps) {
  const { kind, setKind, group, setGroup, typed, type, isReady, make, existing } = useMakeCodes(slug, groups, onClose);
  const field = (key: keyof typeof typed, more: object = {}) => (
    <TextInput value={typed[key]} onChange={({ target }) => type(key, target.value)} autoComplete="off" {...more} />
  );
  return (
    <Dialog title="Make codes" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void make.run();
        }}
      >
        <RadioGroup
          legend="How many"
          value={kind}
          onChange={(value) => setKind(value === "many" ? "many" : "one")}
          options={[
            { value: "one", label: "One, that you write" },
            { value: "many", label: "Many, from a pattern" },
          ]}
        />
        <GroupField groups={groups} value={group} onChange={setGroup} />
        {kind === "one" ? (
          <Field label="Code" error={make.errorOf("code")} hint="2 to 35 characters. Case does not matter." required>
            {field("code", { maxLength: 35 })}
          </Field>
        ) : (
          <div className={recordCss.pair}>
            <Field label="Number of codes" error={make.errorOf("quantity")} hint={`At most ${maxCodesAtOnce}`} required>
              {field("quantity", { inputMode: "numeric" })}
            </Field>
            <Field label="Begins with" error={make.errorOf("prefix")}>
              {field("prefix", { maxLength: 30 })}
            </Field>
            <Field label="Random characters" error={make.errorOf("length")} required>
              {field("length", { inputMode: "numeric" })}
            </Field>
          </div>
        )}
        <div className={recordCss.pair}>
          <Field label="Uses of each code" error={make.errorOf("max_uses")} hint="Empty: no limit.">
            {field("max_uses", { inputMode: "numeric" })}
          </Field>
          <Field label="First day" error={make.errorOf("first_day")}>
            {field("first_day", { type: "date" })}
          </Field>
          <Field label="Last day" error={make.errorOf("last_day")}>
            {field("last_day", { type: "date" })}
          </Field>
        </div>
        {kind === "many" && (
          <Field label="Why" error={make.errorOf("reason")} hint="Seen by staff only." required>
            {field("reason", { maxLength: 500 })}
          </Field>
        )}
        <Refusal
          of={make}
          fields={["code", "quantity", "prefix", "length", "max_uses", "first_day", "last_day", "reason"]}
        />
        {existing !== undefined && (
          <p>
            {/* Opens in a new tab, so that the input here stays. */}
            <Link className={recordCss.link} to="/$slug/codes/$id" params={{ slug, id: existing }} target="_blank">
              Show the existing code
            </Link>
          </p>
        )}
        <SubmitActions onCancel={onClose} cancel="Back" busy={make.isBusy} disabled={!isReady}>
          {kind === "one" ? "Make the code" : `Make ${typed.quantity} ${plural(Number(typed.quantity), "code")}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
