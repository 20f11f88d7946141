const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Zones whose clocks change at midnight (Havana, Azores), by half an hour (Lord Howe), later at night, and never. */
export const CHANGING_ZONES = [
  "Europe/Berlin",
  "Europe/Lisbon",
  "America/New_York",
  "Atlantic/Azores",
  "America/Havana",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
];

/** The days on which the clocks of some of them change in 2026. */
export const CHANGES_2026 = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"];

// Zones as POSIX writes them, `STD-1:30:00DST-2:30:00,147/0,329/1`, which PostgreSQL takes wherever it takes a zone's
// name: their clocks change near now, so that no statement has to be told another time.

/** A zone in which it is 00:40 now, and at 01:00 the clocks go back to 00:00: midnight comes a second time. */
export function zoneBeforeSecondMidnight(): string {
  const { offset, day } = zoneAt(40);
  return `STD${posix(offset - HOUR_MS)}DST${posix(offset)},${(day + 183) % 365}/0,${day}/1`;
}

/** A zone in which it is 01:10 now, and the clocks went from 00:00 to 01:00 ten minutes ago: there was no 00:30. */
export function zoneAfterSkippedMidnight(): string {
  const { offset, day } = zoneAt(70);
  return `STD${posix(offset - HOUR_MS)}DST${posix(offset)},${day}/0,${(day + 183) % 365}/0`;
}

/** The offset at which the clock now shows so many minutes after midnight, and the day of the year there, from 0. */
function zoneAt(minutes: number): { offset: number; day: number } {
  const now = Date.now();
  const past = minutes * MINUTE_MS - (now % DAY_MS);
  const offset = past < -DAY_MS / 2 ? past + DAY_MS : past;
  const local = new Date(now + offset);
  return { offset, day: Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS) };
}

/** `-5:45:00` for five and three quarter hours ahead of UTC: POSIX counts to the west. */
function posix(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${offset > 0 ? "-" : "+"}${clock}`;
}
