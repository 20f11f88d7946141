<?php

declare(strict_types=1);

namespace Till;

/** The outcome of a simulated payment. */
enum Outcome: string
{
    case Paid = 'paid';
    /** Pays half of the remaining amount, or less, so that the intent stays pending. */
    case Underpaid = 'underpaid';
    /** Pays 1 USDT more than the remaining amount. */
    case Overpaid = 'overpaid';
    /** Pays after the expiry. */
    case Late = 'late';
    /** The intent expires. */
    case Expired = 'expired';
}
