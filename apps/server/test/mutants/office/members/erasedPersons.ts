import type { Mutant } from "../../mutant.ts";

/** Guards of erasing a person. */
export const erasedPersonMutants: readonly Mutant[] = [
  {
    name: "person_texts_erased",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.sql.ts",
    changes: [{ from: '  ["audit_entry", eraseText("audit_entry")],\n', to: "" }],
    killedBy: {
      file: "apps/server/src/cli/commands/personInOffice.test.ts",
      test: "an erased person leaves nothing behind, not even a former address",
    },
  },
  {
    name: "person_letters_to_others",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.sql.ts",
    changes: [
      {
        from: "        or x.ref_id in (select d.id from ticket_sending d where d.seller_id = s.seller_id and d.ticket_order_id = any(s.orders))\n",
        to: "",
      },
    ],
    killedBy: {
      file: "apps/server/src/cli/person/personCopies.test.ts",
      test: "the name of an erased person goes from e-mails that others got",
    },
  },
  {
    name: "person_kept_places",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.sql.ts",
    changes: [{ from: '  ["audit_entry_names", eraseNamesInEntries(scopeRow)],\n', to: "" }],
    killedBy: {
      file: "apps/server/src/cli/person/personCopies.test.ts",
      test: "places that staff keep for a person stay kept, without the name",
    },
  },
  {
    name: "person_texts_of_others",
    protects: "access",
    file: "apps/server/src/cli/person/mentions.sql.ts",
    changes: [
      {
        from: '(${hasWord(text, "n.first_name")}) and (${hasWord(text, "n.last_name")})',
        to: '(${hasWord(text, "n.last_name")})',
      },
    ],
    killedBy: {
      file: "apps/server/src/cli/commands/personInOffice.test.ts",
      test: "texts that staff wrote about others stay, even with the same last name",
    },
  },
  {
    name: "person_bulk_job_at_work",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.sql.ts",
    changes: [{ from: "and i.state = 'left' and b.state in ('running', 'paused')", to: "and false" }],
    killedBy: {
      file: "apps/server/src/cli/commands/personInOffice.test.ts",
      test: "a person is not erased while a bulk job has to work on their order",
    },
  },
  {
    name: "erases_while_still_needed",
    protects: "money",
    file: "apps/server/src/cli/person/erasePerson.ts",
    changes: [{ from: "if (blockers.length > 0 && !force) return", to: "if (blockers.length > 999 && !force) return" }],
    killedBy: {
      file: "apps/server/src/cli/commands/person.test.ts",
      test: "foyer person erase is refused while a payment is open or a membership is valid",
    },
  },
  {
    name: "person_in_name_of_a_view",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.sql.ts",
    changes: [{ from: '  ["saved_view", eraseText("saved_view", "name")],\n', to: "" }],
    killedBy: {
      file: "apps/server/src/cli/person/personCopies.test.ts",
      test: "a saved view that is named after a person stays, without the name",
    },
  },
];
