// Made by scripts/subset-fonts.ts: change it there.

export const unicodeRanges = {
  "latin": "U+20-5B,U+5D,U+5F,U+61-7A,U+A0-A3,U+A5,U+A7,U+A9-AB,U+AE,U+B0-B1,U+B4,U+B7,U+BA-FF,U+131,U+152-153,U+178,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2192,U+2212",
  "latin-ext": "U+100-130,U+132-151,U+154-177,U+179-17F,U+218-21B,U+1E80-1E85,U+1E9E,U+1EF2-1EF3,U+20A6,U+20A9-20AB,U+20AD-20AE,U+20B1-20B2,U+20B4-20B5,U+20B8-20BA,U+20BC-20BF"
} as const;

export const fontFaces = [
  {
    "family": "Fraunces",
    "slug": "fraunces",
    "use": "display",
    "kind": "serif",
    "fallback": {
      "locals": [
        "Times New Roman",
        "Liberation Serif",
        "Tinos"
      ],
      "sizeAdjust": "105.66%",
      "ascentOverride": "92.56%",
      "descentOverride": "24.13%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Fraunces",
    "slug": "fraunces",
    "use": "text",
    "kind": "serif",
    "fallback": {
      "locals": [
        "Times New Roman",
        "Liberation Serif",
        "Tinos"
      ],
      "sizeAdjust": "115.45%",
      "ascentOverride": "84.71%",
      "descentOverride": "22.09%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Instrument Sans",
    "slug": "instrument-sans",
    "use": "display",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "106.04%",
      "ascentOverride": "91.47%",
      "descentOverride": "23.58%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Instrument Sans",
    "slug": "instrument-sans",
    "use": "text",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "103.22%",
      "ascentOverride": "93.97%",
      "descentOverride": "24.22%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Source Serif 4",
    "slug": "source-serif-4",
    "use": "display",
    "kind": "serif",
    "fallback": {
      "locals": [
        "Times New Roman",
        "Liberation Serif",
        "Tinos"
      ],
      "sizeAdjust": "110.83%",
      "ascentOverride": "93.48%",
      "descentOverride": "30.23%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Source Serif 4",
    "slug": "source-serif-4",
    "use": "text",
    "kind": "serif",
    "fallback": {
      "locals": [
        "Times New Roman",
        "Liberation Serif",
        "Tinos"
      ],
      "sizeAdjust": "118.46%",
      "ascentOverride": "87.45%",
      "descentOverride": "28.28%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Figtree",
    "slug": "figtree",
    "use": "display",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "104.46%",
      "ascentOverride": "90.94%",
      "descentOverride": "23.93%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Figtree",
    "slug": "figtree",
    "use": "text",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "101.29%",
      "ascentOverride": "93.79%",
      "descentOverride": "24.68%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Bricolage Grotesque",
    "slug": "bricolage-grotesque",
    "use": "display",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "104.12%",
      "ascentOverride": "89.32%",
      "descentOverride": "25.93%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Bricolage Grotesque",
    "slug": "bricolage-grotesque",
    "use": "text",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "106.68%",
      "ascentOverride": "87.18%",
      "descentOverride": "25.31%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Inter",
    "slug": "inter",
    "use": "display",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "110.66%",
      "ascentOverride": "87.54%",
      "descentOverride": "21.80%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Inter",
    "slug": "inter",
    "use": "text",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "107.89%",
      "ascentOverride": "89.79%",
      "descentOverride": "22.36%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Space Grotesk",
    "slug": "space-grotesk",
    "use": "display",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "110.90%",
      "ascentOverride": "88.73%",
      "descentOverride": "26.33%",
      "lineGapOverride": "0.00%"
    }
  },
  {
    "family": "Space Grotesk",
    "slug": "space-grotesk",
    "use": "text",
    "kind": "sans",
    "fallback": {
      "locals": [
        "Arial",
        "Liberation Sans",
        "Arimo"
      ],
      "sizeAdjust": "110.87%",
      "ascentOverride": "88.75%",
      "descentOverride": "26.34%",
      "lineGapOverride": "0.00%"
    }
  }
] as const;
