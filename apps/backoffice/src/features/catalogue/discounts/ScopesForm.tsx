import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { ChapterForm, isPathWithin, FieldNotes, useMessagesAt } from "../ChapterFields.tsx";
import { recordsOf, removeAt, replaceAt, textOf, withField, type Loose } from "../document.ts";
import type { DiscountChoices } from "./discountQueries.ts";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import forms from "../catalogue.module.css";
import css from "./Discounts.module.css";

type Events = DiscountChoices["events"];
type ScopesProps = {
  readonly discount: Loose;
  readonly at: string;
  readonly events: Events;
  readonly onEdit: (discount: Loose) => void;
};

/** The tickets that a discount applies to: all, or those of some events, groups and types. */
export function ScopesForm({ discount, at, events, onEdit }: ScopesProps) {
  const scopes = recordsOf(discount["for"]);
  const set = (next: readonly Loose[]): void => onEdit(withField(discount, "for", next.length > 0 ? next : undefined));
  const unused = events.find(({ key }) => !scopes.some((scope) => scope["event"] === key)) ?? events[0];
  return (
    <div className={forms.stack} role="group" aria-label="What it applies to">
      {scopes.length === 0 && <p className={css.quiet}>For all tickets except gift cards and donations.</p>}
      {scopes.map((scope, index) => (
        <ScopeFields
          key={index}
          scope={scope}
          at={`${at}.for[${index}]`}
          events={events}
          onEdit={(next) => set(replaceAt(scopes, index, next))}
          onRemove={() => set(removeAt(scopes, index))}
        />
      ))}
      {unused && (
        <AddButton onClick={() => set([...scopes, { event: unused.key }])}>
          {scopes.length === 0 ? "Limit to some tickets" : "Add another event"}
        </AddButton>
      )}
    </div>
  );
}

type ScopeProps = {
  readonly scope: Loose;
  readonly at: string;
  readonly events: Events;
  readonly onEdit: (scope: Loose) => void;
  readonly onRemove: () => void;
};

/** The tickets of one event: all of them if neither a group nor a type is chosen. */
function ScopeFields({ scope, at, events, onEdit, onRemove }: ScopeProps) {
  const { isReadOnly } = use(ChapterForm);
  const key = textOf(scope["event"]);
  const event = events.find((one) => one.key === key);
  const name = event?.name ?? key;
  return (
    <fieldset className={css.scope}>
      <legend className={forms.legend}>{`Tickets of ${name}`}</legend>
      <Field label="Event" {...useMessagesAt(`${at}.event`)}>
        <Select
          value={key}
          disabled={isReadOnly}
          options={[
            ...(event ? [] : [{ value: key, label: key }]),
            ...events.map((one) => ({ value: one.key, label: one.name })),
          ]}
          onChange={({ target }) => onEdit({ event: target.value })}
        />
      </Field>
      {event && <TicketChoice scope={scope} event={event} onEdit={onEdit} />}
      <FieldNotes of={(path) => isPathWithin(path, `${at}.groups`) || isPathWithin(path, `${at}.types`)} />
      {!isReadOnly && (
        <div>
          <RemoveButton name={`the tickets of ${name}`} onRemove={onRemove} />
        </div>
      )}
    </fieldset>
  );
}

type ChoiceProps = Pick<ScopeProps, "scope" | "onEdit"> & { readonly event: Events[number] };

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);

function TicketChoice({ scope, event, onEdit }: ChoiceProps) {
  const { isReadOnly } = use(ChapterForm);
  const choose = (field: "groups" | "types", key: string, isChosen: boolean): void => {
    const chosen = listOf(scope[field]);
    const next = isChosen ? [...chosen, key] : chosen.filter((one) => one !== key);
    onEdit(withField(scope, field, next.length > 0 ? next : undefined));
  };
  const isNarrowed = listOf(scope["groups"]).length + listOf(scope["types"]).length > 0;
  return (
    <>
      <p className={css.quiet}>
        {isNarrowed
          ? "A ticket must be of a chosen group and a chosen type."
          : "All tickets of the event. To limit it, choose:"}
      </p>
      {event.groups.length > 1 && (
        <div className={css.choices} role="group" aria-label="Groups">
          {event.groups.map((group) => (
            <Checkbox
              key={group.key}
              label={`Group ${group.name}`}
              checked={listOf(scope["groups"]).includes(group.key)}
              disabled={isReadOnly}
              onChange={({ target }) => choose("groups", group.key, target.checked)}
            />
          ))}
        </div>
      )}
      <div className={css.choices} role="group" aria-label="Types">
        {event.groups.flatMap((group) =>
          group.types.map((type) => {
            const key = `${group.key}/${type.key}`;
            return (
              <Checkbox
                key={key}
                label={event.groups.length > 1 ? `${type.name}, ${group.name}` : type.name}
                checked={listOf(scope["types"]).includes(key)}
                disabled={isReadOnly}
                onChange={({ target }) => choose("types", key, target.checked)}
              />
            );
          }),
        )}
      </div>
    </>
  );
}
