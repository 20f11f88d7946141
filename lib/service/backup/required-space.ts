const MIB = 1024 ** 2;

/** Stays free beside a new copy by default. With less, the alarm about the disk is raised. */
export const MIN_FREE_BYTES = 1024 * MIB;
/** Taken for a first copy, whose size isn't known before. */
const FIRST_COPY_BYTES = 100 * MIB;

type Space = {
  freeBytes: number;
  /** of the latest copy; null: there is none */
  latestBytes: number | null;
  /** how much has to stay free */
  minFreeBytes: number;
};

/** Says how much space a new copy lacks; null if there is enough. It takes as much as the latest one. */
export function missingSpace({ freeBytes, latestBytes, minFreeBytes }: Space): string | null {
  const copyBytes = latestBytes ?? FIRST_COPY_BYTES;
  if (freeBytes >= copyBytes + minFreeBytes) return null;
  const needed = inMib(copyBytes) + inMib(minFreeBytes);
  return (
    `${Math.floor(freeBytes / MIB)} MiB are free, and ${needed} MiB are needed: ${inMib(copyBytes)} MiB for the copy, and ` +
    `${inMib(minFreeBytes)} MiB that stay free, since a full disk stops the database.`
  );
}

const inMib = (bytes: number) => Math.ceil(bytes / MIB);
