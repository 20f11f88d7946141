import { z } from "zod";
import { bookLines } from "@/drizzle/schema";
import { After, pageAnswer, pageLimit } from "@/lib/base/lists/page-query";

const Day = z.iso.date();

export const BookSpanQuery = z.object({
  from: Day.meta({
    description: "The first day, on the calendar of the business's time zone.",
    examples: ["2026-03-01"],
  }),
  to: Day.meta({ description: "The last day, included. At most 366 days.", examples: ["2026-03-31"] }),
});
export type BookSpanQuery = z.output<typeof BookSpanQuery>;

export const ListBookLinesQuery = BookSpanQuery.extend({ after: After, limit: pageLimit("Lines") });
export type ListBookLinesQuery = z.output<typeof ListBookLinesQuery>;

const decimal = (description: string) => z.string().meta({ description, examples: ["24.90"] });

const BookLineAnswer = z
  .object({
    number: z.number().int().meta({ description: "Number of the line, from 1, which never changes." }),
    date: Day.meta({ description: "Day of the line in the business's time zone." }),
    time: z.iso.datetime({ offset: true }).meta({ description: "The same with its time, in that time zone." }),
    kind: z.enum(bookLines.kind.enumValues).meta({ description: "What the line is." }),
    payment_id: z.guid().nullable().meta({ description: "The intent. `null` for money that belongs to no intent." }),
    reference: z.string().nullable().meta({ description: "Your reference of the intent." }),
    terminal: z.string().nullable().meta({ description: "Name of the intent's terminal." }),
    asset: z.enum(bookLines.asset.enumValues).meta({ description: "`TRX` for a network fee, otherwise `USDT`." }),
    quantity: decimal("Decimal text, exact to the millionth; negative if it left."),
    currency: z
      .string()
      .nullable()
      .meta({
        description: "The business's currency on that day, by ISO 4217. `null` if it had none.",
        examples: ["EUR"],
      }),
    value: decimal("Value of the quantity in that currency. `null` if no rate was known.").nullable(),
    rate: decimal("USDT, or TRX, for one unit of the currency.").nullable(),
    rate_source: z.enum(bookLines.rateSource.enumValues).nullable().meta({
      description:
        "`quote`: the intent's own price; `par`: 1 USD = 1 USDT; `manual`: entered by a member; `url`: from a rate URL; `filled`: entered afterwards.",
    }),
    reversed_value: decimal("Of a refund: the value at which the money that it gives back was booked.").nullable(),
    address: z.string().nullable().meta({ description: "Your address. `null` in the sandbox." }),
    counterparty: z.string().nullable().optional().meta({
      description: "The other side's address. Only with the scope `customers:read`, left out otherwise.",
    }),
    transaction: z.string().nullable().meta({ description: "The transaction hash." }),
    reverses: z.number().int().nullable().meta({ description: "Number of the line that this one reverses." }),
    booked_at: z.iso.datetime({ offset: true }).meta({ description: "When the line was added." }),
  })
  .meta({ id: "BookLine", description: "A line of the books." });

export const BookPageAnswer = z
  .object({ ...pageAnswer(BookLineAnswer), data: z.array(BookLineAnswer).meta({ description: "Oldest first." }) })
  .meta({ id: "BookLinePage", description: "A page of lines." });
export type BookPageAnswer = z.infer<typeof BookPageAnswer>;

const usdt = (description: string) => z.string().meta({ description, examples: ["1234.567891"] });
const sums = {
  lines: usdt("Sum of all lines in USDT."),
  funds: usdt("What Funds has in its ledger."),
  chain: usdt("Balance on the blockchain. `null` if it hasn't been read since it changed.").nullable(),
};

export const BookReconciliationAnswer = z
  .object({
    agrees: z.boolean().meta({ description: "Whether nothing differs." }),
    pending: z.boolean().meta({ description: "Whether something that was recorded isn't booked yet." }),
    sales: z
      .object({
        lines: usdt("Sum of the `sale` lines."),
        short: usdt("What paid intents were short of their amount, within their tolerance."),
        takings: usdt("Sum of the paid intents' amounts."),
        difference: usdt("`lines` plus `short` minus `takings`."),
      })
      .meta({ description: "Of the days requested. Decimal text in USDT." }),
    addresses: z
      .object({
        count: z.number().int().meta({ description: "Addresses with money or with lines." }),
        unread: z.number().int().meta({ description: "How many of them have no known balance on the blockchain." }),
        ...sums,
        differ: z.array(z.object({ address: z.string(), ...sums })).meta({ description: "Addresses that differ." }),
      })
      .nullable()
      .meta({ description: "At the time of the answer. `null` in the sandbox and for a key of one terminal." }),
  })
  .meta({ id: "BookReconciliation", description: "Whether the books agree with takings, funds and blockchain." });
export type BookReconciliationAnswer = z.infer<typeof BookReconciliationAnswer>;
