import { useEffect, useEffectEvent, useRef, useState } from "react";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";

type DayInputProps = {
  readonly value: string;
  /** Gets '' if the field is emptied. */
  readonly onChange: (day: string) => void;
};

/** Keys that change a part of a day. All others, such as Tab and Space, do not. */
const changingKey = /^(?:\d|Backspace|Delete|Arrow(?:Up|Down))$/;
const pauseMs = 800;
/** '0002-02-28' stands in the field while the year 2026 is typed. */
const hasWholeYear = (day: string): boolean => day >= "1000";

/**
 * A day that takes effect at once, such as a filter. While it is typed, month by day by year, the field holds other days,
 * or none: 30 February on the way from 30 November to 28 February. They are left out until the field is left, Enter is
 * pressed, or nothing is typed for a moment. A day chosen from the browser's calendar takes effect at once.
 */
export function DayInput({ value, onChange }: DayInputProps) {
  const [typed, setTyped] = useState<string>();
  const isTyping = useRef(false);
  const take = (day: string | undefined): void => {
    if (day !== undefined && day !== value && (day === "" || hasWholeYear(day))) onChange(day);
  };
  const takeAfterPause = useEffectEvent(() => typed !== "" && take(typed));
  useEffect(() => {
    const timer = setTimeout(() => takeAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      type="date"
      max="9999-12-31"
      value={typed ?? value}
      onKeyDown={({ key }) => {
        if (changingKey.test(key)) isTyping.current = true;
        if (key === "Enter") take(typed);
      }}
      onPointerDown={() => (isTyping.current = false)}
      onChange={({ target }) => {
        if (isTyping.current) return setTyped(target.value);
        setTyped(undefined);
        return onChange(target.value);
      }}
      onBlur={() => {
        isTyping.current = false;
        setTyped(undefined);
        take(typed);
      }}
    />
  );
}
