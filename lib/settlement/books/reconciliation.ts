/** Whether the books agree with what Till knows otherwise. Pure. */

/** Of a span, in micro-USDT. */
type SalesCheck = {
  /** the sum of the `sale` lines */
  linesMicros: bigint;
  /** what paid payments were short of their amount due, within their tolerance */
  shortMicros: bigint;
  /** the amounts due of the payments that were paid, as reports add them up */
  takingsMicros: bigint;
};

/** Of an address, at the time of the reconciliation. */
export type AddressCheck = {
  /** hexadecimal */
  address: string;
  /** the sum of all its lines */
  linesMicros: bigint;
  /** its ledger, as Funds shows it */
  fundsMicros: bigint;
  /** its balance on the chain; null: not read since it changed */
  chainMicros: bigint | null;
};

export type Reconciliation = {
  sales: SalesCheck & { differenceMicros: bigint };
  /** null in the sandbox, which has no addresses, and for a reader of some terminals */
  addresses: AddressesCheck | null;
  agrees: boolean;
  /** something that was recorded isn't booked yet */
  isPending: boolean;
};

type AddressesCheck = Omit<AddressCheck, "address"> & {
  count: number;
  /** how many have no known balance on the chain */
  unread: number;
  /** those of which two of the sums differ */
  differ: AddressCheck[];
};

type Checked = { sales: SalesCheck; addresses: AddressCheck[] | null; isPending: boolean };

/** `addresses`: null in the sandbox, and for a reader of some terminals. */
export function reconciliationOf({ sales, addresses, isPending }: Checked): Reconciliation {
  const differenceMicros = sales.linesMicros + sales.shortMicros - sales.takingsMicros;
  const checked = addresses && checkAddresses(addresses);
  return {
    sales: { ...sales, differenceMicros },
    addresses: checked,
    agrees: differenceMicros === 0n && (checked?.differ.length ?? 0) === 0,
    isPending,
  };
}

function checkAddresses(all: AddressCheck[]): AddressesCheck {
  const sum = (pick: (one: AddressCheck) => bigint) => all.reduce((total, one) => total + pick(one), 0n);
  const unread = all.filter(({ chainMicros }) => chainMicros === null).length;
  return {
    count: all.length,
    linesMicros: sum((one) => one.linesMicros),
    fundsMicros: sum((one) => one.fundsMicros),
    chainMicros: unread > 0 ? null : sum((one) => one.chainMicros ?? 0n),
    unread,
    differ: all.filter((one) => !agrees(one)),
  };
}

function agrees({ linesMicros, fundsMicros, chainMicros }: AddressCheck): boolean {
  return linesMicros === fundsMicros && (chainMicros === null || chainMicros === fundsMicros);
}
