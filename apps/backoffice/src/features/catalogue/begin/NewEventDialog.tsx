import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { saveDraft, type readCatalogueOverview } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { beginEvent, eventPatterns, type EventPattern } from "@foyer/contract/office/catalogue/catalogueEvents.ts";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { ActionForm, useAction } from "../../../shared/Form.tsx";
import { forgetCatalogue } from "../catalogueQueries.ts";

type Overview = Pick<StaffReply<typeof readCatalogueOverview>, "events" | "taken" | "revision">;
type Props = { readonly slug: string; readonly overview: Overview; readonly onClose: () => void };

const patternNames: Readonly<Record<EventPattern, readonly [name: string, hint: string]>> = {
  timed_entry: ["Timed entry", "A start every half hour of every day, each with a number of places."],
  day_ticket: ["Day ticket", "One ticket for a day, at any time of that day."],
  concert: ["Concert with seats", "One evening in a hall. Without a hall, one with five rows is drafted too."],
  class: ["Class", "Every Saturday, for a small group. Each participant gives a name."],
  pass: ["Pass", "Valid for a year from the purchase, without a fixed date."],
  membership: ["Membership", "One level, valid for a year. Without a program, one is drafted too."],
  gift_card: ["Gift card", "Fixed amounts, and one that the buyer chooses."],
  donation: ["Donation", "Fixed amounts, and one that the donor chooses."],
};
const blankHint = "One empty ticket group with one ticket type.";
const copyHint = "Copies the event, but not what refers to it elsewhere, such as discounts.";

/** What the event starts from: `pattern/KEY`, `event/KEY`, or empty for an empty group. */
const sourceOf = (from: string) => {
  const [kind, key = ""] = from.split("/");
  const pattern = eventPatterns.find((one) => kind === "pattern" && one === key);
  if (pattern !== undefined) return { from: { pattern }, hint: patternNames[pattern][1] };
  return kind === "event" ? { from: { event: key }, hint: copyHint } : { from: null, hint: blankHint };
};

/** Drafts a new event: with an empty group, from a pattern, or as a copy of another event. */
export function NewEventDialog({ slug, overview, onClose }: Props) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState("");
  const { from, hint } = sourceOf(chosen);
  const action = useAction(async (name: string) => {
    const key =
      from === null
        ? await beginBlank({ slug, name, overview })
        : (await callOffice(beginEvent, { name, from }, slug)).key;
    await forgetCatalogue(slug);
    // The input is now saved in the draft.
    await navigate({ to: "/$slug/catalogue/event/$key", params: { slug, key }, ignoreBlocker: true });
  });
  return (
    <Dialog title="New event" onClose={onClose}>
      <ActionForm
        label="New event"
        failure={action.failure}
        fields={["name"]}
        onSubmit={({ name = "" }) => action.run(name)}
      >
        <Field label="Name" required error={action.errorOf("name")}>
          <TextInput name="name" required maxLength={300} autoComplete="off" />
        </Field>
        <Field label="Start from" hint={`${hint} Buyers see it only after you publish it.`}>
          <Select
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            options={[
              { value: "", label: "One empty group" },
              ...eventPatterns.map((pattern) => ({ value: `pattern/${pattern}`, label: patternNames[pattern][0] })),
              ...overview.events.map(({ key, name }) => ({ value: `event/${key}`, label: `A copy of ${name}` })),
            ]}
          />
        </Field>
        <div>
          <Button kind="primary" type="submit" busy={action.isBusy}>
            Create event
          </Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}

type Blank = Pick<Props, "slug" | "overview"> & { readonly name: string };

const beginBlank = async ({ slug, name, overview: { taken, revision } }: Blank): Promise<string> => {
  const key = newKey(
    name,
    taken.filter((chapter) => chapter.startsWith("event/")).map((chapter) => chapter.slice("event/".length)),
  );
  const groups = [{ key: "general", name: "General admission", types: [{ key: "adult", name: "Adult", price: "" }] }];
  const sent = {
    chapter: `event/${key}`,
    version: 0,
    revision: revision?.number ?? 0,
    document: { groups, key, name },
  };
  await callOffice(saveDraft, sent, slug);
  return key;
};
