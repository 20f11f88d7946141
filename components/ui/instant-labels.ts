import { dateTimeFormat } from "@/lib/base/values/intl";

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Parts = { year: string; month: string; day: string; hour: string; minute: string; second: string };

/** An instant as text in an IANA zone; identical on the server and in every browser, since no locale is involved. */
export function instantLabels(iso: string, zone: string) {
  const at = new Date(iso);
  const { year, month, day, hour, minute, second } = partsIn(at, zone);
  const date = `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  const weekday = DAYS[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()];
  return {
    /** `5 Nov 2026` */
    date: `${date} ${year}`,
    /** `5 Nov` */
    shortDate: date,
    /** `14:32` */
    time: `${hour}:${minute}`,
    year,
    /** `Thursday 5 Nov 2026, 14:32:07, Lisbon (UTC+0)` */
    exact: `${weekday} ${date} ${year}, ${hour}:${minute}:${second}, ${zoneLabel(at, zone)}`,
  };
}

/** `Lisbon (UTC+0)`, `Kathmandu (UTC+5:45)`, `UTC`: the place and its UTC offset at that instant. */
export function zoneLabel(at: Date, zone: string) {
  if (zone === "UTC" || zone === "Etc/UTC") return "UTC";
  const { year, month, day, hour, minute, second } = partsIn(at, zone);
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const minutes = Math.round((local - at.getTime()) / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  const city = (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  return `${city} (UTC${minutes < 0 ? "\u2212" : "+"}${Math.floor(size / 60)}${rest})`;
}

const STEPS = [
  { below: 60, unit: "s", seconds: 1 },
  { below: 3_600, unit: "min", seconds: 60 },
  { below: 86_400, unit: "h", seconds: 3_600 },
  { below: 7 * 86_400, unit: "d", seconds: 86_400 },
];

/** `just now`, `4 min ago`, `in 2 h`, `3 d ago`; null from a week on, where a date says more. */
export function relativeLabel(iso: string, now: string): string | null {
  const seconds = Math.round((Date.parse(now) - Date.parse(iso)) / 1_000);
  const size = Math.abs(seconds);
  if (size < 5) return "just now";
  const step = STEPS.find(({ below }) => size < below);
  if (!step) return null;
  const words = `${Math.floor(size / step.seconds)}\u00a0${step.unit}`;
  return seconds < 0 ? `in ${words}` : `${words} ago`;
}

/** `1 Mar 2026, 06:00 – 2 Mar 2026, 06:00`: two instants in a zone. */
export function formatExactPeriod(from: string, to: string, zone: string): string {
  return [from, to]
    .map((iso) => {
      const { date, time } = instantLabels(iso, zone);
      return `${date}, ${time}`;
    })
    .join(" – ");
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

function partsIn(at: Date, zone: string): Parts {
  let format = formats.get(zone);
  if (format === undefined) {
    format = dateTimeFormat("en-GB", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formats.set(zone, format);
  }
  if (!format) return partsInUtc(at);
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts;
}

function partsInUtc(at: Date): Parts {
  const [year = "", month = "", day = "", hour = "", minute = "", second = ""] = at.toISOString().split(/\D/);
  return { year, month, day, hour, minute, second };
}
