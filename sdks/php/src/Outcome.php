<?php

declare(strict_types=1);

namespace Till;

/** What a simulated customer does. */
enum Outcome: string
{
    case Paid = 'paid';
    /** Pays half. */
    case Underpaid = 'underpaid';
    /** Pays 1 USDT too much. */
    case Overpaid = 'overpaid';
    /** Pays after the expiry. */
    case Late = 'late';
    /** Lets it expire. */
    case Expired = 'expired';
}
