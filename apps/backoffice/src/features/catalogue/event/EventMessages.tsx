import { use } from "react";
import { ChapterForm } from "../ChapterFields.tsx";
import { moveTo, recordOf, recordsOf, textOf, type Loose } from "../document.ts";
import { SortableList } from "../SortableList.tsx";
import css from "../catalogue.module.css";

type MessagesProps = { readonly event: Loose; readonly onEdit: (event: Loose) => void };

/** The texts of a message, joined into one. */
const saysOf = (message: Loose): string =>
  Object.values(recordOf(message["say"])).map(textOf).filter(Boolean).join(" · ");

/** The messages of an event's page, in order. Their texts and conditions are edited in the event's YAML. */
export function EventMessages({ event, onEdit }: MessagesProps) {
  const { isReadOnly } = use(ChapterForm);
  const messages = recordsOf(event["messages"]);
  if (messages.length < 2) return null;
  const nameOf = (message: Loose): string => textOf(message["key"]) || "Message without a key";
  return (
    <section className={css.stack} aria-label="Messages">
      <h2 className={css.legend}>Messages</h2>
      <p className={css.quiet}>If several apply, they are shown in this order.</p>
      <SortableList
        items={messages.map((message, index) => ({ message, index }))}
        keyOf={({ message, index }) => textOf(message["key"]) || String(index)}
        nameOf={({ message }) => nameOf(message)}
        onMove={(from, to) => onEdit({ ...event, messages: moveTo(messages, from, to) })}
        isFixed={isReadOnly}
        isPlain
      >
        {({ message }) => (
          <span>
            {nameOf(message)} <span className={css.quiet}>{saysOf(message)}</span>
          </span>
        )}
      </SortableList>
    </section>
  );
}
