import type { ReactNode } from "react";
import { calendarShape, checkShape, Glyph, warningShape, type GlyphProps } from "./Glyph.tsx";

const shapes = {
  cart: <path d="M6 8.5h12l-1 11.5H7L6 8.5Zm2.75 0V7a3.25 3.25 0 0 1 6.5 0v1.5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  "chevron-left": <path d="m14.5 6-6 6 6 6" />,
  "chevron-right": <path d="m9.5 6 6 6-6 6" />,
  "chevron-down": <path d="m6 9.5 6 6 6-6" />,
  "chevron-up": <path d="m6 14.5 6-6 6 6" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  minus: <path d="M5.5 12h13" />,
  whole: <path d="M5 9.5V5h4.5M19 9.5V5h-4.5M5 14.5V19h4.5M19 14.5V19h-4.5" />,
  trash: <path d="M5 7h14M10 7V4.75h4V7m3 0-.75 12.25h-8.5L7 7m3.25 4v4.75m3.5-4.75v4.75" />,
  calendar: calendarShape,
  clock: <path d="M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm0 3.75V12l2.75 1.75" />,
  check: checkShape,
  warning: warningShape,
  info: <path d="M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm0 6.5v4.75M12 8.25v.01" />,
  external: <path d="M13.5 5.5h5v5m0-5-8 8M16.5 14v4.5h-11v-11H10" />,
  user: <path d="M12 4.75a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM5 19.25c.5-3.25 3.25-4.75 7-4.75s6.5 1.5 7 4.75" />,
  ticket: <path d="M4 7.25h16v3a1.75 1.75 0 0 0 0 3.5v3H4v-3a1.75 1.75 0 0 0 0-3.5v-3Zm10.5 0v2m0 2v2m0 2v1.5" />,
  menu: <path d="M4.5 7.5h15M4.5 12h15m-15 4.5h15" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

export const iconNames = Object.keys(shapes) as readonly IconName[];

export type IconProps = GlyphProps & { readonly name: IconName };

export function Icon({ name, ...rest }: IconProps) {
  return <Glyph {...rest}>{shapes[name]}</Glyph>;
}
