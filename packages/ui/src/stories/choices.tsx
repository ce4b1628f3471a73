import { useState } from "react";
import { ChoiceGroup, type ChoiceOption } from "../choice/ChoiceGroup.tsx";
import { dayAfter } from "../date/calendar.ts";
import { MonthGrid, type MonthGridDay } from "../date/MonthGrid.tsx";
import { Tabs } from "../layout/Tabs.tsx";
import { Tag } from "../feedback/Tag.tsx";
import { Stack } from "./Row.tsx";
import { storiesOf } from "./story.ts";

export const someDates: readonly ChoiceOption[] = [
  { value: "2026-11-21", above: "Today", label: "21", below: "Nov", detail: "from $22", spoken: "Today, November 21" },
  { value: "2026-11-22", above: "Sun", label: "22", below: "Nov", detail: "from $22", spoken: "Sunday, November 22" },
  {
    value: "2026-11-23",
    above: "Mon",
    label: "23",
    below: "Nov",
    disabledReason: "Sold out",
    spoken: "Monday, November 23",
  },
  { value: "2026-11-24", above: "Tue", label: "24", below: "Nov", detail: "from $18", spoken: "Tuesday, November 24" },
  {
    value: "2026-11-25",
    above: "Wed",
    label: "25",
    below: "Nov",
    detail: "from $18",
    spoken: "Wednesday, November 25",
  },
  {
    value: "2026-11-26",
    above: "Thu",
    label: "26",
    below: "Nov",
    disabledReason: "Closed",
    spoken: "Thursday, November 26",
  },
  { value: "2026-11-27", above: "Fri", label: "27", below: "Nov", detail: "from $22", spoken: "Friday, November 27" },
  { value: "2026-11-28", above: "Sat", label: "28", below: "Nov", detail: "from $22", spoken: "Saturday, November 28" },
];

export const someTimes: readonly ChoiceOption[] = [
  { value: "a", label: "12:00 PM", detail: "$22" },
  { value: "b", label: "12:30 PM", detail: "4 left" },
  { value: "c", label: "1:00 PM", disabledReason: "Sold out" },
  { value: "d", label: "1:30 PM", detail: "$22" },
  { value: "e", label: "2:00 PM", detail: "$22" },
  { value: "f", label: "2:30 PM", detail: "9 left" },
];

export function Dates({ start }: { readonly start?: string }) {
  const [value, setValue] = useState(start);
  return <ChoiceGroup label="Date" kind="date" options={someDates} value={value} onChoose={setValue} />;
}

export function Times({ start }: { readonly start?: string }) {
  const [tab, setTab] = useState("noon");
  const [value, setValue] = useState(start);
  return (
    <Tabs
      label="Time of day"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "morning", label: "Morning", disabledReason: "Sold out" },
        { value: "noon", label: "Afternoon" },
        { value: "evening", label: "Evening" },
      ]}
    >
      <ChoiceGroup
        label="Time"
        options={tab === "noon" ? someTimes : someTimes.slice(0, 2)}
        value={value}
        onChoose={setValue}
      />
    </Tabs>
  );
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map((long) => ({
  long,
  short: long.slice(0, 2),
}));

function Month() {
  const [focused, setFocused] = useState("2026-11-24");
  const [selected, setSelected] = useState("2026-11-24");
  const days = Array.from({ length: 16 }, (_, index): MonthGridDay => {
    const day = dayAfter("2026-11-15", index);
    const soldOut = index === 8;
    return {
      day,
      label: `November ${day.slice(8)}${soldOut ? ", sold out" : ""}`,
      enabled: index > 5 && !soldOut,
      selected: day === selected,
      ...(index > 5 && !soldOut ? { sublabel: index % 7 > 4 ? "$22" : "$18" } : {}),
      ...(soldOut ? { mark: "sold-out" as const } : index === 11 ? { mark: "few" as const } : {}),
    };
  });
  return (
    <MonthGrid
      month="2026-11"
      title="November 2026"
      weekdays={weekdays}
      weekStart={1}
      days={days}
      unlistedLabel={(day) => `${day}, not available`}
      focused={focused}
      onFocusedChange={setFocused}
      onSelect={setSelected}
      from="2026-11-09"
      until="2026-11-30"
      today="2026-11-21"
    />
  );
}

export const choiceStories = storiesOf("Choices", {
  "Dates, none chosen": () => <Dates />,
  "Dates, one chosen": () => <Dates start="2026-11-24" />,
  "Dates with a badge": () => (
    <ChoiceGroup
      label="Date"
      kind="date"
      options={someDates
        .slice(0, 3)
        .map((date, index) => (index === 1 ? { ...date, badge: <Tag tone="brand">Late</Tag> } : date))}
      value={undefined}
      onChoose={() => undefined}
    />
  ),
  "Times in tabs": () => <Times start="d" />,
  "A month": () => (
    <Stack>
      <Month />
    </Stack>
  ),
});
