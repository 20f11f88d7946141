import { Badge } from "@/components/ui/badge";
import type { Elements } from "@/components/ui/elements";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { PaymentNote } from "@/lib/payments/timeline/get-note";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const words = paymentMessages.note;

type Props = {
  note: PaymentNote | null;
  zone: string;
  now: string;
  /** the form; null for members who may only read */
  children: Elements;
};

/** What the team has noted about a payment, and who edited it last. */
export function PaymentNoteSection({ note, zone, now, children }: Props) {
  return (
    <Section title={words.title} description={words.help}>
      <div className="flex flex-col gap-3 text-14">
        {note !== null && note.tags.length > 0 && (
          <ul aria-label={words.tags} className="flex flex-wrap gap-1.5">
            {note.tags.map((tag) => (
              <li key={tag} className="max-w-full">
                <Badge>
                  <span className="truncate">{tag}</span>
                </Badge>
              </li>
            ))}
          </ul>
        )}
        {children ?? <p className="whitespace-pre-line wrap-anywhere">{note?.note || words.none}</p>}
        {note && (
          <p className="text-ink-2 wrap-anywhere">
            <span>{`${words.edited(note.who)}, `}</span>
            <Time iso={note.editedAt.toISOString()} zone={zone} now={now} />
          </p>
        )}
      </div>
    </Section>
  );
}
