import { MerchantMark } from "@/components/shell/merchant-mark";
import { Amount } from "@/components/ui/amount";
import { instantLabels, zoneLabel } from "@/components/ui/instant-labels";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { displayAmount } from "@/lib/base/values/money";
import type { Shift } from "@/lib/payments/pos/list-shifts";
import type { ShiftRefunds } from "@/lib/payments/pos/shift-refunds";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { by, report } = terminalsMessages.shifts;

/** A shift whose figures are final. */
export type ClosedShift = { [Name in keyof Shift]: NonNullable<Shift[Name]> };

/** The database holds all of them or none. */
export function isClosed(shift: Shift): shift is ClosedShift {
  return shift.closedAt !== null;
}

type Props = {
  shift: ClosedShift;
  /** null: of a report that was made before it showed refunds */
  refunds: ShiftRefunds | null;
  merchant: { name: string; logoUrl: string | null };
  terminal: { name: string; timeZone: string };
  sandbox: boolean;
};

/** The Z-report of a closed shift, as it is shown and printed. Times are in the terminal's zone. */
export function ZReport({ shift, refunds, merchant, terminal, sandbox }: Props) {
  const amount = (micros: bigint) => <Amount value={displayAmount(micros)} />;
  return (
    <section aria-label={report.title(shift.number)} className="flex flex-col gap-4 px-4 pt-7 pb-6 sm:px-6">
      <div className="flex flex-col items-center gap-1 text-center">
        <MerchantMark name={merchant.name} logoUrl={merchant.logoUrl} size="paper" />
        <h2 className="text-20 font-semibold wrap-anywhere">{merchant.name}</h2>
        <p className="text-14 text-ink-2 wrap-anywhere">{terminal.name}</p>
        <p className="text-16 font-semibold">{report.title(shift.number)}</p>
        {sandbox && <p className="text-14 text-ink-2">{report.sandbox}</p>}
      </div>
      <Ledger>
        <LedgerLine name={report.openedBy}>
          <Moment at={shift.openedAt} zone={terminal.timeZone} who={shift.openedBy} />
        </LedgerLine>
        <LedgerLine name={report.closedBy}>
          <Moment at={shift.closedAt} zone={terminal.timeZone} who={shift.closedBy} />
        </LedgerLine>
        <LedgerLine name={report.paid(shift.paidCount)} strong>
          {amount(shift.paidMicros)}
        </LedgerLine>
        <LedgerLine name={report.tips}>{amount(shift.tipMicros)}</LedgerLine>
        <LedgerLine name={report.withoutTips}>{amount(shift.paidMicros - shift.tipMicros)}</LedgerLine>
        {refunds && (
          <>
            <LedgerLine name={report.refunded(refunds.count)}>{amount(refunds.micros)}</LedgerLine>
            <LedgerLine name={report.net} strong>
              {amount(shift.paidMicros - refunds.micros)}
            </LedgerLine>
          </>
        )}
        <LedgerLine name={report.expired}>{String(shift.expiredCount)}</LedgerLine>
        <LedgerLine name={report.cancelled}>{String(shift.cancelledCount)}</LedgerLine>
        <LedgerLine name={report.pending(shift.pendingCount)}>{amount(shift.pendingMicros)}</LedgerLine>
      </Ledger>
      <p className="text-12 text-ink-2">{refunds ? report.note : report.noteWithoutRefunds}</p>
    </section>
  );
}

function Moment({ at, zone, who }: { at: Date; zone: string; who: string }) {
  const { date, time } = instantLabels(at.toISOString(), zone);
  return (
    <span className="wrap-anywhere">
      <time dateTime={at.toISOString()}>{`${date}, ${time}, ${zoneLabel(at, zone)}`}</time>
      <span>{` ${by(who)}`}</span>
    </span>
  );
}
